// Bodies, joints, copies and their names.
#include <treefix/base/text.hpp>
#include <treefix/model/builder.hpp>

#include "support.hpp"

namespace treefix::test::mjcf {

namespace {

using Strings = std::vector<std::string>;

TEST(MjcfTree, IsWhatABuilderMakesOfIt) {
  const Model read_model = read(
      "<mujoco model='arm'><compiler angle='radian'/><option gravity='1 2 3'/><worldbody>"
      "<body name='a' pos='1 2 3'><joint name='one' axis='0 3 4' armature='.5' range='-1 2' damping='.1'"
      " frictionloss='.2' actuatorfrcrange='-7 7'/>" +
      skewed + "<body name='b' pos='0 0 1'><joint type='slide' name='two'/>" + skewed +
      "</body></body></worldbody></mujoco>");
  JointSpec one = JointSpec::revolute({0, .6, .8}, "one");
  one.armature = {.5};
  const Vec3<double> com{.1, -.2, .3};
  const Sym3<double> inertia{.5, .02, .6, -.03, .04, .7};
  Builder builder("arm");
  builder.gravity({1, 2, 3})
      .body({.name = "a",
             .placement = placed(Vec3<double>{1, 2, 3}),
             .joint = one,
             .mass = 2,
             .com = com,
             .inertia = inertia})
      .body({.name = "b",
             .parent = "a",
             .placement = placed(Vec3<double>{0, 0, 1}),
             .joint = JointSpec::prismatic({0, 0, 1}, "two"),
             .mass = 2,
             .com = com,
             .inertia = inertia});
  expect_same(read_model, builder.build());
  EXPECT_EQ(read_model.name(), "arm");
  EXPECT_EQ(read_model.joint_names(), (Strings{"one", "two"}));
  EXPECT_EQ(read_model.limits().lower[0], -1);
  EXPECT_EQ(read_model.limits().upper[0], 2);
  EXPECT_EQ(read_model.limits().effort[0], 7);
  EXPECT_EQ(read_model.passive().damping[0], .1);
  EXPECT_EQ(read_model.passive().friction[0], .2);
}

TEST(MjcfTree, AnglesAreInDegreesByDefault) {
  const Model model = read(robot(body("", "<joint range='-90 180'/>" + skewed) +
                                 body("", "<joint type='slide' range='-90 180'/>" + skewed)));
  EXPECT_DOUBLE_EQ(model.limits().lower[0], -1.5707963267948966);
  EXPECT_DOUBLE_EQ(model.limits().upper[0], 3.141592653589793);
  EXPECT_DOUBLE_EQ(model.limits().lower[1], -90);
}

TEST(MjcfTree, InfiniteRangesAreNoLimitsAsInMuJoCo) {
  const auto joint = [](const char* attributes) {
    return read(robot(body("", concat("<joint ", attributes, "/>", skewed))));
  };
  const Model model = joint("range='-inf 180' actuatorfrcrange='-Infinity inf'");
  EXPECT_EQ(model.limits().lower[0], -HUGE_VAL);
  EXPECT_DOUBLE_EQ(model.limits().upper[0], 3.141592653589793);
  EXPECT_EQ(model.limits().effort[0], HUGE_VAL);
  EXPECT_EQ(joint("limited='true' range='-inf inf'").limits().upper[0], HUGE_VAL);
  EXPECT_TRUE(joint("type='ball' range='0 inf'").warnings().empty());
  EXPECT_NE(warnings(robot(body("", "<joint range='inf inf'/>" + skewed))).find("an empty interval"),
            std::string::npos);
}

TEST(MjcfTree, JointsOfOneBodyAreAChainOfMasslessBodies) {
  const std::string joints[] = {"<joint type='slide' axis='1 0 0'/>", "<joint axis='0 1 1' pos='.1 .2 .3'/>",
                                "<joint type='ball' pos='-.3 .1 .2'/>"};
  const std::string together =
      robot(body("name='b' pos='1 2 3' euler='10 20 30'", joints[0] + joints[1] + joints[2] + skewed));
  // one body per joint: the frames coincide, so that each joint has the same position in its own body
  const std::string nested = robot(
      body("pos='1 2 3' euler='10 20 30'", joints[0] + body("", joints[1] + body("name='b'", joints[2] + skewed))));
  expect_same(together, nested);
  EXPECT_EQ(read(together).joint_names(), (Strings{"b_joint_1", "b_joint_2", "b_joint_3"}));
  EXPECT_EQ(read(together).frame_names(), (Strings{"b/1", "b/2", "b"}));
}

TEST(MjcfTree, AnchorsMoveTheJointNotTheBody) {
  // a hinge at an anchor is a hinge at the origin of a body moved there, with the rest moved back
  expect_same(robot(body("name='b' pos='1 2 3'", "<joint axis='1 2 3' pos='.1 .2 .3'/>" + skewed)),
              robot(body("pos='1.1 2.2 3.3'", "<joint axis='1 2 3'/>" + body("name='b' pos='-.1 -.2 -.3'", skewed))));
  expect_same(robot(body("name='b'", "<joint type='slide' axis='1 2 3' pos='.1 .2 .3'/>" + skewed)),
              robot(body("name='b'", "<joint type='slide' axis='1 2 3'/>" + skewed)));
}

TEST(MjcfTree, RefShiftsTheCoordinate) {
  const auto arm = [](const char* type, const char* more) {
    return read(robot(body("name='b' pos='1 2 3' euler='10 20 30'",
                           concat("<joint type='", type, "' axis='1 2 3' pos='.1 .2 .3' ", more, "/>", skewed)),
                      "<compiler angle='radian' eulerseq='XYZ'/>"));
  };
  for (const char* type : {"hinge", "slide"}) {
    const Model plain = arm(type, ""), shifted = arm(type, "ref='.7'");
    const std::vector<double> v{1.5}, a{-2};
    EXPECT_LT(largest_difference(torques(plain, {.4}, v, a), torques(shifted, {1.1}, v, a)), 1e-12);
    EXPECT_LT(largest_difference(poses(plain, {.4}, {"b"}), poses(shifted, {1.1}, {"b"})), 1e-12);
  }
}

TEST(MjcfTree, FreeBodiesHaveTheirPoseInTheWorldAsCoordinates) {
  const std::string plain = robot(body("name='b'", "<freejoint/>" + skewed));
  expect_same(plain, robot("<frame pos='1 2 3' euler='10 20 30'>" +
                           body("name='b' pos='1 2 3'", "<joint type='free'/>" + skewed) + "</frame>"));
  expect_same(plain, robot(body("name='b'", "<freejoint/>" + skewed), "<default><joint armature='3'/></default>"));
  const Model model = read(plain);
  const std::vector<double> q{1, 2, 3, 0, 0, 0, 1}, at = poses(model, q, {"b"});
  EXPECT_EQ(std::vector<double>(at.begin(), at.begin() + 3), (std::vector<double>{1, 2, 3}));
}

TEST(MjcfTree, CoordinatesAreDepthFirstWhateverTheOrderOfElements) {
  const Model model =
      read(robot(body("name='a'", body("name='b'", "<joint name='inner'/>" + skewed) + skewed +
                                      "<joint name='outer'/>" + body("name='c'", "<joint name='last'/>" + skewed))));
  EXPECT_EQ(model.joint_names(), (Strings{"outer", "inner", "last"}));
}

TEST(MjcfTree, ReplicatesAreCopiesWrittenOut) {
  const auto copy = [](const char* k, const char* pose) {
    return concat(
        "<frame ", pose, ">",
        body(concat("name='leg", k, "' pos='.1 .2 .3' euler='5 6 7'"), concat("<joint name='hip", k, "'/>", skewed)),
        "</frame>");
  };
  // rotated by multiples of the angles; each copy is offset in coordinates of the previous one
  expect_same(
      robot("<replicate count='3' sep='_' offset='1 0 0' euler='0 0 90'>" + copy("", "") + "</replicate>"),
      robot(copy("_0", "") + copy("_1", "pos='1 0 0' euler='0 0 90'") + copy("_2", "pos='1 1 0' euler='0 0 180'")));
  expect_same(robot("<replicate count='3' euler='10 20 30'>" + copy("", "") + "</replicate>"),
              robot(copy("0", "") + copy("1", "euler='10 20 30'") + copy("2", "euler='20 40 60'")));
}

TEST(MjcfTree, NamesOfNestedCopiesHaveTheInnerNumberFirst) {
  const Model model = read(robot("<replicate count='2' sep='-'>" +
                                 body("name='a'", "<joint name='i'/>" + skewed + "<replicate count='10' sep='+'>" +
                                                      body("name='b'", "<joint name='j'/>" + skewed) + "</replicate>") +
                                 "</replicate>"));
  EXPECT_EQ(model.joint_names()[0], "i-0");
  EXPECT_EQ(model.joint_names()[1], "j+00-0");
  EXPECT_EQ(model.joint_names()[21], "j+09-1");
  EXPECT_EQ(model.body_names()[12], "b+00-1");
}

TEST(MjcfTree, GeomsMayBeReplicated) {
  expect_same(robot(hinged("<replicate count='2' offset='1 0 0'>" + ball + "</replicate>")),
              robot(hinged(ball + "<frame pos='1 0 0'>" + ball + "</frame>")), 1e-10);
}

TEST(MjcfTree, WhatHasNoNameGetsOne) {
  const Model model = read(robot(body("", "<joint/>" + skewed + body("name='body_3'", "<joint/>" + skewed) +
                                              body("", "<joint/><joint name='x' axis='1 0 0'/>" + skewed))));
  EXPECT_EQ(model.frame_names(), (Strings{"body_1", "body_3", "body_3_/1", "body_3_"}));
  EXPECT_EQ(model.joint_names(), (Strings{"body_1", "body_3", "body_3__joint_1", "x"}));
}

TEST(MjcfTree, BodiesWithoutJointsAreFixedToTheirParents) {
  const Model model = read(robot(body("name='table' pos='0 0 1' mocap='true'", ball) +
                                 body("name='a'", "<joint/>" + body("name='hand' pos='1 0 0'", skewed))));
  EXPECT_EQ(model.nbody(), 1);
  EXPECT_EQ(model.frame_names(), (Strings{"table", "a", "hand"}));
}

TEST(MjcfTree, SeveralWorldbodiesAreOne) {
  expect_same("<mujoco><worldbody>" + hinged(skewed, "name='a'") + "</worldbody><worldbody>" +
                  hinged(skewed, "name='b'") + "</worldbody></mujoco>",
              robot(hinged(skewed, "name='a'") + hinged(skewed, "name='b'")));
}

}  // namespace

}  // namespace treefix::test::mjcf
