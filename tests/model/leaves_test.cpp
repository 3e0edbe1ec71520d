// Laws of treefix/model/leaves.hpp. What Builder makes of them is in tolerant_test.cpp.
#include <treefix/model/leaves.hpp>

#include <numeric>

#include <model/robots.hpp>

#include <treefix/base/text.hpp>

namespace treefix::test {
namespace {

/// Bodies in the order of their numbers, parents first.
struct Description {
  std::vector<BodySpec> bodies;
  std::vector<Index> parents;

  std::vector<std::string> reported(bool tolerant) const {
    Bodies all;
    for (const BodySpec& body : bodies) all.push_back(&body);
    std::vector<Index> order(parents.size());
    std::iota(order.begin(), order.end(), Index{0});
    Problems problems;
    check_leaves(all, parents, order, tolerant, problems);
    std::vector<std::string> names;
    for (const auto& [name, text] : problems) {
      EXPECT_TRUE(text.starts_with(concat("body '", name, "': it"))) << text;
      names.push_back(name);
    }
    std::sort(names.begin(), names.end());
    return names;
  }
};

// Every body has mass and inertia in all directions or none at all. So a joint resists if it carries a body with mass,
// or if it has armature.
TEST(Leaves, AreReportedIfNothingThatTheyCarryResists) {
  Random random(1);
  int reported = 0;
  for (int trial = 0; trial < 1000; ++trial) {
    Description robot;
    std::vector<char> heavy, driven;
    const Index n = 1 + trial % 9;
    for (Index i = 0; i < n; ++i) {
      robot.parents.push_back(i == 0 ? root : random.below(i + 1) - 1);
      BodySpec body{.name = concat("b", i)};
      if (random.below(3) > 0)
        body.joint = random.below(2) == 0 ? JointSpec::revolute({1, 2, 3}) : JointSpec::spherical();
      heavy.push_back(random.below(3) == 0 ? 1 : 0);
      driven.push_back(random.below(4) == 0 ? 1 : 0);
      if (heavy.back() != 0) body = solid(body);
      if (driven.back() != 0)
        body.joint.armature.assign(static_cast<std::size_t>(velocity_count(body.joint.kind)), 0.1);
      robot.bodies.push_back(body);
    }
    std::vector<char> carries = heavy;
    for (Index i = n - 1; i > 0; --i)
      if (at(robot.parents, i) != root && at(carries, i) != 0) at(carries, at(robot.parents, i)) = 1;
    std::vector<std::string> expected;
    for (Index i = 0; i < n; ++i)
      if (at(robot.bodies, i).joint.kind != JointKind::fixed && at(carries, i) == 0 && at(driven, i) == 0)
        expected.push_back(at(robot.bodies, i).name);
    std::sort(expected.begin(), expected.end());
    EXPECT_EQ(robot.reported(false), expected);
    EXPECT_EQ(robot.reported(true), expected) << "tolerant, but there is nothing to tolerate";
    reported += expected.empty() ? 0 : 1;
  }
  EXPECT_GT(reported, 100);
}

/// A frame near the body: far from a point mass, rounding would hide whether the point resists.
Transform<double> near_transform(Draw<double>& draw) { return {draw.rotation(), 0.1 * draw.vec3()}; }

/// A ball joint that carries point masses, each fixed to it by a chain of fixed bodies.
Description ball_with_points(Draw<double>& draw, const std::vector<Vec3<double>>& points) {
  Description robot;
  robot.bodies.push_back({.name = "ball", .joint = JointSpec::spherical()});
  robot.bodies.back().offset = near_transform(draw);
  robot.parents.push_back(root);
  for (const Vec3<double>& point : points) {
    Transform<double> X = robot.bodies[0].offset;  // from the joint to the body so far
    Index parent = 0;
    for (int link = 0; link < 2; ++link) {
      BodySpec body{.name = concat("fixed ", robot.bodies.size()), .placement = near_transform(draw)};
      body.offset = near_transform(draw);
      X = body.offset * body.placement * X;
      robot.parents.push_back(parent);
      parent = ssize(robot.bodies);
      robot.bodies.push_back(body);
    }
    robot.bodies.back().mass = 1 + draw.scalar(0, 1);
    robot.bodies.back().com = X.E * (point - X.r);
  }
  return robot;
}

TEST(Leaves, CountPointsThatAreFixedToThemWhereTheyAre) {
  Draw<double> draw(2);
  for (int trial = 0; trial < 100; ++trial) {
    const Vec3<double> along = draw.vec3();
    std::vector<Vec3<double>> points;
    for (int count = 0; count < 4; ++count) {
      // on one line through the ball joint, about which all of them turn freely
      EXPECT_EQ(ball_with_points(draw, points).reported(true), std::vector<std::string>{"ball"});
      std::vector<Vec3<double>> more = points;
      more.push_back(cross(along, draw.vec3()));
      const bool resists = count > 0;
      EXPECT_EQ(ball_with_points(draw, more).reported(true).empty(), resists) << count;
      points.push_back(draw.scalar(0.5, 1) * along);
    }
  }
}

TEST(Leaves, OfNegativeInertiaAreCompensatedByFixedBodiesAndNotByMovingOnes) {
  const auto inertia = [](double x) { return Sym3<double>::diagonal(x, 3, 3); };
  for (const bool moves : {false, true}) {
    Description robot;
    robot.bodies = {{.name = "base", .joint = JointSpec::revolute({0, 0, 1}), .mass = 1, .inertia = inertia(2)},
                    {.name = "negative", .mass = 1, .inertia = inertia(-2.5)},
                    {.name = "other", .mass = 1, .inertia = inertia(2)}};
    if (moves) robot.bodies[2].joint = JointSpec::revolute({0, 0, 1});
    robot.parents = {root, 0, 0};
    EXPECT_EQ(robot.reported(true), moves ? std::vector<std::string>{"base"} : std::vector<std::string>{});
  }
}

}  // namespace
}  // namespace treefix::test
