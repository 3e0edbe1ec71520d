// All forms of the same orientation are equal.
#include "support.hpp"

namespace treefix::test::mjcf {

namespace {

std::string arm(const std::string& pose, const std::string& before = "") {
  return robot(body("name='b' pos='1 2 3' " + pose, "<joint axis='1 2 3'/>" + skewed), before);
}

const std::string radian = "<compiler angle='radian'/>";

TEST(MjcfOrientation, FormsOfOneRotationAgree) {
  // 90° about z
  const std::string quat = arm("quat='1 0 0 1'");
  expect_same(quat, arm("quat='-3 0 0 -3'"));
  expect_same(quat, arm("axisangle='0 0 5 90'"));
  expect_same(quat, arm("euler='0 0 90'"));
  expect_same(quat, arm("xyaxes='0 2 0 -3 1 0'"));
  expect_same(quat, arm("euler='0 0 1.5707963267948966'", radian));
  expect_same(quat, arm("axisangle='0 0 1 1.5707963267948966'", radian));
}

TEST(MjcfOrientation, ZaxisIsTheShortestWay) {
  expect_same(arm("zaxis='1 0 0'"), arm("axisangle='0 1 0 90'"));
  expect_same(arm("zaxis='0 0 7'"), arm(""));
  expect_same(arm("zaxis='0 0 -1'"), arm("axisangle='1 0 0 180'"));
  expect_same(arm("zaxis='0 -1 1'"), arm("axisangle='1 0 0 45'"));
}

TEST(MjcfOrientation, EulerSequencesTurnAboutOwnOrFixedAxes) {
  const std::string nested = robot(
      body("pos='1 2 3' axisangle='1 0 0 10'",
           body("axisangle='0 1 0 20'", body("name='b' axisangle='0 0 1 30'", "<joint axis='1 2 3'/>" + skewed))));
  expect_same(arm("euler='10 20 30'"), nested);
  expect_same(arm("euler='30 20 10'", "<compiler eulerseq='ZYX'/>"), nested);
  expect_same(arm("euler='10 30 20'", "<compiler eulerseq='xzY'/>"),
              arm("euler='20 10 30'", "<compiler eulerseq='yxz'/>"));
}

TEST(MjcfOrientation, SettingsHoldWhereverTheyStand) {
  const std::string late = "<mujoco><worldbody>" +
                           body("name='b' pos='1 2 3' euler='.1 .2 .3'", "<joint axis='1 2 3'/>" + skewed) +
                           "</worldbody><compiler angle='radian'/><compiler eulerseq='zyx'/></mujoco>";
  expect_same(late, arm("euler='.1 .2 .3'", "<compiler angle='radian' eulerseq='zyx'/>"));
}

TEST(MjcfOrientation, FramesAreNestedPoses) {
  const std::string inside = "<joint axis='1 2 3' pos='.1 .2 .3'/>" + skewed;
  expect_same(robot("<frame pos='1 2 3' euler='10 20 30'><frame euler='5 6 7'>" +
                    body("name='b' pos='.1 .2 .3' zaxis='1 2 3'", inside) + "</frame></frame>"),
              robot(body("pos='1 2 3' euler='10 20 30'",
                         body("euler='5 6 7'", body("name='b' pos='.1 .2 .3' zaxis='1 2 3'", inside)))));
}

TEST(MjcfOrientation, FramesMoveWhatABodyHas) {
  const std::string framed = robot(body("name='b'",
                                        "<frame pos='1 2 3' euler='90 0 0'><joint pos='.1 .2 .3' axis='0 1 0'/>"
                                        "<inertial pos='.1 .2 .3' mass='2' diaginertia='.5 .6 .7'/></frame>"));
  // 90° about x takes y to z and z to −y
  expect_same(framed, robot(body("name='b'",
                                 "<joint pos='1.1 1.7 3.2' axis='0 0 1'/>"
                                 "<inertial pos='1.1 1.7 3.2' mass='2' diaginertia='.5 .7 .6'/>")));
}

}  // namespace

}  // namespace treefix::test::mjcf
