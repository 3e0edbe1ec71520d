// MJCF texts for tests, and a comparison of two of them.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <treefix/dynamics.hpp>
#include <treefix/io/load.hpp>
#include <treefix/model/configuration.hpp>

#include "../numbers.hpp"
#include "../refusal.hpp"

namespace treefix::test::mjcf {

inline std::string robot(const std::string& bodies, const std::string& before = "") {
  return "<mujoco>" + before + "<worldbody>" + bodies + "</worldbody></mujoco>";
}
inline std::string body(const std::string& attributes, const std::string& content) {
  return "<body " + attributes + ">" + content + "</body>";
}

/// An inertia without symmetry, so that every mistake in a pose changes the torques.
inline const std::string skewed = "<inertial pos='.1 -.2 .3' mass='2' fullinertia='.5 .6 .7 .02 -.03 .04'/>";
/// A sphere that cannot collide, so that loading it gives no warning.
inline const std::string ball = "<geom size='.1' pos='.3 .2 .1' contype='0' conaffinity='0'/>";

inline Model read(const std::string& text, const LoadOptions& options = {}) { return load_string(text, options, "f"); }

/// Positions and axes of all frames of `names`.
inline std::vector<double> poses(const Model& model, const std::vector<double>& q,
                                 const std::vector<std::string>& names) {
  Dynamics dynamics(model);
  dynamics.kinematics(q);
  std::vector<double> all;
  for (const std::string& name : names) {
    const Transform<double> X = dynamics.pose(model.frame(name));
    for (const Vec3<double>& row : {X.r, X.E.x, X.E.y, X.E.z}) all.insert(all.end(), {row.x, row.y, row.z});
  }
  return all;
}

/// The same torques and, for bodies that both have by name, the same poses at random states.
inline void expect_same(const Model& a, const Model& b, double tolerance = 1e-11) {
  ASSERT_EQ(a.nq(), b.nq());
  ASSERT_EQ(a.nv(), b.nv());
  std::vector<std::string> common;
  for (const std::string& name : a.frame_names())
    if (std::find(b.frame_names().begin(), b.frame_names().end(), name) != b.frame_names().end())
      common.push_back(name);
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    const std::vector<double> q = random_configuration(a, seed), v = random_velocity(a, seed + 10),
                              qdd = random_velocity(a, seed + 20);
    EXPECT_LT(largest_difference(torques(a, q, v, qdd), torques(b, q, v, qdd)), tolerance);
    EXPECT_LT(largest_difference(poses(a, q, common), poses(b, q, common)), tolerance);
  }
}
inline void expect_same(const std::string& a, const std::string& b, double tolerance = 1e-11) {
  SCOPED_TRACE(a + "\n" + b);
  expect_same(read(a), read(b), tolerance);
}

/// A body on a ball joint: its torques are the moments about all three axes.
inline std::string hinged(const std::string& content, const std::string& attributes = "name='b'") {
  return body(attributes, "<joint type='ball'/>" + content);
}

}  // namespace treefix::test::mjcf
