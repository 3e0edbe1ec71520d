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

namespace treefix::test {

namespace {

const std::string heavy =
    "<inertial><origin xyz='.1 .2 .3' rpy='.4 .5 .6'/><mass value='2'/>"
    "<inertia ixx='.5' ixy='.02' ixz='-.03' iyy='.6' iyz='.01' izz='.7'/></inertial>";

std::string link(const std::string& name, const std::string& inertial = heavy) {
  return "<link name='" + name + "'>" + inertial + "</link>\n";
}
std::string joint(const std::string& name, const std::string& type, const std::string& parent, const std::string& child,
                  const std::string& more = "") {
  return "<joint name='" + name + "' type='" + type + "'><parent link='" + parent + "'/><child link='" + child + "'/>" +
         more + "</joint>\n";
}
std::string robot(const std::string& content) { return "<robot name='r'>\n" + content + "</robot>\n"; }
std::string one_joint(const std::string& type, const std::string& more) {
  return robot(link("base", "") + link("arm") + joint("elbow", type, "base", "arm", more));
}
const std::string limit = "<limit lower='-1' upper='2' effort='3' velocity='4'/>";

std::vector<double> mass_matrix(const Model& model, const std::vector<double>& q) {
  std::vector<double> H(static_cast<std::size_t>(model.nv() * model.nv()));
  Dynamics(model).mass_matrix(q, H);
  return H;
}

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

// --- warnings -----------------------------------------------------------------------------------------------

TEST(UrdfWarnings, SayWhatWasDone) {
  EXPECT_EQ(warnings("<robot><link name='a'/></robot>"),
            "f:1:1: warning: <robot>: the robot has no name; named 'robot'\n");
  EXPECT_EQ(warnings(one_joint("continuous", "<axis xyz='0 0 2'/>")),
            "f:4:85: warning: <axis> of joint 'elbow': the axis has length 2, expected length 1; scaled to length 1\n");
  EXPECT_EQ(warnings(one_joint("revolute", "")),
            "f:4:1: warning: joint 'elbow': <limit> is missing, expected one because the joint is revolute; treated as "
            "unlimited\n    hint: use type continuous for a joint without limits\n");
  EXPECT_EQ(warnings(one_joint("revolute", "<limit lower='1' upper='-1' effort='1' velocity='1'/>")),
            "f:4:84: warning: <limit> of joint 'elbow': lower is 1, greater than upper, -1, expected lower <= upper; "
            "both ignored\n");
  EXPECT_EQ(warnings(one_joint("revolute", "<limit lower='inf' upper='inf' effort='1' velocity='1'/>")),
            "f:4:84: warning: <limit> of joint 'elbow': lower and upper are inf, expected limits with a number between "
            "them; both ignored\n");
  EXPECT_EQ(warnings(one_joint("continuous", "<limit effort='-inf' velocity='1'/>")),
            "f:4:86: warning: <limit> of joint 'elbow': effort is -inf, expected zero or more; treated as unlimited\n");
  EXPECT_EQ(warnings(one_joint("continuous", "<limit effort='-1'/>")),
            "f:4:79: warning: <limit> of joint 'elbow': attribute 'velocity' is missing, expected effort and velocity; "
            "treated as unlimited\n"
            "f:4:86: warning: <limit> of joint 'elbow': effort is -1, expected zero or more; treated as unlimited\n");
  EXPECT_EQ(warnings(robot(link("base") + link("a") + link("b") + joint("j", "continuous", "base", "a") +
                           joint("k", "continuous", "a", "b", "<mimic joint='j'/>"))),
            "f:6:70: warning: <mimic> of joint 'k': the joint mimics 'j'; loaded as an independent joint\n"
            "    hint: use the mimic option (mimic=True, --mimic) to keep the coupling\n");
}

TEST(UrdfWarnings, NameWhatIsPerhapsMisspelled) {
  EXPECT_EQ(warnings(robot(link("a", "<inertail/>"))),
            "f:2:16: warning: <inertail> of link 'a': unknown element; ignored\n"
            "    hint: did you mean 'inertial'?\n");
  EXPECT_EQ(warnings(robot(link("a") + "<Link name='b'/>\n")),
            "f:3:1: warning: Link 'b': unknown element; ignored with its contents\n"
            "    hint: did you mean 'link'?\n");
  EXPECT_EQ(warnings(one_joint("continuous", "<orign xyz='1 0 0'/>")),
            "f:4:79: warning: <orign> of joint 'elbow': unknown element; ignored\n"
            "    hint: did you mean 'origin'?\n");
  EXPECT_EQ(warnings(one_joint("continuous", "<origin xzy='1 0 0'/>")),
            "f:4:87: warning: <origin> of joint 'elbow': unknown attribute 'xzy'; ignored\n"
            "    hint: did you mean 'xyz'?\n");
}

TEST(UrdfWarnings, DoubtfulInertiasAreKept) {
  const auto inertial = [](const char* mass, const char* moments) {
    return robot(link("base") +
                 link("arm", std::string("<inertial><mass value='") + mass + "'/><inertia ixy='0' ixz='0' iyz='0' " +
                                 moments + "/></inertial>") +
                 joint("j", "continuous", "base", "arm"));
  };
  EXPECT_EQ(
      warnings(inertial("1", "ixx='1' iyy='1' izz='3'")),
      "f:3:18: warning: <inertial> of link 'arm': principal moments of inertia violate the triangle inequality: ixx 1, "
      "ixy 0, ixz 0, iyy 1, iyz 0, izz 3; kept unchanged\n"
      "    hint: no physical body has such moments; each is at most the sum of the other two\n");
  EXPECT_EQ(warnings(inertial("1", "ixx='1' iyy='0' izz='0'")),
            "f:3:18: warning: <inertial> of link 'arm': inertia is singular: ixx 1, ixy 0, ixz 0, iyy 0, iyz 0, izz 0; "
            "kept unchanged\n    hint: a body with mass has three positive moments\n");
  EXPECT_EQ(
      warnings(inertial("0", "ixx='1' iyy='1' izz='1'")),
      "f:3:18: warning: <inertial> of link 'arm': mass is zero but inertia is not: ixx 1, ixy 0, ixz 0, iyy 1, iyz "
      "0, izz 1; kept unchanged\n    hint: give it a mass\n");
  EXPECT_EQ(mass_matrix(load_string(inertial("0", "ixx='2' iyy='1' izz='1'")), {.5}), std::vector{2.0});
}

TEST(UrdfWarnings, ANegativeInertiaIsOnlyForWhatDoesNotMove) {
  const std::string odd =
      "<inertial><mass value='.001'/><inertia ixx='1e-6' ixy='2e-6' ixz='0' iyy='1e-6' iyz='0' izz='1e-6'/></inertial>";
  const auto text = [&](const char* type) {
    return robot(link("base") + link("arm") + link("tip", odd) + joint("j", "continuous", "base", "arm") +
                 joint("k", type, "arm", "tip"));
  };
  EXPECT_NE(warnings(text("fixed")).find("inertia is not positive"), std::string::npos);
  EXPECT_NE(first_problem(text("continuous")).find("error: <inertial> of link 'tip': inertia is not positive"),
            std::string::npos);
}

TEST(UrdfWarnings, AreErrorsWhenStrict) {
  const std::string text = one_joint("continuous", "<axis xyz='0 0 2'/>");
  EXPECT_EQ(first_problem(text, {.strict = true}),
            "f:4:85: error: <axis> of joint 'elbow': the axis has length 2, expected length 1; refused, because strict "
            "treats warnings as errors");
}

// --- all problems at once ----------------------------------------------------------------------------------

TEST(UrdfErrors, AreAllCollectedTheMostImportantFirst) {
  const std::string text = robot(
      "<link name='a'><inertial><mass value='x'/><inertia ixx='1' ixy='0' ixz='0' iyy='1' iyz='0' "
      "izz='nan'/></inertial>"
      "</link>\n<link name='b'/>\n<link name='c'/>\n" +
      joint("j", "hinge", "a", "b") + joint("k", "continuous", "a", "c", "<axis xyz='0 0 5'/>") +
      joint("l", "fixed", "a", "nothing"));
  EXPECT_EQ(all_problems(text),
            "f:5:17: error: joint 'j': type is \"hinge\", expected revolute, continuous, prismatic, fixed, floating or "
            "planar\n"
            "f:7:61: error: joint 'l': child link 'nothing' is not in the file, expected the name of a link\n"
            "f:2:32: error: <mass> of link 'a': value is \"x\": not a number, expected a finite number\n"
            "f:2:92: error: <inertia> of link 'a': izz is \"nan\": NaN, expected a finite number\n"
            "f:6:76: warning: <axis> of joint 'k': the axis has length 5, expected length 1; scaled to length 1");
}

TEST(UrdfErrors, OfMimicJointsNameThemEvenIfTheyWouldBeIndependent) {
  const auto text = [](const std::string& first, const std::string& second, const char* type = "continuous",
                       const char* leader_type = "continuous") {
    return robot(link("base") + link("a") + link("b") + joint("j", leader_type, "base", "a", first) +
                 joint("k", type, "a", "b", second));
  };
  for (const bool mimic : {false, true}) {
    const auto problem = [&](const std::string& of) { return first_problem(of, {.mimic = mimic}); };
    EXPECT_EQ(
        problem(text("", "<mimic joint='i'/>")),
        "f:6:84: error: <mimic> of joint 'k': the joint mimics 'i', which is not in the file, expected the name of "
        "a joint");
    EXPECT_EQ(problem(text("", "<mimic joint='k'/>")),
              "f:6:84: error: <mimic> of joint 'k': the joint mimics itself, expected another joint");
    EXPECT_EQ(problem(text("", "<mimic joint='j'/>", "continuous", "fixed")),
              "f:6:84: error: <mimic> of joint 'k': the joint mimics 'j', which is fixed, expected a joint with one "
              "degree of freedom");
    EXPECT_EQ(problem(text("", "<mimic joint='j'/>", "continuous", "floating")),
              "f:6:84: error: <mimic> of joint 'k': the joint mimics 'j', which is free, expected a joint with one "
              "degree of freedom");
    EXPECT_EQ(problem(text("<mimic joint='k'/>", "<mimic joint='j'/>")),
              "f:5:87: error: <mimic> of joint 'j': the joint mimics 'k', which mimics 'j', a cycle, expected a leader "
              "that does not mimic this joint");
    EXPECT_EQ(problem(text("", "<mimic joint='j'/>", "floating")),
              "f:6:68: error: <mimic> of joint 'k': a free joint cannot be a mimic joint, expected a joint with one "
              "degree of freedom");
  }
}

/// Random leaders: those that lead back to their joint are refused, once for each cycle.
TEST(UrdfErrors, OfMimicJointsAreOneForEachCycle) {
  Random random(5);
  for (int trial = 0; trial < 60; ++trial) {
    const Index count = 1 + random.below(12);
    std::string text = link("l0");
    std::vector<Index> leaders;
    for (Index k = 0; k < count; ++k) {
      leaders.push_back(random.below(count + 1) - 1);
      if (leaders.back() == k) leaders.back() = -1;
      text +=
          link(concat("l", k + 1)) + joint(concat("j", k), "continuous", concat("l", k), concat("l", k + 1),
                                           leaders.back() < 0 ? "" : concat("<mimic joint='j", leaders.back(), "'/>"));
    }
    Index cycles = 0;  // counted at the smallest joint of each
    for (Index k = 0; k < count; ++k) {
      Index i = at(leaders, k), smallest = k, steps = 0;
      for (; i >= 0 && i != k && steps < count; i = at(leaders, i), ++steps) smallest = std::min(smallest, i);
      cycles += i == k && smallest == k ? 1 : 0;
    }
    for (const bool mimic : {false, true}) {
      const std::string all = all_problems(robot(text), {.mimic = mimic});
      Index found = 0;
      for (std::size_t at = all.find("a cycle"); at != std::string::npos; at = all.find("a cycle", at + 1)) ++found;
      EXPECT_EQ(found, cycles) << text;
      EXPECT_EQ(all == "loaded", cycles == 0) << all;
    }
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
