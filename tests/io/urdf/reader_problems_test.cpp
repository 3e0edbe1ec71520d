// Warnings and errors of the reader of URDF files.
#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include <treefix/base/random.hpp>
#include <treefix/base/text.hpp>
#include <treefix/treefix.hpp>

#include "../numbers.hpp"
#include "../refusal.hpp"
#include "texts.hpp"

namespace treefix::test {

namespace {

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

}  // namespace

}  // namespace treefix::test
