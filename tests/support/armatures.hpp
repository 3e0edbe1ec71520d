// A small model with rare features: a mimic joint, and a body whose frame is not at its joint.
#pragma once

#include <treefix/model/builder.hpp>

#include "support/rooms.hpp"

namespace treefix::testing {

inline Model gears() {
  BodySpec large{.name = "large", .joint = JointSpec::revolute({0, 0, 1}), .mass = 1};
  large.inertia = Sym3<double>::identity();
  BodySpec small = large, ball = large;
  small.name = "small";
  small.joint.mimic = {"large", -2, 0.1};
  small.offset = placed<double>({1, 2, 3});
  ball.name = "ball";
  ball.parent = "small";
  ball.joint = JointSpec::spherical();
  return Builder("gears").body(large).body(small).body(ball).build();
}

}  // namespace treefix::testing
