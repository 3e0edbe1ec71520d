// How large trees are divided.
#include <treefix/big/plan.hpp>

#include <gtest/gtest.h>

#include "support/big.hpp"
#include "support/forests.hpp"

namespace treefix::testing {
namespace {

std::vector<Model> plan_models() {
  std::vector<Model> all = many_models(60);
  for (const Index n : {Index(30), Index(100), Index(333)})
    for (const double branching : {1.0, 1.05, 1.3, 2.0, 0.0})
      for (const char* joints : {"R", "RRRRRRRP"})
        all.push_back(zoo::random_tree(
            {.n = n, .seed = static_cast<std::uint64_t>(n), .joints = joints, .branching = branching}));
  return all;
}

template <class Law>
void for_all_plans(Law law) {
  for (const Model& model : plan_models()) {
    const Mechanism<double> m = renumbered(model.mechanism(), heavy_first_order(model.mechanism().tree));
    const Prepared<double> prepared = prepare(m);
    for (const int lanes : {1, 2, 4, 8})
      for (const BigPlan::Sizes& sizes : {small_sizes, BigPlan::Sizes{}}) {
        SCOPED_TRACE(concat(model.name(), " of ", m.nbody(), ", ", lanes, " lanes, forests of ", sizes.forest));
        law(m, prepared, BigPlan(m.tree, prepared, lanes, sizes), sizes);
        if (::testing::Test::HasFatalFailure()) return;
      }
  }
}

TEST(BigPlan, HasEveryBodyOnce) {
  for_all_plans([](const Mechanism<double>& m, const Prepared<double>&, const BigPlan& plan, const BigPlan::Sizes&) {
    std::vector<int> seen(m.joints.size());
    Index alone = 0;
    for (const BigPlan::Unit& unit : plan.units) {
      if (!unit.is_row()) ++at(seen, unit.first), ++alone;
      for (Index b = unit.first_bundle; b < unit.end_bundle; ++b)
        for (int lane = 0; lane < plan.lanes; ++lane)
          for (Index k = 0; k < at(plan.bundles, b).steps; ++k) ++at(seen, at(plan.bundles, b).piece(lane) + k);
    }
    for (Index group = 0; group < ssize(plan.counts); ++group)
      for (Index lane = 0; lane < at(plan.counts, group); ++lane)
        ++at(seen, at(plan.places, group * plan.lanes + lane));
    for (const int count : seen) ASSERT_EQ(count, 1);
    ASSERT_EQ(alone, plan.bodies_alone);
  });
}

TEST(BigPlan, HasRowsOfRevoluteJointsOnly) {
  for_all_plans(
      [](const Mechanism<double>& m, const Prepared<double>& p, const BigPlan& plan, const BigPlan::Sizes& sizes) {
        for (const BigPlan::Unit& unit : plan.units) {
          if (!unit.is_row()) continue;
          Index next = unit.first;
          for (Index b = unit.first_bundle; b < unit.end_bundle; ++b) {
            const BigPlan::Bundle& bundle = at(plan.bundles, b);
            ASSERT_EQ(bundle.first, next);
            ASSERT_LE(bundle.steps, std::max<Index>(sizes.piece, 2 * plan.lanes - 1));
            ASSERT_GE(bundle.steps, plan.lanes);
            next += plan.lanes * bundle.steps;
          }
          ASSERT_EQ(next, unit.last + 1);
          for (Index i = unit.first; i <= unit.last; ++i) {
            ASSERT_EQ(at(p.steps, i).kind, JointKind::revolute);
            if (i > unit.first) {
              ASSERT_EQ(m.parent(i), i - 1);
            }
          }
        }
      });
}

TEST(BigPlan, HangsUnitsFromLastBodiesOfUnitsBefore) {
  for_all_plans([](const Mechanism<double>& m, const Prepared<double>&, const BigPlan& plan, const BigPlan::Sizes&) {
    for (Index u = 0; u < ssize(plan.units); ++u) {
      const BigPlan::Unit& unit = at(plan.units, u);
      ASSERT_LT(unit.above, u);
      ASSERT_EQ(m.parent(unit.first), unit.above < 0 ? root : at(plan.units, unit.above).last);
    }
  });
}

TEST(BigPlan, HasParentsOfForestsInRowsBefore) {
  for_all_plans([](const Mechanism<double>& m, const Prepared<double>&, const BigPlan& plan,
                   const BigPlan::Sizes& sizes) {
    for (const BigPlan::Forest& forest : plan.forests) {
      const Index outside = forest.end_outside - forest.first_outside;
      Index bodies = 0;
      for (Index group = forest.first_group; group < forest.end_group; ++group) {
        bodies += at(plan.counts, group);
        ASSERT_GT(at(plan.counts, group), 0);
        for (Index lane = 0; lane < plan.lanes; ++lane) {
          const Index place = group * plan.lanes + lane, body = at(plan.places, place), row = at(plan.parents, place);
          if (lane >= at(plan.counts, group)) {
            ASSERT_EQ(body, at(plan.places, group * plan.lanes));
            ASSERT_EQ(row, at(plan.parents, group * plan.lanes));
          }
          if (row < outside) {
            const Index attached = at(plan.outside, forest.first_outside + row);
            ASSERT_EQ(m.parent(body), attached < 0 ? root : at(plan.attached, attached).body);
          } else {
            const Index parent_place = forest.first_group * plan.lanes + row - outside;
            ASSERT_LT(parent_place, group * plan.lanes);
            ASSERT_EQ(m.parent(body), at(plan.places, parent_place));
          }
        }
      }
      ASSERT_LE(bodies, sizes.forest);
    }
  });
}

TEST(BigPlan, KnowsWhereAttachedBodiesAre) {
  for_all_plans([](const Mechanism<double>&, const Prepared<double>&, const BigPlan& plan, const BigPlan::Sizes&) {
    Index found = 0;
    for (const BigPlan::Bundle& bundle : plan.bundles)
      for (Index a = bundle.first_attached; a < bundle.end_attached; ++a, ++found) {
        const BigPlan::Attached& attached = at(plan.attached, a);
        ASSERT_LT(attached.step, bundle.steps);
        ASSERT_EQ(attached.body, bundle.piece(attached.lane) + attached.step);
      }
    for (const BigPlan::Unit& unit : plan.units) {
      if (unit.attached < 0) continue;
      ASSERT_EQ(at(plan.attached, unit.attached).body, unit.last);
      found += unit.is_row() ? 0 : 1;
    }
    ASSERT_EQ(found, ssize(plan.attached));
  });
}

TEST(BigPlan, TellsWhatItDoes) {
  const auto explained = [](const Model& model) {
    const Mechanism<double>& m = model.mechanism();
    return BigPlan(m.tree, prepare(m), 4, {}).explain();
  };
  EXPECT_EQ(explained(zoo::chain(1000)), "1000 bodies in 3 bundles of 4 pieces of at most 84");
  EXPECT_EQ(explained(zoo::auto_tree(5000, 2)), "4998 bodies in 3 forests, 4998 of 5016 lanes filled; 2 one by one");
}

BigPlan plan_of(const Model& model, int lanes) {
  const Mechanism<double> m = renumbered(model.mechanism(), heavy_first_order(model.mechanism().tree));
  return BigPlan(m.tree, prepare(m), lanes, {});
}

TEST(BigPlan, CountsRoundsAndKnowsWhenTheyGain) {
  const auto expect = [&](const Model& model, int lanes, Index rounds, bool gains) {
    const BigPlan plan = plan_of(model, lanes);
    EXPECT_EQ(plan.rounds(), rounds) << model.name() << " of " << model.nbody() << ", " << lanes;
    EXPECT_EQ(plan.gains(), gains) << model.name() << " of " << model.nbody() << ", " << lanes;
  };
  expect(Builder("nothing").build(), 4, 0, true);
  expect(zoo::chain(1), 4, 1, false);
  expect(zoo::chain(63), 4, 63, false);  // no piece of it would have 16 bodies
  for (const int lanes : {2, 4, 8}) expect(zoo::chain(lanes * 16), lanes, 16, true);
  expect(zoo::star(100), 4, 25, true);
  expect(zoo::random_tree({.n = 300, .joints = "P"}), 4, 300, false);
  for (const Model& model : {zoo::auto_tree(300, 1.05, 0.1), zoo::auto_tree(1000, 1.5, 0.1), zoo::humanoid()})
    for (const int lanes : {2, 4, 8}) {
      const BigPlan plan = plan_of(model, lanes);
      EXPECT_LE(model.nbody(), plan.rounds() * lanes);
      EXPECT_LE(plan.rounds(), model.nbody());
    }
  EXPECT_FALSE(plan_of(zoo::auto_tree(300, 1.05, 0.1), 2).gains());  // many rounds have one body
}

TEST(BigPlan, KnowsWhenForwardDynamicsGains) {
  const auto expect = [](const Model& model, int lanes, bool gains) {
    EXPECT_EQ(plan_of(model, lanes).forward_gains(), gains) << model.name() << " of " << model.nbody() << ", " << lanes;
  };
  // elements of short rows take longer than they save; with two lanes those of all rows, unless threads share them
  expect(zoo::chain(100), 4, false);
  expect(zoo::chain(300), 4, true);
  expect(zoo::chain(1000), 2, false);
  expect(zoo::chain(10'000), 2, true);
  // the recursion goes through memory at every branch, but not at the root
  expect(zoo::auto_tree(100, 2, 0.1), 4, true);
  expect(zoo::star(1000), 4, true);
  expect(zoo::star(1000), 2, false);
  // many rounds have one body
  expect(zoo::auto_tree(300, 1.1, 0.1), 4, false);
  expect(zoo::random_tree({.n = 300, .joints = "P"}), 4, false);
}

}  // namespace
}  // namespace treefix::testing
