// Forward dynamics by the methods that combine elements, and chains that are difficult for them.
#pragma once

#include <string_view>

#include <treefix/base/random.hpp>
#include <treefix/model/shapes.hpp>
#include <treefix/papers/forward/dca.hpp>
#include <treefix/papers/forward/scan_aba.hpp>

#include "support/executors.hpp"
#include "support/robot.hpp"
#include "support/rooms.hpp"

namespace treefix::testing {

template <template <class, class> class Method, class T, class Exec>
std::vector<T> forward(const Exec& exec, const Robot<T>& robot, const std::vector<T>& tau,
                       const ExternalForces<T>& external = {}, Index piece_length = 1024) {
  const ScanModel<T> model(robot.m, piece_length);
  Method<T, Serial> method(model);
  // previous contents must not matter
  std::vector<T> a(robot.v.size(), std::numeric_limits<T>::quiet_NaN());
  method.run(exec, ForwardState<T>{robot.q, robot.v, tau, external}, a);
  return a;
}

/// A chain of random bodies on joints of these kinds, one letter each as zoo::random_tree takes them.
inline Model chain_of(std::string_view joints, std::uint64_t seed) {
  Random random(seed);
  const auto number = [&] { return random.uniform(-0.3, 0.3); };
  const auto vector = [&] { return Vec3<double>{number(), number(), number()}; };
  Builder builder("chain");
  std::string parent;
  for (std::size_t i = 0; i < joints.size(); ++i) {
    const auto joint = [&]() -> JointSpec {
      switch (joints[i]) {
        case 'P': return JointSpec::prismatic(vector());
        case 'H': return JointSpec::helical(vector(), 0.2);
        case 'S': return JointSpec::spherical();
        case 'L': return JointSpec::planar();
        case 'F': return JointSpec::free();
        default: return JointSpec::revolute(vector());
      }
    };
    BodySpec body{.name = concat("body ", i), .parent = parent, .placement = placed(vector()), .joint = joint()};
    builder.body(box(body, 1, vector(), {0.3, 0.2, 0.1}));
    parent = concat("body ", i);
  }
  return builder.build();
}

/// What a body lacks, so that it does not resist the motion of its joint.
enum class Lack { mass, moment };

/// Removes the mass of body i, or concentrates it at a point that the joint does not move, if there is one.
template <class T>
void weaken(Robot<T>& robot, Index i, Lack lack) {
  const Joint<T>& joint = robot.m.joint(i);
  Inertia<T>& inertia = at(robot.m.inertias, i);
  // a point on the axis; for a joint that rotates about all axes, its centre
  const Vec3<T> axis = has_axis(joint.kind)              ? joint.S.w
                       : joint.kind == JointKind::planar ? Vec3<T>{0, 0, 1}
                                                         : Vec3<T>{};
  inertia = lack == Lack::mass ? Inertia<T>{} : Inertia<T>::from_com(T(1), T(0.25) * axis, {});
}

}  // namespace treefix::testing
