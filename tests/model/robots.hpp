// Robots for the tests of this folder, and configurations for them.
#pragma once

#include <spatial/values.hpp>
#include <support/scalars.hpp>

#include <treefix/base/random.hpp>
#include <treefix/model/builder.hpp>
#include <treefix/model/configuration.hpp>
#include <treefix/model/manifold.hpp>
#include <treefix/model/shapes.hpp>

namespace treefix::test {

/// A body with its mass off the origin.
inline BodySpec solid(BodySpec body) { return box(std::move(body), 2, {0.1, 0.2, 0.3}, {0.3, 0.2, 0.1}); }

/// A body on a revolute joint, with mass.
inline BodySpec moving(std::string name, std::string parent = {}) {
  return solid({.name = std::move(name), .parent = std::move(parent), .joint = JointSpec::revolute({1, 2, 3})});
}

/// A body whose joint mimics another one.
inline BodySpec following(std::string name, std::string leader, double ratio = 1, double offset = 0) {
  BodySpec body = moving(std::move(name));
  body.joint.mimic = {std::move(leader), ratio, offset};
  return body;
}

/// The same body on another joint.
inline BodySpec on(BodySpec body, JointSpec joint) {
  joint.mimic = body.joint.mimic;
  body.joint = std::move(joint);
  return body;
}

/// A chain with one joint of each kind, every axis and placement oblique; numbers differ from 1 where that is allowed.
inline Model every_joint() {
  Draw<double> draw(7);
  Builder builder("every joint");
  std::string parent;
  for (JointSpec joint :
       {JointSpec::revolute({1, 2, -1}), JointSpec::prismatic({0, 3, 4}), JointSpec::helical({-2, 1, 1}, 0.4),
        JointSpec::spherical(), JointSpec::planar(), JointSpec::free()}) {
    const std::string name(to_string(joint.kind));
    builder.body(box({.name = name, .parent = parent, .placement = draw.transform(), .joint = std::move(joint)}, 2,
                     draw.vec3(), {0.3, 0.2, 0.1}));
    parent = name;
  }
  return builder.build();
}

/// Numbers in [-range, range].
template <class T>
std::vector<T> random_vector(Random& random, Index n, double range = 1) {
  std::vector<T> x;
  for (Index i = 0; i < n; ++i) x.push_back(uniform<T>(random, -range, range));
  return x;
}

/// Angles and lengths in [-2, 2], quaternions of length one.
template <class T>
std::vector<T> random_position(const Mechanism<T>& m, Random& random) {
  std::vector<T> q = random_vector<T>(random, m.nq, 2);
  normalize<T>(m, q);
  return q;
}

}  // namespace treefix::test
