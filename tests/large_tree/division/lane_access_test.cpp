// Laws of treefix/large_tree/division/lane_access.hpp.
#include <treefix/large_tree/division/lane_access.hpp>

#include <cmath>

#include <gtest/gtest.h>

#include <treefix/large_tree/division/lane_list.hpp>

#include "support/large_tree.hpp"
#include "support/scalars.hpp"

namespace treefix::testing {
namespace {

using Access = Lanes<double, 4>;

template <class Law>
void for_all_accessed(Law law) {
  for_all_divided<Access::size>(law);
}
template <template <class> class X>
void expect_lane(const X<Access>& in_lanes, int lane, const X<double>& expected) {
  EXPECT_EQ(test::components(lane_of(in_lanes, lane)), test::components(expected)) << "lane " << lane;
}
std::vector<double> numbers_in(Index n, std::uint64_t seed) {
  Random random(seed);
  std::vector<double> all(static_cast<std::size_t>(n));
  for (double& x : all) x = random.uniform(-1, 1);
  return all;
}

TEST(LaneAccess, TakesLanesApartAndPutsThemTogether) {
  Random random(1);
  ClassicalMotion<double> numbers[Access::size], back[Access::size];
  for (ClassicalMotion<double>& x : numbers)
    for (Vec3<double>* y : {&x.w, &x.dw, &x.a}) *y = {random.uniform(), random.uniform(), random.uniform()};
  ClassicalMotion<Access> in_lanes = from_lanes<Access>(numbers);
  to_lanes(in_lanes, back);
  for (int lane = 0; lane < Access::size; ++lane) {
    EXPECT_EQ(in_lanes.dw.y[lane], numbers[lane].dw.y);
    expect_lane(in_lanes, lane, numbers[lane]);
    EXPECT_EQ(test::components(back[lane]), test::components(numbers[lane]));
  }
  set_lane<Access>(numbers[0], 2, in_lanes);
  for (int lane = 0; lane < Access::size; ++lane) expect_lane(in_lanes, lane, numbers[lane == 2 ? 0 : lane]);
}

TEST(LaneAccess, ReadsTheConstantsOfBundlesAndForests) {
  for_all_accessed([](const Mechanism<double>&, const DividedModel& model) {
    const int lanes = Access::size;
    for (Index b = 0; b < ssize(model.division.bundles); ++b) {
      const Bundle<Access> m = bundle_of<Access>(model, b);
      ASSERT_EQ(m.steps, at(model.division.bundles, b).steps);
      ASSERT_EQ(m.shears != nullptr, model.has_shears);
      ASSERT_EQ(m.armatures != nullptr, model.has_armatures);
      for (Index k = 0; k < m.steps; ++k)
        for (int lane = 0; lane < lanes; ++lane) {
          const Index step = at(model.first_step, b) + k;
          expect_lane(m.placements[k], lane, LaneList<Placement>(model.placements, lanes).get(step, lane));
          expect_lane(m.moments[k], lane, LaneList<Moments>(model.moments, lanes).get(step, lane));
          if (m.shears) {
            ASSERT_EQ(m.shears[k][lane], LaneList<Number>(model.shears, lanes).get(step, lane).value);
          }
          if (m.armatures) {
            ASSERT_EQ(m.armatures[k][lane], LaneList<Number>(model.armatures, lanes).get(step, lane).value);
          }
        }
    }
    for (Index f = 0; f < ssize(model.division.forests); ++f) {
      const Division::Forest& ranges = at(model.division.forests, f);
      const Forest<Access> m = forest_of<Access>(model, f);
      ASSERT_EQ(m.groups, ranges.end_group - ranges.first_group);
      ASSERT_EQ(m.anchors, ranges.end_anchor - ranges.first_anchor);
      ASSERT_EQ(m.armatures != nullptr, model.has_armatures);
      for (Index k = 0; k < m.groups; ++k) {
        const Index group = ranges.first_group + k;
        ASSERT_EQ(m.counts[k], at(model.division.counts, group));
        for (int lane = 0; lane < lanes; ++lane) {
          ASSERT_EQ(m.parents[k * lanes + lane], at(model.division.parents, group * lanes + lane));
          ASSERT_EQ(m.coordinates[k * lanes + lane], at(model.forest_v, group * lanes + lane));
          expect_lane(m.mounts[k], lane, LaneList<Mount>(model.forest_mounts, lanes).get(group, lane));
          expect_lane(m.placements[k], lane, LaneList<Placement>(model.forest_placements, lanes).get(group, lane));
          expect_lane(m.moments[k], lane, LaneList<Moments>(model.forest_moments, lanes).get(group, lane));
          if (m.armatures) {
            ASSERT_EQ(m.armatures[k][lane], LaneList<Number>(model.forest_armatures, lanes).get(group, lane).value);
          }
        }
      }
    }
  });
}

TEST(LaneAccess, LoadsAndStoresExactlyTheNumbersOfABundle) {
  for_all_accessed([](const Mechanism<double>& m, const DividedModel& model) {
    const std::vector<double> q = numbers_in(m.nq, 1);
    std::vector<double> stored(static_cast<std::size_t>(m.nv), std::nan("")), expected = stored;
    for (Index b = 0; b < ssize(model.division.bundles); ++b) {
      const Division::Bundle& bundle = at(model.division.bundles, b);
      std::vector<Access> loaded(static_cast<std::size_t>(bundle.steps));
      load_bundle(model, q.data(), b, &PreparedBody::q, loaded.data());
      store_bundle(model, loaded.data(), b, stored.data());
      for (int lane = 0; lane < Access::size; ++lane)
        for (Index k = 0; k < bundle.steps; ++k) {
          const PreparedBody& body = at(model.prepared.bodies, bundle.piece(lane) + k);
          ASSERT_EQ(at(loaded, k)[lane], at(q, body.q));
          at(expected, body.v) = at(q, body.q);
        }
    }
    for (std::size_t k = 0; k < stored.size(); ++k)
      ASSERT_TRUE(stored[k] == expected[k] || (std::isnan(stored[k]) && std::isnan(expected[k]))) << k;
  });
}

TEST(LaneAccess, LoadsExternalForcesAndNoneIntoEmptyLanes) {
  for_all_accessed([](const Mechanism<double>& m, const DividedModel& model) {
    const Division& division = model.division;
    std::vector<Force<double>> external;
    for (Index i = 0; i < m.nbody(); ++i) external.push_back({{double(i), 1, 2}, {3, 4, -double(i)}});
    for (Index b = 0; b < ssize(division.bundles); ++b) {
      const Division::Bundle& bundle = at(division.bundles, b);
      const Index first = bundle.steps / 3, end = bundle.steps - bundle.steps / 4;
      std::vector<Force<Access>> loaded(static_cast<std::size_t>(bundle.steps));
      load_bundle_forces(division, b, first, end, external.data(), loaded.data());
      for (Index k = 0; k < bundle.steps; ++k)
        for (int lane = 0; lane < Access::size; ++lane)
          expect_lane(at(loaded, k), lane,
                      first <= k && k < end ? at(external, bundle.piece(lane) + k) : Force<double>{});
    }
    for (Index f = 0; f < ssize(division.forests); ++f) {
      const Division::Forest& forest = at(division.forests, f);
      // previous contents must not matter
      std::vector<Force<Access>> loaded(static_cast<std::size_t>(forest.end_group - forest.first_group),
                                        {{Access(7), Access(7), Access(7)}, {}});
      load_forest_forces(division, f, external.data(), loaded.data());
      for (Index group = forest.first_group; group < forest.end_group; ++group)
        for (int lane = 0; lane < Access::size; ++lane)
          expect_lane(at(loaded, group - forest.first_group), lane,
                      lane < at(division.counts, group) ? at(external, at(division.places, group * Access::size + lane))
                                                        : Force<double>{});
    }
  });
}

TEST(LaneAccess, TurnsJointsOfForestsAndOfTheTrunkAsTheSweepOverAllJoints) {
  using One = Lanes<double, 1>;
  for_all_accessed([](const Mechanism<double>& m, const DividedModel& model) {
    const Prepared<double> p = prepared_heavy_first(m);
    const std::vector<double> q = numbers_in(m.nq, 2);
    std::vector<double> q_here;
    for (Index k = 0; k < m.nq; ++k) q_here.push_back(at(q, model.given_q(k)));
    const std::size_t n = m.joints.size();
    std::vector<Turn<double>> turns(n, {1, 0});
    std::vector<Place<double>> places(p.general_bodies.size());
    LaneGroup<double> all;
    all.q = q.data();
    all.turns = turns.data();
    all.places = places.data();
    joint_sweep(p, all);
    for (Index i = 0; i < m.nbody(); ++i)  // the sweep leaves sliders out
      if (at(p.bodies, i).kind != JointKind::revolute) general_joint(p, i, all);

    std::vector<Turn<Access>> in_lanes(model.division.counts.size());
    LaneGroup<Access> g;
    for (Index f = 0; f < ssize(model.division.forests); ++f) {
      g.turns = in_lanes.data() + at(model.division.forests, f).first_group;
      turn_forest(model, f, forest_of<Access>(model, f), g, q.data());
    }
    for (Index place = 0; place < ssize(model.division.places); ++place)
      EXPECT_TRUE(test::near(lane_of(at(in_lanes, place / Access::size), static_cast<int>(place % Access::size)),
                             at(turns, at(model.division.places, place))));

    LaneGroup<One> alone;
    const ZeroMemory memory = divided_memory([&](Arena& arena) { take_trunk(model, alone, arena); });
    alone.q = reinterpret_cast<const One*>(q_here.data());
    for (Index u = 0; u < ssize(model.division.trunk_parts); ++u) {
      if (at(model.division.trunk_parts, u).is_chain()) continue;
      trunk_joint(model, u, alone);
      const TrunkBody body(model, u);
      ASSERT_EQ(body.i, at(model.division.trunk_parts, u).first);
      ASSERT_EQ(body.is_revolute(), body.joint.kind == JointKind::revolute);
      ASSERT_EQ(body.mount() != nullptr, at(p.mount_of, body.i) >= 0);
      ASSERT_EQ(body.axis().hx, at(p.axes, body.i).hx);
      if (has_axis(body.joint.kind)) {
        EXPECT_TRUE(test::near(lane_of(alone.turns[body.i], 0), at(turns, body.i)));
      }
      if (!body.is_revolute()) {
        const Place<One>& got = alone.places[body.joint.general];
        const Place<double>& expected = at(places, body.joint.general);
        if (has_axis(body.joint.kind))
          EXPECT_EQ(got.d[0], expected.d);
        else
          EXPECT_TRUE(test::near(lane_of(got.X, 0), expected.X));
      }
    }
  });
}

}  // namespace
}  // namespace treefix::testing
