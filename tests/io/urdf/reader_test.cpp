// The model that a URDF describes.
#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include <treefix/base/random.hpp>
#include <treefix/base/text.hpp>
#include <treefix/dynamics.hpp>
#include <treefix/model/builder.hpp>
#include <treefix/model/configuration.hpp>

#include "../numbers.hpp"
#include "../refusal.hpp"
#include "texts.hpp"

namespace treefix::test {

namespace {

/// Whether both give the same torques and the same mass matrix at random states.
void expect_same_dynamics(const Model& a, const Model& b) {
  ASSERT_EQ(a.joint_names(), b.joint_names());
  ASSERT_EQ(a.nq(), b.nq());
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    const std::vector<double> q = random_configuration(a, seed), v = random_velocity(a, seed + 10),
                              qdd = random_velocity(a, seed + 20);
    EXPECT_LT(largest_difference(torques(a, q, v, qdd), torques(b, q, v, qdd)), 1e-12);
    EXPECT_LT(largest_difference(mass_matrix(a, q), mass_matrix(b, q)), 1e-13);
  }
}

BodySpec heavy_body(std::string name, std::string parent, JointSpec spec, Transform<double> placement = {}) {
  // axes of the inertial frame as columns of R: I_link = R I Rᵀ, and E = Rᵀ
  const Mat3<double> E = turned_rpy(Vec3<double>{.4, .5, .6});
  return {.name = std::move(name),
          .parent = std::move(parent),
          .placement = placement,
          .joint = std::move(spec),
          .mass = 2,
          .com = {.1, .2, .3},
          .inertia = rotate(transpose(E), Sym3<double>{.5, .02, .6, -.03, .01, .7})};
}

// --- links and joints --------------------------------------------------------------------------------------

TEST(Urdf, InertialHasItsOwnFrame) {
  const Model model = load_string(one_joint("continuous", "<origin xyz='1 2 3' rpy='-1 .2 2'/><axis xyz='0 .6 .8'/>"));
  Builder builder;
  builder.body({.name = "base"});
  builder.body(heavy_body("arm", "base", JointSpec::revolute({0, .6, .8}, "elbow"),
                          placed(Vec3<double>{1, 2, 3}, turned_rpy(Vec3<double>{-1, .2, 2}))));
  expect_same_dynamics(model, builder.build());
}

TEST(Urdf, EveryTypeOfJointIsKnown) {
  const auto kind = [](const char* type) { return load_string(one_joint(type, limit)).joint("elbow").kind; };
  EXPECT_EQ(kind("revolute"), JointKind::revolute);
  EXPECT_EQ(kind("continuous"), JointKind::revolute);
  EXPECT_EQ(kind("prismatic"), JointKind::prismatic);
  EXPECT_EQ(kind("planar"), JointKind::planar);
  EXPECT_EQ(kind("floating"), JointKind::free);
  EXPECT_EQ(load_string(one_joint("fixed", "")).nv(), 0);
}

TEST(Urdf, AxisIsXUnlessGiven) {
  expect_same_dynamics(load_string(one_joint("continuous", "")),
                       load_string(one_joint("continuous", "<axis xyz='1 0 0'/>")));
}

TEST(Urdf, LimitsDampingAndFrictionAreKept) {
  const Model model = load_string(one_joint("revolute", limit + "<dynamics damping='.5' friction='.25'/>"));
  EXPECT_EQ(model.limits().lower, std::vector{-1.0});
  EXPECT_EQ(model.limits().upper, std::vector{2.0});
  EXPECT_EQ(model.limits().effort, std::vector{3.0});
  EXPECT_EQ(model.limits().velocity, std::vector{4.0});
  EXPECT_EQ(model.passive().damping, std::vector{.5});
  EXPECT_EQ(model.passive().friction, std::vector{.25});
  EXPECT_TRUE(model.warnings().empty());
}

TEST(Urdf, AContinuousJointHasNoLimitsOfPosition) {
  const Model model = load_string(one_joint("continuous", limit));
  EXPECT_EQ(model.limits().lower[0], -HUGE_VAL);
  EXPECT_EQ(model.limits().effort[0], 3);
}

TEST(Urdf, InfiniteLimitsAreNone) {
  const auto limits = [](const std::string& lower, const std::string& upper) {
    const std::string text =
        concat("<limit lower='", lower, "' upper='", upper, "' effort='", upper, "' velocity='inf'/>");
    const Model model = load_string(one_joint("prismatic", text));
    EXPECT_TRUE(model.warnings().empty());
    EXPECT_EQ(model.limits().velocity[0], HUGE_VAL);
    EXPECT_EQ(model.limits().effort, model.limits().upper);
    return std::pair(model.limits().lower[0], model.limits().upper[0]);
  };
  using Pair = std::pair<double, double>;
  for (const char* infinite : {"inf", "Inf", "INF", "+inf", "infinity", "Infinity", "1.7976931348623157e308"}) {
    EXPECT_EQ(limits("1", infinite), Pair(1, HUGE_VAL));
    if (*infinite == '+') continue;
    EXPECT_EQ(limits(concat("-", infinite), "1"), Pair(-HUGE_VAL, 1));
    EXPECT_EQ(limits(concat("-", infinite), infinite), Pair(-HUGE_VAL, HUGE_VAL));
  }
  EXPECT_EQ(limits("-1e-400", "1e-400"), Pair(0, 0));
}

TEST(Urdf, ArmatureAddsToTheMassMatrix) {
  const Model with = load_string(one_joint("continuous", "<dynamics armature='.3'/>"));
  const Model without = load_string(one_joint("continuous", ""));
  EXPECT_NEAR(mass_matrix(with, {.1})[0], mass_matrix(without, {.1})[0] + .3, 1e-15);
}

/// A planar joint moves its link in the plane normal to its axis and rotates it about the axis, for any axis.
TEST(Urdf, APlanarJointMovesAcrossItsAxis) {
  for (const Vec3<double> axis : {Vec3<double>{0, 0, 1}, {1, 0, 0}, {0, -1, 0}, {0, 0, -1}, {.48, .6, .64}}) {
    const Model model =
        load_string(one_joint("planar", "<axis xyz='" + std::to_string(axis.x) + " " + std::to_string(axis.y) + " " +
                                            std::to_string(axis.z) + "'/><origin xyz='1 2 3'/>"));
    Dynamics dynamics(model);
    dynamics.kinematics(std::vector<double>{0, 0, 0});
    const Transform<double> still = dynamics.pose(model.frame("arm"));
    EXPECT_LT(largest_difference({still.E.x.x, still.E.y.y, still.E.z.z}, {1, 1, 1}), 1e-15);
    dynamics.kinematics(std::vector<double>{.3, -.4, .5});
    const Transform<double> moved = dynamics.pose(model.frame("arm"));
    const Vec3<double> way = moved.r - still.r;
    EXPECT_NEAR(dot(way, axis), 0, 1e-15);
    EXPECT_NEAR(dot(way, way), .25, 1e-15);
    const Mat3<double> E = turned(axis, .5);
    EXPECT_LT(largest_difference({moved.E.x.y, moved.E.y.z, moved.E.z.x}, {E.x.y, E.y.z, E.z.x}), 1e-14);
  }
}

TEST(Urdf, TheRootMayFly) {
  const std::string text = one_joint("continuous", "");
  const Model fixed = load_string(text),
              free = load_string(robot(link("base") + link("arm") + joint("elbow", "continuous", "base", "arm")),
                                 {.root = RootJoint::free});
  EXPECT_EQ(fixed.joint_names(), std::vector<std::string>{"elbow"});
  EXPECT_EQ(free.joint_names(), (std::vector<std::string>{"root_joint", "elbow"}));
  EXPECT_EQ(free.joint("root_joint").kind, JointKind::free);
  EXPECT_EQ(free.total_mass(), 4);
}

TEST(Urdf, TheRootJointGetsANameOfItsOwn) {
  const std::string text = robot(link("base") + link("arm") + joint("root_joint", "continuous", "base", "arm"));
  EXPECT_EQ(load_string(text, {.root = RootJoint::free}).joint_names(),
            (std::vector<std::string>{"root_joint_", "root_joint"}));
}

/// Links and joints may come in any order; only the order of the joints below one link matters.
TEST(Urdf, TheOrderOfLinksDoesNotMatter) {
  std::vector<std::string> links{link("base", ""), link("a"), link("b"), link("c"), link("d")};
  const std::string joints = joint("j1", "continuous", "base", "a", "<origin xyz='1 0 0'/>") +
                             joint("j2", "continuous", "a", "b", "<origin xyz='1 0 0'/>") +
                             joint("j3", "prismatic", "base", "c", limit) + joint("j4", "continuous", "a", "d");
  const auto text = [&](bool joints_first) {
    std::string all;
    for (const std::string& one : links) all += one;
    return robot(joints_first ? joints + all : all + joints);
  };
  const Model model = load_string(text(false));
  EXPECT_EQ(model.joint_names(), (std::vector<std::string>{"j1", "j2", "j4", "j3"}));
  Random random(5);
  for (int i = 0; i < 20; ++i) {
    std::swap(links[static_cast<std::size_t>(random.uniform(0, 5))],
              links[static_cast<std::size_t>(random.uniform(0, 5))]);
    expect_same_dynamics(model, load_string(text(i % 2 == 0)));
  }
}

TEST(Urdf, WhatDoesNotAffectDynamicsIsSkippedWithoutWarnings) {
  const std::string geometry = "<geometry><mesh filename='package://nowhere/none.dae'/></geometry>";
  const std::string text =
      "<robot name='r' xmlns:xacro='http://www.ros.org/wiki/xacro' version='1.0'>\n<material name='blue'/>" +
      link("base", "<visual>" + geometry + "</visual><visual/><collision>" + geometry + "</collision>") + link("arm") +
      joint("elbow", "revolute", "base", "arm",
            limit + "<calibration rising='0'/><safety_controller k_velocity='1'/>") +
      "<gazebo reference='arm'><mu1>1</mu1></gazebo><transmission name='t'><actuator name='m'/></transmission>"
      "<ros2_control name='x' type='system'/><sensor name='s'/><drake:plugin/></robot>";
  EXPECT_EQ(warnings(text), "");
}

// --- large files -------------------------------------------------------------------------------------------

/// Several threads read large files in chunks.
TEST(Urdf, ManyPiecesAreReadAsOne) {
  constexpr int n = 20'000;
  Random random(3);
  std::string text;
  Builder builder("r");
  builder.body({.name = "l0"});
  text += "<link name='l0'/>\n";
  for (int i = 1; i < n; ++i) {
    const std::string name = "l" + std::to_string(i);
    const int above = i < 10'000 ? i - 1 : static_cast<int>(random.uniform(0, i));  // deep, then bushy
    const std::string parent = "l" + std::to_string(above);
    text += link(name) + joint("j" + std::to_string(i), "continuous", parent, name, "<origin xyz='0 0 .1'/>");
    builder.body(heavy_body(name, parent, JointSpec::revolute({1, 0, 0}, "j" + std::to_string(i)),
                            placed(Vec3<double>{0, 0, .1})));
  }
  const Model model = load_string(robot(text)), built = builder.build();
  ASSERT_EQ(model.joint_names(), built.joint_names());
  const std::vector<double> q = random_configuration(built, 1), zero(q.size());
  std::vector<double> x(q.size()), y(q.size());
  Dynamics(model).inverse(q, zero, zero, x);
  Dynamics(built).inverse(q, zero, zero, y);
  EXPECT_EQ(x, y);
}

TEST(Urdf, ProblemsOfManyPiecesAreCounted) {
  std::string text;
  for (int i = 0; i < 20'000; ++i) text += "<link/>                                                            \n";
  try {
    load_string(robot(text));
    FAIL();
  } catch (const ParseError& error) {
    ASSERT_EQ(error.problems().size(), 1001U);
    EXPECT_EQ(error.problems()[0].line, 2);
    EXPECT_EQ(error.problems()[999].line, 1001);
    EXPECT_EQ(error.problems()[1000].seen, "and 19000 more errors, not listed");
  }
}

TEST(Urdf, MimicJointsFollow) {
  const std::string text = robot(link("base") + link("a") + link("b") + joint("j", "continuous", "base", "a") +
                                 joint("k", "continuous", "a", "b", "<mimic joint='j' multiplier='-2' offset='.5'/>"));
  const Model free = load_string(text), follows = load_string(text, {.mimic = true});
  ASSERT_EQ(free.nv(), 2);
  ASSERT_EQ(follows.nv(), 1);
  const std::vector<double> H = mass_matrix(free, {.3, -2 * .3 + .5});
  EXPECT_NEAR(mass_matrix(follows, {.3})[0], H[0] - 2 * (H[1] + H[2]) + 4 * H[3], 1e-14);
}

}  // namespace

}  // namespace treefix::test
