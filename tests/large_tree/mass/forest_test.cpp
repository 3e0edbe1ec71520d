// Laws of treefix/large_tree/mass/forest.hpp.
#include <treefix/large_tree/mass/forest.hpp>

#include <cmath>

#include <gtest/gtest.h>

#include "support/one_forest.hpp"
#include "support/scalars.hpp"

namespace treefix::testing {
namespace {

using Bodies = Lanes<double, 4>;

template <template <class> class X>
X<Bodies> any_in_lanes(Random& random) {
  X<Bodies> x;
  for (std::size_t c = 0; c < sizeof(x) / sizeof(Bodies); ++c)
    reinterpret_cast<Bodies*>(&x)[c] = test::uniform<Bodies>(random);
  return x;
}

TEST(MassForest, GathersThePosesThatItStored) {
  Random random(1);
  std::vector<double> records(pose_record<Bodies> * Bodies::size);
  for (int repetition = 0; repetition < 20; ++repetition) {
    const auto pose = any_in_lanes<Transform>(random);
    store_poses(pose, records.data());
    ShortIndex which[Bodies::size];
    for (ShortIndex& record : which) record = shortened(random.below(Bodies::size));
    const auto got = gather_poses<Bodies>(records.data(), which);
    for (int lane = 0; lane < Bodies::size; ++lane)
      EXPECT_EQ(test::components(lane_of(got, lane)), test::components(lane_of(pose, which[lane])));
  }
}

TEST(MassForest, AddsCompositeInertiasToRecordsAndLoadsTheSums) {
  constexpr Index length = composite_record<Bodies>, records = 8;
  Random random(2);
  std::vector<double> memory(records * length);
  std::vector<Composite<double>> sums(records);
  for (int repetition = 0; repetition < 20; ++repetition) {
    const auto b = any_in_lanes<Composite>(random);
    ShortIndex which[Bodies::size];  // siblings have the same parent
    for (ShortIndex& record : which) record = shortened(random.below(records));
    add_composites(b, which, memory.data());
    for (int lane = 0; lane < Bodies::size; ++lane) at(sums, which[lane]) = at(sums, which[lane]) + lane_of(b, lane);
  }
  for (Index first = 0; first + Bodies::size <= records; ++first) {
    const auto loaded = load_composites<Bodies>(memory.data() + first * length);
    for (int lane = 0; lane < Bodies::size; ++lane)
      EXPECT_EQ(test::components(lane_of(loaded, lane)), test::components(at(sums, first + lane)));
  }
}

/// A forest with memory for the sweeps of mass matrices.
struct ForestOfMasses : OneForest<Bodies> {
  std::vector<Column<Bodies>> columns = std::vector<Column<Bodies>>(turns.size());
  std::vector<double> memory = records(pose_record<Bodies>), forces = records(column_record<Bodies>),
                      motions = records(spatial_motion_record<Bodies>);
  std::vector<std::uint8_t> flags;
  MassForest<Bodies> s{turns.data(), columns.data(), memory.data(), forces.data(), motions.data()};

  explicit ForestOfMasses(const Model& described) : OneForest<Bodies>(described) {
    for (const std::uint8_t has : has_children) flags.push_back(has ? MassPlan::has_children : 0);
    // previous contents must not matter
    std::fill(memory.begin(), memory.end(), 1e300);
  }
};

TEST(MassForest, PassesToTheRootTheSumOverItsBodies) {
  for (const Model& model : trees_in_one_forest()) {
    ForestOfMasses forest(model);
    forest_composites(forest.m, forest.flags.data(), forest.s);
    // the same from body to body
    const Mechanism<double> m = renumbered(forest.robot.m, heavy_first_order(forest.robot.m.tree));
    const Prepared<double> p = prepare(m);
    std::vector<Composite<double>> below(m.joints.size());
    Composite<double> expected;
    for (Index i = m.nbody() - 1; i >= 0; --i) {
      const Axis<double>& axis = at(p.axes, i);
      const double angle = at(forest.robot.q, at(p.bodies, i).q) + at(p.angles, i).offset;
      Composite<double> b = at(below, i);
      add_body(axis, b);
      back_over(axis, Turn<double>{std::cos(angle), std::sin(angle)}, axis.d, b);
      if (at(p.mount_of, i) >= 0) back_over(at(p.mounts, at(p.mount_of, i)), b);
      Composite<double>& sum = m.parent(i) == root ? expected : at(below, m.parent(i));
      sum = sum + b;
    }
    Composite<double> got;
    std::copy_n(forest.memory.data(), 10, reinterpret_cast<double*>(&got));
    EXPECT_TRUE(test::near(got, expected, 1e5)) << model.name() << " of " << model.nbody();
  }
}

TEST(MassForest, HasTheEntriesOfTheMassMatrixAsProductsOfForcesAndMotions) {
  for (const Model& model : trees_in_one_forest()) {
    ForestOfMasses forest(model);
    const auto H = forest.robot.H();
    const Index n = forest.robot.m.nv, lanes = Bodies::size;
    forest_composites(forest.m, forest.flags.data(), forest.s);
    const Transform<double> root_pose;
    std::copy_n(reinterpret_cast<const double*>(&root_pose), 12, forest.memory.begin());
    forest_columns(forest.m, forest.flags.data(), forest.s);
    const auto entry = [&](Index i, Index j) { return at(H, forest.m.coordinates[i] * n + forest.m.coordinates[j]); };
    for (Index k = 0; k < forest.m.groups; ++k)
      for (Index i = k * lanes; i < k * lanes + forest.m.counts[k]; ++i) {
        const double* F = forest.forces.data() + i * column_record<Bodies>;
        EXPECT_NEAR(F[6], entry(i, i), 1e-12 * entry(i, i));
        Index j = forest.m.parents[i] - forest.m.anchors;
        const Index parent = j;
        for (; j >= 0; j = forest.m.parents[j] - forest.m.anchors) {
          const double limit = 1e-11 * std::sqrt(entry(i, i) * entry(j, j));
          const double* S = forest.motions.data() + j * spatial_motion_record<Bodies>;
          double product = 0;
          for (int c = 0; c < 6; ++c) product += F[c] * S[c];
          EXPECT_NEAR(product, entry(i, j), limit) << model.name() << " of " << model.nbody();
          if (j == parent) {
            EXPECT_NEAR(F[7], entry(i, j), limit);
          }
        }
      }
  }
}

}  // namespace
}  // namespace treefix::testing
