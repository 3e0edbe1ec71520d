// Malformed URDF files, each with its message.
#include <gtest/gtest.h>

#include "../refusal.hpp"

namespace treefix::test {

namespace {

/// Two links; the second is on a joint with the given children. Each case has one error.
std::string robot(const std::string& content) { return "<robot name='r'>\n" + content + "\n</robot>"; }

const std::string base = "<link name='base'/>\n";
const std::string mass = "<mass value='1'/>";
const std::string inertia = "<inertia ixx='1' ixy='0' ixz='0' iyy='1' iyz='0' izz='1'/>";

std::string link(const std::string& inertial) {
  return base + "<link name='arm'><inertial>" + inertial + "</inertial></link>\n";
}
const std::string arm = link(mass + inertia);
const std::string ends = "<parent link='base'/><child link='arm'/>";
const std::string limit = "<limit lower='-1' upper='1' effort='1' velocity='1'/>";

std::string joint(const std::string& parts, const std::string& type = "revolute") {
  return "<joint name='elbow' type='" + type + "'>" + ends + parts + "</joint>";
}
std::string on_joint(const std::string& parts, const std::string& type = "continuous") {
  return robot(arm + joint(parts, type));
}
std::string with_inertial(const std::string& inertial) { return robot(link(inertial) + joint("", "continuous")); }
std::string number(const std::string& text) { return with_inertial("<mass value='" + text + "'/>" + inertia); }
std::string between(const std::string& a, const std::string& b, const std::string& name) {
  return "<joint name='" + name + "' type='fixed'><parent link='" + a + "'/><child link='" + b + "'/></joint>\n";
}

const Malformed cases[] = {
    // numbers
    {"empty number", number(""), "f:3:34: error: <mass> of link 'arm': value is \"\": empty, expected one number"},
    {"blank number", number("  "), "f:3:34: error: <mass> of link 'arm': value is \"  \": empty, expected one number"},
    {"comma", number("1,0"),
     "f:3:34: error: <mass> of link 'arm': value is \"1,0\": extra characters after the number, expected a finite "
     "number\n"
     "    hint: write numbers with a decimal point and separate them by spaces, not commas"},
    {"exponent cut off", number("1e"),
     "f:3:34: error: <mass> of link 'arm': value is \"1e\": extra characters after the number, expected a finite "
     "number"},
    {"hexadecimal", number("0x10"),
     "f:3:34: error: <mass> of link 'arm': value is \"0x10\": extra characters after the number, expected a finite "
     "number\n"
     "    hint: write it as a decimal number"},
    {"two points", number("1.0.0"),
     "f:3:34: error: <mass> of link 'arm': value is \"1.0.0\": extra characters after the number, expected a finite "
     "number"},
    {"a word", number("heavy"),
     "f:3:34: error: <mass> of link 'arm': value is \"heavy\": not a number, expected a finite number"},
    {"a unit", number("1kg"),
     "f:3:34: error: <mass> of link 'arm': value is \"1kg\": extra characters after the number, expected a finite "
     "number"},
    {"a sign alone", number("-"),
     "f:3:34: error: <mass> of link 'arm': value is \"-\": not a number, expected a finite number"},
    {"two signs", number("+-1"),
     "f:3:34: error: <mass> of link 'arm': value is \"+-1\": not a number, expected a finite number"},
    {"a point alone", number("."),
     "f:3:34: error: <mass> of link 'arm': value is \".\": not a number, expected a finite number"},
    {"NaN", number("nan"), "f:3:34: error: <mass> of link 'arm': value is \"nan\": NaN, expected a finite number"},
    {"infinity", number("inf"),
     "f:3:34: error: <mass> of link 'arm': value is \"inf\": infinite, expected a finite number"},
    {"minus infinity", number("-Infinity"),
     "f:3:34: error: <mass> of link 'arm': value is \"-Infinity\": infinite, expected a finite number"},
    {"overflow", number("1e999"),
     "f:3:34: error: <mass> of link 'arm': value is \"1e999\": out of range for a double, expected a finite "
     "number"},
    {"two numbers for one", number("1 2"),
     "f:3:34: error: <mass> of link 'arm': value is \"1 2\": more than 1, expected one number"},
    {"a fraction", number("1/2"),
     "f:3:34: error: <mass> of link 'arm': value is \"1/2\": extra characters after the number, expected a finite "
     "number"},
    {"xacro in a number", number("${mass}"),
     "f:3:34: error: <mass> of link 'arm': value is \"${mass}\": not a number, expected a finite number\n"
     "    hint: this looks like xacro; expand it first: xacro FILE > FILE.urdf"},
    {"Arabic digits", number("\xD9\xA1"),
     "f:3:34: error: <mass> of link 'arm': value is \"١\": not a number, expected a finite number"},
    {"two numbers for three", on_joint("<origin xyz='0 1'/>"),
     "f:4:87: error: <origin> of joint 'elbow': xyz is \"0 1\": 2 numbers, expected 3 numbers"},
    {"four numbers for three", on_joint("<origin xyz='0 1 2 3'/>"),
     "f:4:87: error: <origin> of joint 'elbow': xyz is \"0 1 2 3\": more than 3, expected 3 numbers"},
    {"commas between", on_joint("<origin xyz='0, 1, 2'/>"),
     "f:4:87: error: <origin> of joint 'elbow': xyz is \"0, 1, 2\", where number 1 is \"0,\": extra characters after "
     "the number, expected a finite number\n"
     "    hint: write numbers with a decimal point and separate them by spaces, not commas"},
    {"commas without spaces", on_joint("<origin xyz='0,1,2'/>"),
     "f:4:87: error: <origin> of joint 'elbow': xyz is \"0,1,2\", where number 1 is \"0,1,2\": extra characters after "
     "the number, expected a finite number\n"
     "    hint: write numbers with a decimal point and separate them by spaces, not commas"},
    {"the second of three is bad", on_joint("<origin xyz='0 one 2'/>"),
     "f:4:87: error: <origin> of joint 'elbow': xyz is \"0 one 2\", where number 2 is \"one\": not a number, expected "
     "a "
     "finite number"},
    {"NaN in rpy", on_joint("<origin rpy='0 0 nan'/>"),
     "f:4:87: error: <origin> of joint 'elbow': rpy is \"0 0 nan\", where number 3 is \"nan\": NaN, expected "
     "a finite number"},
    {"a long value", on_joint("<origin xyz='" + std::string(100, '1') + "x'/>"),
     "f:4:87: error: <origin> of joint 'elbow': xyz is "
     "\"111111111111111111111111111111111111111111111111111111111111…\" (101 bytes), where number 1 is "
     "\"111111111111111111111111111111111111111111111111111111111111…\" (101 bytes): extra characters after the "
     "number, "
     "expected a finite number"},
    // links
    {"no links", "<robot name='r'></robot>",
     "f:1:1: error: <robot>: the robot has no links, expected at least one <link>\n"
     "    hint: if xacro wrote this file, its macro may never have been called"},
    {"link without name", robot("<link/>"),
     "f:2:1: error: <link>: attribute 'name' is missing, expected the name of the link"},
    {"link with an empty name", robot("<link name=''/>"),
     "f:2:7: error: <link>: name is \"\", expected the name of the link"},
    {"link with a misspelled name", robot("<link nmae='a'/>"),
     "f:2:1: error: <link>: attribute 'name' is missing, expected the name of the link\n"
     "    hint: is 'nmae' a misspelling of it?"},
    {"two links of one name", robot("<link name='a'/>\n<link name='a'/>"),
     "f:3:13: error: link 'a': the name is used twice, first on line 2, expected a unique name for each link"},
    {"no mass", with_inertial(inertia),
     "f:3:18: error: <inertial> of link 'arm': <mass> is missing, expected <mass value=\"…\"/>"},
    {"no inertia", with_inertial(mass),
     "f:3:18: error: <inertial> of link 'arm': <inertia> is missing, expected <inertia ixx=\"…\" ixy=\"…\" ixz=\"…\" "
     "iyy=\"…\" iyz=\"…\" izz=\"…\"/>"},
    {"mass without value", with_inertial("<mass/>" + inertia),
     "f:3:28: error: <mass> of link 'arm': attribute 'value' is missing, expected a number"},
    {"misspelled value", with_inertial("<mass val='1'/>" + inertia),
     "f:3:28: error: <mass> of link 'arm': attribute 'value' is missing, expected a number\n"
     "    hint: is 'val' a misspelling of it?"},
    {"inertia without izz", with_inertial(mass + "<inertia ixx='1' ixy='0' ixz='0' iyy='1' iyz='0'/>"),
     "f:3:45: error: <inertia> of link 'arm': attribute 'izz' is missing, expected a number"},
    {"two inertials", robot("<link name='a'><inertial>" + mass + inertia + "</inertial><inertial/></link>"),
     "f:2:112: error: <inertial> of link 'a': a second <inertial>, expected at most one"},
    {"two masses", with_inertial(mass + mass + inertia),
     "f:3:45: error: <mass> of link 'arm': a second <mass>, expected at most one"},
    // mass and inertia
    {"negative mass", number("-1"), "f:3:18: error: <inertial> of link 'arm': mass is -1, expected zero or more"},
    {"a moving link without mass", robot(base + "<link name='arm'/>" + joint("", "continuous")),
     "f:3:13: error: link 'arm': it moves, but neither it nor the links that it carries have mass, expected a positive "
     "mass\n"
     "    hint: give it an <inertial>, or make joint 'elbow' fixed"},
    {"a moving link of mass zero",
     with_inertial("<mass value='0'/><inertia ixx='0' ixy='0' ixz='0' iyy='0' iyz='0' izz='0'/>"),
     "f:3:13: error: link 'arm': it moves, but neither it nor the links that it carries have mass, expected a positive "
     "mass\n"
     "    hint: give it an <inertial>, or make joint 'elbow' fixed"},
    {"huge mass", number("1e30"),
     "f:3:18: error: <inertial> of link 'arm': mass is 1e+30 kg, expected 1e-20 to 1e+20\n"
     "    hint: masses are in kilograms"},
    {"tiny mass", number("1e-30"),
     "f:3:18: error: <inertial> of link 'arm': mass is 1e-30 kg, expected 1e-20 to 1e+20\n"
     "    hint: masses are in kilograms"},
    {"negative inertia", with_inertial(mass + "<inertia ixx='1' ixy='0' ixz='0' iyy='-1' iyz='0' izz='1'/>"),
     "f:3:18: error: <inertial> of link 'arm': inertia is not positive definite: ixx 1, ixy 0, ixz 0, iyy -1, iyz 0, "
     "izz 1, "
     "expected a positive definite matrix\n"
     "    hint: moments are about the centre of mass; check the signs of ixy, ixz, iyz"},
    {"inertia that is not positive", with_inertial(mass + "<inertia ixx='1' ixy='2' ixz='0' iyy='1' iyz='0' izz='1'/>"),

     "f:3:18: error: <inertial> of link 'arm': inertia is not positive definite: ixx 1, ixy 2, ixz 0, iyy 1, iyz 0, "
     "izz 1, "
     "expected a positive definite matrix\n"
     "    hint: moments are about the centre of mass; check the signs of ixy, ixz, iyz"},
    {"huge inertia", with_inertial(mass + "<inertia ixx='1e40' ixy='0' ixz='0' iyy='1e40' iyz='0' izz='1e40'/>"),
     "f:3:18: error: <inertial> of link 'arm': the largest entry of the inertia is 1e+40 kg m², expected 1e-40 to "
     "1e+30\n"
     "    hint: moments of inertia are in kg m²"},
    {"tiny inertia", with_inertial(mass + "<inertia ixx='1e-50' ixy='0' ixz='0' iyy='1e-50' iyz='0' izz='1e-50'/>"),

     "f:3:18: error: <inertial> of link 'arm': the largest entry of the inertia is 1e-50 kg m², expected 1e-40 to "
     "1e+30\n"
     "    hint: moments of inertia are in kg m²"},
    {"inertia that does not resist", with_inertial(mass + "<inertia ixx='0' ixy='0' ixz='0' iyy='0' iyz='0' izz='0'/>"),
     "f:3:13: error: body 'arm': it moves, but its inertia does not resist the motion of its joint; give it mass and "
     "inertia, or give its joint an armature"},
    {"far away", on_joint("<origin xyz='1e12 0 0'/>"),
     "f:4:87: error: <origin> of joint 'elbow': xyz is (1e+12, 0, 0) m, expected at most 1e+09 m\n"
     "    hint: lengths are in metres"},
    {"centre of mass far away", with_inertial("<origin xyz='0 0 1e10'/>" + mass + inertia),
     "f:3:18: error: <inertial> of link 'arm': centre of mass is (0, 0, 1e+10) m, expected at most 1e+09 m\n"
     "    hint: lengths are in metres"},
    // joints
    {"joint without name", robot(arm + "<joint type='fixed'>" + ends + "</joint>"),
     "f:4:1: error: <joint>: attribute 'name' is missing, expected the name of the joint"},
    {"joint without type", robot(arm + "<joint name='j'>" + ends + "</joint>"),
     "f:4:1: error: joint 'j': attribute 'type' is missing, expected revolute, continuous, prismatic, fixed, floating "
     "or planar"},
    {"misspelled type", on_joint("", "revolut"),
     "f:4:21: error: joint 'elbow': type is \"revolut\", expected revolute, continuous, prismatic, fixed, floating or "
     "planar\n"
     "    hint: did you mean 'revolute'?"},
    {"type in capitals", on_joint("", "Fixed"),
     "f:4:21: error: joint 'elbow': type is \"Fixed\", expected revolute, continuous, prismatic, fixed, floating or "
     "planar\n"
     "    hint: did you mean 'fixed'?"},
    {"spherical joint", on_joint("", "spherical"),
     "f:4:21: error: joint 'elbow': type is \"spherical\", expected revolute, continuous, prismatic, fixed, floating "
     "or planar\n"
     "    hint: URDF has no such joint type; use three revolute joints instead"},
    {"unknown type", on_joint("", "hydraulic"),
     "f:4:21: error: joint 'elbow': type is \"hydraulic\", expected revolute, continuous, prismatic, fixed, floating "
     "or planar"},
    {"no parent", robot(arm + "<joint name='j' type='fixed'><child link='arm'/></joint>"),
     "f:4:1: error: joint 'j': <parent> is missing, expected <parent link=\"…\"/>"},
    {"no child", robot(arm + "<joint name='j' type='fixed'><parent link='base'/></joint>"),
     "f:4:1: error: joint 'j': <child> is missing, expected <child link=\"…\"/>"},
    {"parent without link", robot(arm + "<joint name='j' type='fixed'><parent/><child link='arm'/></joint>"),
     "f:4:30: error: <parent> of joint 'j': attribute 'link' is missing, expected the name of a link"},
    {"two parents in a joint", on_joint("<parent link='arm'/>"),
     "f:4:79: error: <parent> of joint 'elbow': a second <parent>, expected at most one"},
    {"two axes", on_joint("<axis xyz='1 0 0'/><axis xyz='1 0 0'/>"),
     "f:4:98: error: <axis> of joint 'elbow': a second <axis>, expected at most one"},
    {"zero axis", on_joint("<axis xyz='0 0 0'/>"),
     "f:4:85: error: <axis> of joint 'elbow': xyz is \"0 0 0\", expected a direction of length 1"},
    {"huge axis", on_joint("<axis xyz='1e200 0 0'/>"),
     "f:4:85: error: <axis> of joint 'elbow': xyz is \"1e200 0 0\", expected a direction of length 1"},
    {"axis without xyz", on_joint("<axis/>"),
     "f:4:79: error: <axis> of joint 'elbow': attribute 'xyz' is missing, expected 3 numbers"},
    {"negative damping", on_joint("<dynamics damping='-1'/>"),
     "f:4:89: error: <dynamics> of joint 'elbow': damping is -1, expected zero or more"},
    {"bad limit", on_joint("<limit lower='a' upper='1' effort='1' velocity='1'/>", "revolute"),
     "f:4:84: error: <limit> of joint 'elbow': lower is \"a\": not a number, expected a number, inf or -inf"},
    {"mimic without joint", on_joint("<mimic multiplier='2'/>"),
     "f:4:79: error: <mimic> of joint 'elbow': attribute 'joint' is missing, expected the name of the leader joint"},
    // the tree
    {"missing parent link", robot(arm + between("bace", "arm", "j")),
     "f:4:44: error: joint 'j': parent link 'bace' is not in the file, expected the name of a link\n"
     "    hint: did you mean 'base'?"},
    {"missing child link", robot(base + between("base", "leg", "j")),
     "f:3:64: error: joint 'j': child link 'leg' is not in the file, expected the name of a link"},
    {"two joints of one name", robot(arm + "<link name='c'/>" + between("base", "arm", "j") + between("arm", "c", "j")),

     "f:5:14: error: joint 'j': the name is used twice, first on line 4, expected a unique name for each joint"},
    {"two parents of a link",
     robot(arm + "<link name='c'/>" + between("base", "arm", "j") + between("base", "c", "k") +
           between("arm", "c", "l")),
     "f:6:63: error: joint 'l': link 'c' is already the child of joint 'k', expected one parent for each link\n"
     "    hint: loops are not supported; remove one of the joints"},
    {"its own parent", robot(base + between("base", "base", "j")),
     "f:2:13: error: link 'base': a cycle: 'base' is a child of 'base' again, expected links that form a tree"},
    {"a circle", robot(arm + between("base", "arm", "j") + between("arm", "base", "k")),
     "f:2:13: error: link 'base': a cycle: 'base' is a child of 'arm', which is a child of 'base' again, expected "
     "links "
     "that form a tree"},
    {"a circle beside a tree",
     robot(arm + "<link name='c'/><link name='d'/>" + between("base", "arm", "j") + between("c", "d", "k") +
           between("d", "c", "l")),
     "f:4:13: error: link 'c': a cycle: 'c' is a child of 'd', which is a child of 'c' again, expected links that form "
     "a "
     "tree"},
    {"two roots", robot("<link name='a'/>\n<link name='b'/>"),
     "f:3:13: error: link 'b': more than one link has no parent: 'a', 'b', expected one root link\n"
     "    hint: connect them with joints, of type fixed if they do not move"},
    {"seven roots",
     robot("<link name='a'/><link name='b'/><link name='c'/><link name='d'/><link name='e'/>"
           "<link name='f'/><link name='g'/>"),
     "f:2:29: error: link 'b': more than one link has no parent: 'a', 'b', 'c', 'd', 'e' and 2 more, expected one root "
     "link\n"
     "    hint: connect them with joints, of type fixed if they do not move"},
    // xacro
    {"xacro macro",
     "<robot name='r' xmlns:xacro='http://www.ros.org/wiki/xacro'>\n<xacro:include filename='x'/>\n"
     "<link name='a'/></robot>",
     "f:2:1: error: <xacro:include>: this is a xacro file, not a URDF file, expected a URDF file\n"
     "    hint: expand it: xacro f > robot.urdf"},
    {"xacro property", robot("<link name='a'/><xacro:property name='x' value='1'/>"),
     "f:2:17: error: xacro:property 'x': this is a xacro file, not a URDF file, expected a URDF file\n"
     "    hint: expand it: xacro f > robot.urdf"},
};

class UrdfMalformed : public ::testing::TestWithParam<Malformed> {};

TEST_P(UrdfMalformed, IsRefusedWithItsMessage) { EXPECT_EQ(first_problem(GetParam().text), GetParam().expected); }

INSTANTIATE_TEST_SUITE_P(Urdf, UrdfMalformed, ::testing::ValuesIn(cases), test_name);

}  // namespace

}  // namespace treefix::test
