// Settings of <compiler> and <option>, and warnings about ignored features.
#include <treefix/base/text.hpp>

#include "support.hpp"

namespace treefix::test::mjcf {

namespace {

std::string compiler(const std::string& attributes) { return "<compiler " + attributes + "/>"; }
std::string weight(const char* numbers, const char* pose = "") {
  return concat("<inertial pos='.1 .2 .3' ", pose, " mass='2' ", numbers, "/>");
}

TEST(MjcfCompiler, BoundsRaiseMassesAndMoments) {
  expect_same(robot(hinged(weight("diaginertia='.5 .6 .7'")), compiler("boundmass='3'")),
              robot(hinged("<inertial pos='.1 .2 .3' mass='3' diaginertia='.5 .6 .7'/>")));
  expect_same(robot(hinged(weight("diaginertia='.1 .6 .6'", "euler='10 20 30'")), compiler("boundinertia='.2'")),
              robot(hinged(weight("diaginertia='.2 .6 .6'", "euler='10 20 30'"))));
  // along principal axes: 1 ± .5 about x and y rotated by 45°
  expect_same(robot(hinged(weight("fullinertia='1 1 1.5 .5 0 0'")), compiler("boundinertia='.8'")),
              robot(hinged(weight("diaginertia='1.5 .8 1.5'", "euler='0 0 45'"))));
}

/// Bodies fixed to the world are then part of it and have no mass.
TEST(MjcfCompiler, TotalMassLeavesOutWhatIsFusedWithTheWorld) {
  const std::string bodies = "<body><geom size='.1'/></body><body><joint/><geom size='.1'/></body>";
  EXPECT_DOUBLE_EQ(read(robot(bodies, compiler("settotalmass='12'"))).total_mass(), 6);
  EXPECT_DOUBLE_EQ(read(robot(bodies, compiler("settotalmass='12' fusestatic='true'"))).total_mass(), 12);
}

TEST(MjcfCompiler, BalanceTakesTheMeanOfMomentsThatBreakTheTriangleInequality) {
  expect_same(robot(hinged(weight("diaginertia='1 1 3'")), compiler("balanceinertia='true' boundinertia='1.5'")),
              robot(hinged(weight("diaginertia='1.5 1.5 3'"))));
  expect_same(robot(hinged(weight("diaginertia='1 1 4'")), compiler("balanceinertia='true'")),
              robot(hinged(weight("diaginertia='2 2 2'"))));
}

TEST(MjcfCompiler, SettotalmassScalesEverything) {
  const std::string bodies =
      hinged(weight("diaginertia='.5 .6 .7'"), "name='a'") + body("name='b'", weight("diaginertia='.5 .6 .7'"));
  expect_same(robot(bodies, compiler("settotalmass='2'")),
              robot(hinged("<inertial pos='.1 .2 .3' mass='1' diaginertia='.25 .3 .35'/>", "name='a'")));
  EXPECT_DOUBLE_EQ(read(robot(bodies, compiler("settotalmass='0'"))).total_mass(), 2);
}

TEST(MjcfCompiler, GravityMayBeSwitchedOff) {
  const auto gravity = [](const std::string& option) {
    return read(robot(hinged(skewed), option)).mechanism().gravity.z;
  };
  EXPECT_EQ(gravity(""), -9.81);
  EXPECT_EQ(gravity("<option gravity='0 0 -5'/>"), -5);
  EXPECT_EQ(gravity("<option gravity='0 0 -5'/><option gravity='0 0 7'/>"), 7);
  EXPECT_EQ(gravity("<option gravity='0 0 -5'><flag gravity='disable'/></option>"), 0);
}

TEST(MjcfCompiler, AutolimitsSaysWhetherARangeIsALimit) {
  const auto upper = [](const char* attributes, const char* autolimits) {
    return read(robot(body("", concat("<joint range='-1 1' ", attributes, "/>", skewed)),
                      concat("<compiler angle='radian' autolimits='", autolimits, "'/>")))
        .limits()
        .upper[0];
  };
  EXPECT_EQ(upper("", "true"), 1);
  EXPECT_EQ(upper("limited='true'", "false"), 1);
  EXPECT_TRUE(std::isinf(upper("limited='false'", "true")));
  EXPECT_TRUE(std::isinf(upper("limited='false'", "false")));
}

TEST(MjcfCompiler, IgnoredFeaturesAreReportedOnce) {
  const std::string text =
      "\n<mujoco>\n<option density='1'/><worldbody>" +
      body("name='a' gravcomp='1'",
           "<joint name='j' damping='1' stiffness='2' frictionloss='.1'/>" + skewed + "<geom size='.1'/>") +
      body("name='b'", "<joint damping='1' type='ball' range='0 1'/>" + skewed) +
      "</worldbody><equality><weld body1='a' body2='b'/></equality><tendon><fixed/><spatial/></tendon>"
      "<contact><pair/><exclude/></contact><actuator><motor joint='j' armature='1'/><motor "
      "joint='j'/></actuator></mujoco>";
  EXPECT_EQ(
      warnings(text),
      "f:2:1: warning: the file has 1 equality constraint, 2 tendons, contacts of 1 geom, 1 contact pair, springs of 1 "
      "joint, damping of 2 joints, frictionloss of 1 joint, ranges of 1 ball joint, gravcomp of 1 body, armature or "
      "damping of 1 actuator, fluid forces (density, viscosity), which affect the motion in MuJoCo; ignored in the "
      "dynamics of treefix\n    hint: damping and frictionloss are stored with the joints\n");
}

TEST(MjcfCompiler, SectionsWithoutEffectOnDynamicsAreSkippedWithoutWarnings) {
  EXPECT_EQ(warnings(robot(
                hinged(skewed + "<site/><camera/><light/>"),
                "<size memory='1M'/><visual><anything/></visual><statistic/><extension/><custom/><keyframe/>"
                "<sensor><gyro site='s'/></sensor><asset><texture/><material/><mesh name='m' file='none.stl'/></asset>"
                "<compiler discardvisual='true' fusestatic='true' texturedir='x'/>")),
            "");
}

TEST(MjcfCompiler, FeaturesThatFlagsDisableAreNotReported) {
  EXPECT_EQ(warnings(robot(body("", "<joint damping='1' stiffness='2'/><geom size='.1'/>"),
                           "<option><flag contact='disable' spring='disable' damper='disable'/></option>")),
            "");
}

}  // namespace

}  // namespace treefix::test::mjcf
