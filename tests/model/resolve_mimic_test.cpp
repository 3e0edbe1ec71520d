// Laws of treefix/model/resolve_mimic.hpp.
#include <treefix/model/resolve_mimic.hpp>

#include <cmath>
#include <limits>

#include <model/robots.hpp>

#include <treefix/base/text.hpp>

namespace treefix::test {
namespace {

std::vector<std::string> mimic_problems(const Builder& builder) {
  try {
    builder.build();
  } catch (const ModelError& error) {
    std::vector<std::string> texts;
    for (const ModelProblem& problem : error.problems()) texts.push_back(problem.text);
    return texts;
  }
  return {};
}

/// Joints that each follow a random joint or none; cycles occur.
struct Followers {
  std::vector<BodySpec> bodies;
  std::vector<Index> leaders;  // root: none

  Followers(Random& random, Index count) {
    for (Index i = 0; i < count; ++i) {
      leaders.push_back(random.below(3) == 0 ? root : random.below(count));
      BodySpec body{.name = concat("b", i), .joint = JointSpec::revolute({0, 0, 1})};
      if (leaders.back() != root)
        body.joint.mimic = {concat("b", leaders.back()), random.uniform(-2, 2), random.uniform(-1, 1)};
      bodies.push_back(body);
    }
  }
  /// Whether following leaders from joint i never ends.
  bool is_endless(Index i) const {
    for (Index step = 0; step <= ssize(leaders) && i != root; ++step) i = at(leaders, i);
    return i != root;
  }
  bool is_in_cycle(Index i) const {
    Index next = at(leaders, i);
    for (Index step = 0; step < ssize(leaders) && next != root && next != i; ++step) next = at(leaders, next);
    return next == i;
  }
};

std::vector<MimicJoint> resolved(const std::vector<BodySpec>& bodies, Problems& problems) {
  Bodies all;
  NameTable names;
  for (const BodySpec& body : bodies) {
    all.push_back(&body);
    if (body.joint.kind != JointKind::fixed) names.add(body.name);
  }
  return resolve_mimic_joints(all, names, problems);
}

TEST(ResolveMimic, ComposesRatiosUpToTheIndependentLeaderAndReportsEachCycleOnce) {
  Random random(1);
  for (int trial = 0; trial < 400; ++trial) {
    const Followers robot(random, 1 + trial % 12);
    const Index n = ssize(robot.bodies);
    Problems problems;
    const std::vector<MimicJoint> joints = resolved(robot.bodies, problems);
    Index itself = 0, cycles = 0;
    for (Index i = 0; i < n; ++i) {
      if (!robot.is_in_cycle(i)) continue;
      Index least = i;
      for (Index k = at(robot.leaders, i); k != i; k = at(robot.leaders, k)) least = std::min(least, k);
      cycles += least == i ? 1 : 0;
      itself += at(robot.leaders, i) == i ? 1 : 0;
    }
    ASSERT_EQ(ssize(problems), cycles);
    Index of_cycles = 0;
    for (const auto& [name, text] : problems) of_cycles += text.find("in a cycle") != std::string::npos ? 1 : 0;
    EXPECT_EQ(of_cycles, cycles - itself);
    if (joints.empty()) {
      for (const Index leader : robot.leaders) EXPECT_EQ(leader, root);
      continue;
    }
    ASSERT_EQ(ssize(joints), n);
    for (Index i = 0; i < n; ++i) {
      if (robot.is_endless(i)) continue;
      Index leader = i;
      double ratio = 1, offset = 0;
      while (at(robot.leaders, leader) != root) {
        const Mimic& mimic = at(robot.bodies, leader).joint.mimic;
        offset += ratio * mimic.offset;
        ratio *= mimic.ratio;
        leader = at(robot.leaders, leader);
      }
      EXPECT_EQ(at(joints, i).leader, leader == i ? root : leader);
      EXPECT_NEAR(at(joints, i).ratio, ratio, 1e-12 * (1 + std::abs(ratio)));
      EXPECT_NEAR(at(joints, i).offset, offset, 1e-12 * (1 + std::abs(offset) + std::abs(ratio)) * 4096);
    }
  }
}

TEST(ResolveMimic, NumbersJointsAsTheTableDoes) {
  // bodies on fixed joints have no number
  for (const Index fixed : {0, 1, 2, 3}) {
    std::vector<BodySpec> bodies = {moving("a"), moving("b"), following("c", "a", 2, 3)};
    bodies.insert(bodies.begin() + fixed, BodySpec{.name = "fixed"});
    Problems problems;
    const std::vector<MimicJoint> joints = resolved(bodies, problems);
    ASSERT_EQ(joints.size(), 3U);
    EXPECT_TRUE(problems.empty());
    EXPECT_EQ(joints[0].leader, root);
    EXPECT_EQ(joints[1].leader, root);
    EXPECT_EQ(joints[2].leader, 0);
    EXPECT_EQ(joints[2].ratio, 2);
    EXPECT_EQ(joints[2].offset, 3);
  }
}

TEST(ResolveMimic, OfMimicJointsFollowTheIndependentLeader) {
  // d = 2 c + 1, c = −3 b + 5, b = 0.5 a − 1
  const Model model = Builder()
                          .body(following("d", "c", 2, 1))
                          .body(following("b", "a", 0.5, -1))
                          .body(following("c", "b", -3, 5))
                          .body(moving("a"))
                          .build();
  EXPECT_EQ(model.nq(), 1);
  const auto expect = [&](const char* name, double ratio, double offset) {
    const JointInfo joint = model.joint(name);
    EXPECT_EQ(joint.leader, model.joint("a").body) << name;
    EXPECT_DOUBLE_EQ(joint.ratio, ratio) << name;
    EXPECT_DOUBLE_EQ(joint.offset, offset) << name;
  };
  expect("b", 0.5, -1);
  expect("c", -1.5, 8);
  expect("d", -3, 17);
}

TEST(ResolveMimic, MayBeManyThousandsInAChain) {
  constexpr int n = 100'000;
  Builder builder;
  for (int i = 0; i + 1 < n; ++i) builder.body(following(concat("b", i), concat("b", i + 1), 1, 1));
  const Model model = builder.body(moving(concat("b", n - 1))).build();
  EXPECT_EQ(model.nv(), 1);
  EXPECT_EQ(model.joint("b0").offset, n - 1);
}

TEST(ResolveMimic, ThatAreInvalidAreReportedByName) {
  using Strings = std::vector<std::string>;
  constexpr double inf = std::numeric_limits<double>::infinity();
  const auto problems = [](const BodySpec& body) {
    return mimic_problems(Builder().body(moving("arm")).body(on(moving("ball"), JointSpec::spherical())).body(body));
  };
  EXPECT_EQ(problems(following("x", "missing")),
            Strings{"joint 'x': it mimics 'missing', which is not a moving joint of this model"});
  EXPECT_EQ(problems(following("x", "x")), Strings{"joint 'x': it mimics itself"});
  EXPECT_EQ(problems(following("x", "ball")),
            Strings{"joint 'x': it mimics 'ball', which is spherical; only joints with one degree of freedom can be "
                    "mimicked"});
  EXPECT_EQ(problems(on(following("x", "arm"), JointSpec::planar())),
            Strings{"joint 'x': it is planar; only joints with one degree of freedom can mimic another"});
  EXPECT_EQ(problems(on(following("x", "arm"), JointSpec::fixed())),
            Strings{"joint 'x': it is fixed; only joints with one degree of freedom can mimic another"});
  EXPECT_EQ(problems(following("x", "arm", inf)),
            Strings{"joint 'x': it mimics 'arm' with ratio inf and offset 0, expected finite numbers"});
  EXPECT_EQ(problems(following("x", "arm", 1, -inf)),
            Strings{"joint 'x': it mimics 'arm' with ratio 1 and offset -inf, expected finite numbers"});
  EXPECT_EQ(problems(following("x", "arm", 0)), Strings{});
}

TEST(ResolveMimic, ThatAreInvalidAreReportedByTheNameOfTheJoint) {
  BodySpec body = following("body", "missing");
  body.joint.name = "hinge";
  EXPECT_EQ(mimic_problems(Builder().body(body)),
            std::vector<std::string>{"joint 'hinge': it mimics 'missing', which is not a moving joint of this model"});
}

TEST(ResolveMimic, InACycleAreReportedOnce) {
  const auto problems = mimic_problems(Builder()
                                           .body(following("before", "a"))
                                           .body(following("a", "b"))
                                           .body(following("b", "c"))
                                           .body(following("c", "a"))
                                           .body(following("after", "before")));
  ASSERT_EQ(problems.size(), 1U);
  EXPECT_EQ(problems[0], "joints that mimic each other in a cycle: joint 'a', joint 'b', joint 'c'");
  Builder many;
  for (int i = 0; i < 100; ++i) many.body(following(concat("b", i), concat("b", (i + 1) % 100)));
  const auto cycle = mimic_problems(many);
  ASSERT_EQ(cycle.size(), 1U);
  EXPECT_NE(cycle[0].find("'b4' and 95 more"), std::string::npos) << cycle[0];
}

TEST(ResolveMimic, WhoseRatiosOverflowAreRefused) {
  const auto problems =
      mimic_problems(Builder().body(moving("a")).body(following("b", "a", 1e200)).body(following("c", "b", 1e200)));
  ASSERT_EQ(problems.size(), 1U);
  EXPECT_EQ(problems[0],
            "joint 'c': it mimics 'a' with a combined ratio of inf and offset of 0, expected finite numbers");
}

}  // namespace
}  // namespace treefix::test
