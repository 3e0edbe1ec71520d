// Laws of treefix/large_tree/inverse/forest.hpp.
#include <treefix/large_tree/inverse/forest.hpp>

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "support/one_forest.hpp"
#include "support/scalars.hpp"

namespace treefix::testing {
namespace {

using Quartet = Lanes<double, 4>;

TEST(InverseForest, AddsForcesToRecordsAndLoadsTheSums) {
  constexpr Index length = force_record<Quartet>, records = 8;
  Random random(1);
  std::vector<double> memory(records * length), sums(memory.size());
  for (int repetition = 0; repetition < 20; ++repetition) {
    Force<Quartet> F;
    for (Quartet* x : {&F.n.x, &F.n.y, &F.n.z, &F.f.x, &F.f.y, &F.f.z}) *x = test::uniform<Quartet>(random);
    ShortIndex which[Quartet::size];  // siblings have the same parent
    for (ShortIndex& record : which) record = shortened(random.below(records));
    add_forces(F, which, memory.data());
    for (int lane = 0; lane < Quartet::size; ++lane) {
      const auto numbers = test::components(lane_of(F, lane));
      for (Index c = 0; c < 6; ++c) at(sums, which[lane] * length + c) += at(numbers, c);
    }
  }
  EXPECT_EQ(memory, sums);
  const Force<Quartet> loaded = load_forces<Quartet>(memory.data() + 3 * length);
  for (int lane = 0; lane < Quartet::size; ++lane) {
    const auto numbers = test::components(lane_of(loaded, lane));
    for (Index c = 0; c < 6; ++c) EXPECT_EQ(at(numbers, c), at(sums, (3 + lane) * length + c));
  }
}

struct ForestResult {
  std::vector<double> tau;
  Force<double> on_root;
};
/// Inverse dynamics with the forces of the robot; the root accelerates upwards with `up`.
ForestResult inverse_of(OneForest<Quartet>& forest, const Vec3<double>& up) {
  const Robot<double>& robot = forest.robot;
  std::vector<Force<Quartet>> external(forest.F.size());
  for (Index k = 0; k < forest.m.groups; ++k)
    for (int lane = 0; lane < forest.m.counts[k]; ++lane) {
      const Transform<double>& frame =
          at(forest.model->prepared.frames, at(forest.model->division.places, k * Quartet::size + lane));
      set_lane<Quartet>(frame * at(robot.forces, forest.body(k, lane)), lane, at(external, k));
    }
  forest.g.external = external.data();
  auto motions = forest.records(motion_record<Quartet>), forces = forest.records(force_record<Quartet>);
  motions[6] = up.x;
  motions[7] = up.y;
  motions[8] = up.z;
  ForestResult out{std::vector<double>(robot.v.size(), std::nan("")), {}};
  const ForestRecords<Quartet> records{motions.data(), forces.data()};
  forest_out(forest.m, forest.g, robot.v.data(), robot.a.data(), records);
  forest_in(forest.m, forest.g, robot.a.data(), out.tau.data(), records);
  out.on_root = {{forces[0], forces[1], forces[2]}, {forces[3], forces[4], forces[5]}};
  return out;
}

TEST(InverseForest, GivesTheTorquesOfTheRecursion) {
  for (const Model& model : trees_in_one_forest()) {
    OneForest<Quartet> forest(model);
    Robot<double>& robot = forest.robot;
    const auto tau = inverse_of(forest, -forest.model->prepared.gravity).tau;
    const auto expected = robot.id(robot.a, robot.external()), scale = robot.scale(robot.a);
    for (std::size_t k = 0; k < tau.size(); ++k)
      EXPECT_NEAR(tau[k], expected[k], 1e-12 * (scale[k] + 100)) << model.name() << " of " << model.nbody();
  }
}

TEST(InverseForest, PassesToTheRootAllForcesOnItsBodies) {
  // at rest and weightless, external forces are all that the root carries
  for (const Model& model : trees_in_one_forest()) {
    OneForest<Quartet> forest(model);
    Robot<double>& robot = forest.robot;
    std::fill(robot.v.begin(), robot.v.end(), 0.0);
    std::fill(robot.a.begin(), robot.a.end(), 0.0);
    robot.kinematics();
    Vec3<double> sum{};
    for (Index i = 0; i < robot.m.nbody(); ++i) {
      Force<double> F = at(robot.forces, i);
      for (Index b = i; b != root; b = robot.m.parent(b)) F = robot.w.X[b].back(F);
      sum = sum + F.f;
    }
    // the prepared root may be turned, so lengths are compared
    const Vec3<double> got = inverse_of(forest, {}).on_root.f;
    EXPECT_NEAR(dot(got, got), dot(sum, sum), 1e-11 * (1 + dot(sum, sum))) << model.name() << " of " << model.nbody();
  }
}

}  // namespace
}  // namespace treefix::testing
