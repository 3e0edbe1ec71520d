// Laws of treefix/large_tree/forward/forest.hpp.
#include <treefix/large_tree/forward/forest.hpp>

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "support/one_forest.hpp"
#include "support/scalars.hpp"

namespace treefix::testing {
namespace {

using Four = Lanes<double, 4>;

ArticulatedBody<Four> random_articulated(Random& random) {
  ArticulatedBody<Four> x;
  for (Index c = 0; c < 27; ++c) reinterpret_cast<Four*>(&x)[c] = test::uniform<Four>(random);
  return x;
}

TEST(ForwardForest, AddsArticulatedBodiesToRecordsAndTakesTheSums) {
  constexpr Index length = articulated_record<Four>, records = 8;
  Random random(1);
  for (int count = 1; count <= Four::size; ++count) {
    std::vector<double> memory(records * length), sums(memory.size());
    for (int repetition = 0; repetition < 10; ++repetition) {
      const ArticulatedBody<Four> x = random_articulated(random);
      const auto numbers = test::components(x);
      ShortIndex which[Four::size];  // siblings have the same parent
      for (ShortIndex& record : which) record = shortened(random.below(records));
      add_articulated(x, which, count, memory.data());
      for (int lane = 0; lane < count; ++lane)
        for (Index c = 0; c < 27; ++c) at(sums, which[lane] * length + c) += at(numbers, c)[lane];
    }
    EXPECT_EQ(memory, sums) << count;
    const auto taken = test::components(take_articulated<Four>(memory.data() + Four::size * length));
    for (int lane = 0; lane < Four::size; ++lane)
      for (Index c = 0; c < 27; ++c) EXPECT_EQ(at(taken, c)[lane], at(sums, (Four::size + lane) * length + c));
    // only what was taken is gone
    std::fill(sums.begin() + Four::size * length, sums.end(), 0.0);
    EXPECT_EQ(memory, sums);
  }
}

TEST(ForwardForest, GathersTheAccelerationsThatItStored) {
  constexpr Index length = acceleration_record<Four>;
  Random random(2);
  std::vector<double> records(length * Four::size);
  for (int repetition = 0; repetition < 20; ++repetition) {
    Accelerating<Four> b;
    for (Four* x : {&b.dw.x, &b.dw.y, &b.dw.z, &b.a.x, &b.a.y, &b.a.z}) *x = test::uniform<Four>(random);
    store_accelerations(b, records.data());
    const ShortIndex which[] = {3, 0, 0, 2};
    const Accelerating<Four> got = gather_accelerations<Four>(records.data(), which);
    for (int lane = 0; lane < Four::size; ++lane) {
      EXPECT_EQ(got.dw.y[lane], b.dw.y[which[lane]]);
      EXPECT_EQ(got.a.z[lane], b.a.z[which[lane]]);
      EXPECT_EQ(got.dw.x[lane], b.dw.x[which[lane]]);
    }
  }
}

template <bool with_armature>
void sweep_all(OneForest<Four>& forest, const OwnInertias& own, std::vector<double>& articulated,
               std::vector<double>& a) {
  const InertiaForest<Four> m{forest.m, fields<OwnInertia<Four>>(own.groups, 0)};
  const std::vector<double>& v = forest.robot.v;
  const std::vector<double>& tau = forest.robot.a;
  auto motion = forest.records(motion_record<Four>);  // the root is at rest
  forest_bias(m, forest.has_children.data(), forest.g, v.data(), motion.data());
  forest_articulated<with_armature>(m, forest.has_children.data(), forest.g, tau.data(), articulated.data());
  auto accelerations = forest.records(acceleration_record<Four>);
  const Vec3<double> up = -forest.model->prepared.gravity;
  accelerations[3] = up.x;
  accelerations[4] = up.y;
  accelerations[5] = up.z;
  forest_accelerate<with_armature>(m, forest.has_children.data(), forest.g, a.data(), accelerations.data());
}

TEST(ForwardForest, AcceleratesLikeTheRecursionAndLeavesItsRecordsZero) {
  for (const Model& model : trees_in_one_forest()) {
    OneForest<Four> forest(model);
    Robot<double>& robot = forest.robot;
    const OwnInertias own(*forest.model, robot.m);
    auto articulated = forest.records(articulated_record<Four>);
    std::vector<double> a(robot.v.size(), std::nan(""));
    if (forest.m.armatures)
      sweep_all<true>(forest, own, articulated, a);
    else
      sweep_all<false>(forest, own, articulated, a);
    const double one = std::max(epsilon<double>(), robot.residual(robot.fd(robot.a), robot.a));
    EXPECT_LE(robot.residual(a, robot.a), 10 * one) << model.name() << " of " << model.nbody();
    for (const Four& x : forest.d)
      for (int lane = 0; lane < Four::size; ++lane) EXPECT_TRUE(std::isfinite(x[lane])) << "also of empty lanes";
    const Index passed = forest.m.anchors * articulated_record<Four>;
    EXPECT_TRUE(std::any_of(articulated.begin(), articulated.begin() + passed, [](double x) { return x != 0; }));
    EXPECT_TRUE(std::all_of(articulated.begin() + passed, articulated.end(), [](double x) { return x == 0; }));
  }
}

TEST(ForwardForest, PassesItsWholeMassToTheRootIfAllJointsAreLocked) {
  // with all joints locked by armatures the forest is one rigid body, which has the mass of all
  for (const Model& model : trees_in_one_forest()) {
    Robot<double> robot(model);
    OneForest<Four> forest(model);
    const OwnInertias own(*forest.model, robot.m);
    const std::vector<Four> locks(forest.turns.size(), Four(1e12));
    forest.m.armatures = locks.data();
    std::fill(forest.robot.v.begin(), forest.robot.v.end(), 0.0);
    auto articulated = forest.records(articulated_record<Four>);
    std::vector<double> a(robot.v.size());
    sweep_all<true>(forest, own, articulated, a);
    double mass = 0;
    for (const Inertia<double>& body : robot.m.inertias) mass += body.m;
    // M is the last block before the forces: xx, xy, yy, xz, yz, zz
    const double expected[] = {mass, 0, mass, 0, 0, mass};
    for (int c = 0; c < 6; ++c) EXPECT_NEAR(articulated[15 + static_cast<std::size_t>(c)], expected[c], 1e-8 * mass);
  }
}

}  // namespace
}  // namespace treefix::testing
