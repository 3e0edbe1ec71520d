// Messages for malformed MJCF files: position, value found, value expected, and a hint.
#include <ostream>

#include "support.hpp"

namespace treefix::test::mjcf {

namespace {

std::string in_body(const std::string& content) { return robot("\n<body name='b'>" + content + "</body>"); }
std::string geom(const std::string& attributes) { return in_body("<joint/>\n<geom " + attributes + "/>"); }
std::string joint(const std::string& attributes) { return in_body("\n<joint " + attributes + "/>" + skewed); }
std::string inertial(const std::string& attributes) { return in_body("<joint/>\n<inertial " + attributes + "/>"); }
std::string pose(const std::string& attributes) {
  return robot("\n<body name='b' " + attributes + "><joint/>" + skewed + "</body>");
}
std::string before(const std::string& section) { return robot(hinged(skewed), "\n" + section); }

class MjcfMalformed : public ::testing::TestWithParam<Malformed> {};

TEST_P(MjcfMalformed, IsRefusedWithItsMessage) { EXPECT_EQ(first_problem(GetParam().text), GetParam().expected); }

const Malformed shapes[] = {
    {"NoSize", geom(""),
     "f:3:1: error: <geom> of body 'b': number 1 of size is missing, expected a positive length"
     "\n    hint: spheres have 1 size, capsules and cylinders 2, boxes and ellipsoids 3; 1 with fromto"},
    {"ZeroSize", geom("type='box' size='1 0 1'"),
     "f:3:18: error: <geom> of body 'b': number 2 of size is 0, expected a positive length"
     "\n    hint: spheres have 1 size, capsules and cylinders 2, boxes and ellipsoids 3; 1 with fromto"},
    {"FromtoWithoutLength", geom("type='capsule' size='1' fromto='1 2 3 1 2 3'"),
     "f:3:31: error: <geom> of body 'b': the ends of fromto coincide, expected two different points"},
    {"FromtoOnASphere", geom("size='1' fromto='1 2 3 1 2 4'"),
     "f:3:16: error: <geom> of body 'b': fromto is given for a shape that has no length, expected capsule, cylinder, "
     "box or "
     "ellipsoid"},
    {"FromtoAndPos", geom("type='capsule' size='1' pos='1 2 3' fromto='1 2 3 1 2 4'"),
     "f:3:43: error: <geom> of body 'b': it has both pos and fromto, expected one of them"},
    {"NegativeMass", geom("size='1' mass='-1'"),
     "f:3:16: error: <geom> of body 'b': mass is -1, expected zero or more"},
    {"NegativeDensity", geom("size='1' density='-1'"),
     "f:3:16: error: <geom> of body 'b': density is -1, expected zero or more"},
    {"UnknownShape", geom("type='spher' size='1'"),
     "f:3:7: error: <geom> of body 'b': type is \"spher\", expected plane, hfield, sphere, capsule, ellipsoid, "
     "cylinder, "
     "box, mesh or sdf\n    hint: did you mean 'sphere'?"},
    {"UnknownMesh",
     robot(hinged("\n<geom type='mesh' mesh='arn'/>"), "<asset><mesh name='arm' file='arm.stl'/></asset>"),
     "f:2:19: error: <geom> of body 'b': mesh is \"arn\", but <asset> has no mesh of that name, expected the name of a "
     "mesh\n    hint: did you mean 'arm'?"},
    {"NoMesh", geom("type='mesh'"),
     "f:3:7: error: <geom> of body 'b': a geom of type mesh has no attribute 'mesh', expected the name of a mesh"},
    {"MovingPlane", geom("type='plane' size='1 1 1'"),
     "f:3:1: error: <geom> of body 'b': a plane in a body that moves, expected planes in the world or in bodies fixed "
     "to it"},
    {"FractionalGroup", geom("size='1' group='1.5'"),
     "f:3:16: error: <geom> of body 'b': group is \"1.5\", expected an integer"},
    {"WorldGeom", robot("\n<geom size='-1'/>"),
     "f:2:7: error: <geom>: number 1 of size is -1, expected a positive length"
     "\n    hint: spheres have 1 size, capsules and cylinders 2, boxes and ellipsoids 3; 1 with fromto"},
};
INSTANTIATE_TEST_SUITE_P(Shapes, MjcfMalformed, ::testing::ValuesIn(shapes), test_name);

const Malformed orientations[] = {
    {"ZeroQuaternion", pose("quat='0 0 0 0'"),
     "f:2:16: error: body 'b': quat is \"0 0 0 0\": zero, expected a quaternion w x y z"},
    {"TwoForms", pose("quat='1 0 0 0' euler='0 0 0'"),
     "f:2:31: error: body 'b': it has both quat and euler, expected one orientation"},
    {"ZeroAxisOfAngle", pose("axisangle='0 0 0 10'"),
     "f:2:16: error: body 'b': axisangle is \"0 0 0 10\": the axis is zero, expected a direction and an angle"},
    {"ParallelAxes", pose("xyaxes='1 0 0 2 0 0'"),
     "f:2:16: error: body 'b': xyaxes is \"1 0 0 2 0 0\": the two axes are parallel, expected two directions that "
     "differ"},
    {"ZeroZaxis", pose("zaxis='0 0 0'"), "f:2:16: error: body 'b': zaxis is \"0 0 0\": zero, expected a direction"},
    {"ThreeOfFour", pose("quat='1 0 0'"), "f:2:16: error: body 'b': quat is \"1 0 0\": 3 numbers, expected 4 numbers"},
    {"FarAway", pose("pos='2e9 0 0'"),
     "f:2:16: error: body 'b': pos is (2e+09, 0, 0) m, expected at most 1e+09 m\n    hint: lengths are in metres"},
};
INSTANTIATE_TEST_SUITE_P(Orientations, MjcfMalformed, ::testing::ValuesIn(orientations), test_name);

const Malformed joints[] = {
    {"ZeroAxis", joint("axis='0 0 0'"), "f:3:8: error: <joint> of body 'b': axis is (0, 0, 0), expected a direction"},
    {"UnknownType", joint("type='hing'"),
     "f:3:8: error: <joint> of body 'b': type is \"hing\", expected free, ball, slide or hinge\n    hint: did you mean "
     "'hinge'?"},
    {"LimitedWithoutRange", joint("limited='true'"),
     "f:3:1: error: <joint> of body 'b': it has limited=\"true\" but no range, expected a lower bound below the upper "
     "bound"},
    {"EmptyRange", joint("limited='true' range='2 1'"),
     "f:3:23: error: <joint> of body 'b': range is 2 to 1, expected a lower bound below the upper bound"},
    {"BallRange", joint("type='ball' range='-1 1'"),
     "f:3:20: error: <joint> of body 'b': the range of a ball joint begins at -1, expected 0 and the largest angle"},
    {"RangeWithoutLimited",
     robot(body("name='b'", "\n<joint range='-1 1'/>" + skewed), "<compiler autolimits='false'/>"),
     "f:2:8: error: <joint> of body 'b': it has range but not limited, expected limited=\"true\" or \"false\"\n    "
     "hint: "
     "autolimits=\"true\" in <compiler> would make it a limit"},
    {"NegativeArmature", joint("armature='-1'"),
     "f:3:8: error: <joint> of body 'b': armature is -1, expected zero or more"},
    {"InTheWorld", robot("\n<joint/>"), "f:2:1: error: <joint>: a joint in the world, expected joints only in bodies"},
    {"FreeInside", in_body("<joint/>" + skewed + "\n<body><freejoint/>" + skewed + "</body>"),
     "f:3:7: error: <freejoint> of body 'b': a free joint in a nested body, expected a body directly "
     "in "
     "<worldbody>"},
    {"FreeBesideOthers", in_body("<joint/>\n<freejoint/>" + skewed),
     "f:3:1: error: <freejoint> of body 'b': a free joint and other joints in the same body, expected a free joint "
     "alone"},
    {"BallBeforeHinge", in_body("<joint type='ball'/>\n<joint/>" + skewed),
     "f:3:1: error: <joint> of body 'b': a ball joint before a joint that rotates, expected the ball joint last"},
    {"SameName", in_body("<joint name='j'/>\n<joint name='j' axis='1 0 0'/>" + skewed),
     "f:3:8: error: joint 'j': name is \"j\", which another joint already has, expected unique names"},
    {"Aligned", in_body("\n<freejoint align='true'/>" + skewed),
     "f:3:12: error: <freejoint> of body 'b': the free body is to be aligned with its principal axes, expected no "
     "alignfree in <compiler> and no align in <freejoint>\n    hint: alignment is not supported, because it changes "
     "the meaning of the coordinates"},
};
INSTANTIATE_TEST_SUITE_P(Joints, MjcfMalformed, ::testing::ValuesIn(joints), test_name);

const Malformed inertias[] = {
    {"Two", in_body("<joint/>" + skewed + "\n" + skewed),
     "f:3:1: error: <inertial> of body 'b': a second <inertial> of the same body, expected at most one"},
    {"InTheWorld", robot("\n" + skewed),
     "f:2:1: error: <inertial>: an <inertial> in the world, expected <inertial> only in bodies"},
    {"BothForms", inertial("pos='0 0 0' mass='1' diaginertia='1 1 1' fullinertia='1 1 1 0 0 0'"),
     "f:3:52: error: <inertial> of body 'b': it has both diaginertia and fullinertia, expected one of them"},
    {"FullAndTurned", inertial("pos='0 0 0' mass='1' euler='1 2 3' fullinertia='1 1 1 0 0 0'"),
     "f:3:32: error: <inertial> of body 'b': it has both fullinertia and euler, expected no orientation, because "
     "fullinertia uses the axes of the body"},
    {"Neither", inertial("pos='0 0 0' mass='1'"),
     "f:3:1: error: <inertial> of body 'b': it has neither diaginertia nor fullinertia, expected one of them, because "
     "the "
     "body moves"},
    {"NoMass", inertial("pos='0 0 0' diaginertia='1 1 1'"),
     "f:3:1: error: <inertial> of body 'b': attribute 'mass' is missing, expected the mass in kg"},
    {"NoPos", inertial("mass='1' diaginertia='1 1 1'"),
     "f:3:1: error: <inertial> of body 'b': attribute 'pos' is missing, expected the centre of mass"},
    {"NegativeMass", inertial("pos='0 0 0' mass='-1' diaginertia='1 1 1'"),
     "f:3:23: error: <inertial> of body 'b': mass is -1, expected zero or more"},
    {"NoInertiaAtAll", in_body("<joint/>"),
     "f:2:1: error: body 'b': it moves, but neither it nor what it carries has mass"},
};
INSTANTIATE_TEST_SUITE_P(Inertias, MjcfMalformed, ::testing::ValuesIn(inertias), test_name);

const Malformed structures[] = {
    {"UnknownClass",
     robot(hinged(skewed) + "\n<geom class='whell' size='1'/>", "<default><default class='wheel'/></default>"),
     "f:2:7: error: <geom>: class is \"whell\", which no <default> defines, expected the class of a <default>"
     "\n    hint: did you mean 'wheel'?"},
    {"ClassTwice", before("<default><default class='a'/><default class='a'/></default>"),
     "f:2:39: error: <default>: class is \"a\", which is already defined, expected a new class name"},
    {"ClassWithoutName", before("<default><default/></default>"),
     "f:2:10: error: <default>: a nested <default> has no class, expected class=\"…\"\n    hint: only the top-level "
     "<default> may omit it; its class is main"},
    {"TopClassRenamed", before("<default class='a'/>"),
     "f:2:10: error: <default>: class is \"a\" in the top-level <default>, expected main, or no class\n    "
     "hint: nest it in another <default>"},
    {"Composite", in_body("\n<composite/>"),
     "f:3:1: error: <composite> of body 'b': this element is not supported, expected bodies, joints, geoms and "
     "frames\n    hint: MuJoCo can save the robot with all bodies written out"},
    {"GlobalCoordinates", before("<compiler coordinate='global'/>"),
     "f:2:11: error: <compiler>: coordinate is \"global\", expected local\n    hint: MuJoCo removed global "
     "coordinates; load and save the file in MuJoCo 2.3.3 or older"},
    {"UnknownAngle", before("<compiler angle='degrees'/>"),
     "f:2:11: error: <compiler>: angle is \"degrees\", expected radian or degree\n    hint: did you mean 'degree'?"},
    {"Eulerseq", before("<compiler eulerseq='abc'/>"),
     "f:2:11: error: <compiler>: eulerseq is \"abc\", expected three letters out of x, y, z, X, Y, Z\n    hint: lower "
     "case rotates about axes of the rotated frame, upper case about axes of the parent"},
    {"SameName", robot("<body name='a'/>\n<body name='a'/>"),
     "f:2:7: error: body 'a': name is \"a\", which another body already has, expected unique names"},
    {"World", robot("\n<body name='world'/>"),
     "f:2:7: error: body 'world': name is \"world\", expected another name, because <worldbody> has this one"},
    {"JointInReplicate", in_body("<replicate count='2'>\n<joint/></replicate>" + skewed),
     "f:3:1: error: <joint> of body 'b': a joint directly in <replicate>, expected joints inside its bodies"},
    {"ReplicateWithoutCount", in_body("\n<replicate/>"),
     "f:3:1: error: <replicate> of body 'b': attribute 'count' is missing, expected the number of copies"},
    {"MovingMocap", robot("\n<body name='b' mocap='true'><joint/>" + skewed + "</body>"),
     "f:2:16: error: body 'b': a mocap body that has joints or is nested, expected a body directly in <worldbody>, "
     "without joints"},
    {"IncludeInText", robot("\n<include file='a.xml'/>"),
     "f:2:10: error: <include>: file is \"a.xml\", but a robot loaded from text has no folder, expected no other "
     "files\n "
     "   "
     "hint: set the folder option, or load a file"},
};
INSTANTIATE_TEST_SUITE_P(Structures, MjcfMalformed, ::testing::ValuesIn(structures), test_name);

TEST(MjcfMalformedFiles, HaveAllTheirProblemsListed) {
  const std::string text =
      all_problems(robot("<body name='a' pos='1 2'>\n<joint axis='0 0 0'/>\n<geom type='bocks' size='1'/>\n<body "
                         "quat='0 0 0 0'/></body>"));
  for (const char* part : {"f:1:35: error: body 'a': pos is \"1 2\"", "f:2:8: error: <joint> of body 'a': axis",
                           "f:3:7: error: <geom> of body 'a': type is", "f:4:7: error: <body> of body 'a': quat is"})
    EXPECT_NE(text.find(part), std::string::npos) << part << "\n" << text;
}

TEST(MjcfMalformedFiles, MisspelledWordsAreWarnedOf) {
  EXPECT_EQ(warnings(robot("\n<body nam='a'>\n<joint damp='1'/>\n<geon/>" + skewed + "</body>", "<optoin/>")),
            "f:1:9: warning: <optoin>: unknown element; ignored\n    hint: did you mean "
            "'option'?\n"
            "f:2:7: warning: <body>: unknown attribute 'nam'; ignored\n    hint: did you mean 'name'?\n"
            "f:3:8: warning: <joint>: unknown attribute 'damp'; ignored\n    hint: did you mean "
            "'damping'?\n"
            "f:4:1: warning: <geon>: unknown element; ignored\n    hint: did you mean 'geom'?\n");
}

TEST(MjcfMalformedFiles, ProblemsOfCopiesAreReportedOnce) {
  const std::string text = all_problems(robot("<replicate count='5'>\n<body pos='1'/></replicate>"));
  EXPECT_EQ(text, "f:2:7: error: <body>: pos is \"1\": one number, expected 3 numbers");
}

TEST(MjcfMalformedFiles, AFreeRootIsRefused) {
  EXPECT_EQ(first_problem(robot(""), {.root = RootJoint::free}),
            "f:1:1: error: <mujoco>: a free root was requested, expected a fixed root for MJCF\n    hint: add "
            "<freejoint/> to a body of <worldbody> to make it free");
}

TEST(MjcfMalformedFiles, AlignmentThatWouldChangeNothingIsNoError) {
  const std::string aligned = "<compiler alignfree='true'/>", child = body("name='c'", skewed);
  for (const char* joint : {"<freejoint/>", "<joint type='free'/>"}) {
    EXPECT_NE(first_problem(robot(body("", joint + skewed), aligned)).find("to be aligned"), std::string::npos);
    EXPECT_EQ(first_problem(robot(body("", joint + skewed + child), aligned)), "loaded");
  }
  EXPECT_EQ(first_problem(robot(body("", "<freejoint align='false'/>" + skewed), aligned)), "loaded");
}

TEST(MjcfMalformedFiles, EmptyRangesAreNoLimits) {
  EXPECT_EQ(
      warnings(joint("range='2 1'")),
      "f:3:8: warning: <joint> of body 'b': range is 2 to 1, an empty interval; treated as unlimited, as in MuJoCo"
      "\n    hint: the lower bound comes first\n");
}

}  // namespace

}  // namespace treefix::test::mjcf
