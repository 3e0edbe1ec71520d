// Laws of treefix/planner/plan.hpp.
#include <treefix/planner/plan.hpp>

#include <gtest/gtest.h>

#include <treefix/model/builder.hpp>
#include <treefix/model/zoo.hpp>

#include "support/rooms.hpp"

namespace treefix::testing {
namespace {

Division division_of(const Model& model, int lanes) {
  const Mechanism<double> m = renumbered(model.mechanism(), heavy_first_order(model.mechanism().tree));
  return Division(m.tree, prepare(m), lanes, {});
}

TEST(Plan, CountsRoundsAndKnowsWhenTheyGain) {
  const auto expect = [&](const Model& model, int lanes, Index rounds, bool gains) {
    const Division division = division_of(model, lanes);
    EXPECT_EQ(division.rounds(), rounds) << model.name() << " of " << model.nbody() << ", " << lanes;
    EXPECT_EQ(inverse_gains(division), gains) << model.name() << " of " << model.nbody() << ", " << lanes;
  };
  expect(Builder("nothing").build(), 4, 0, true);
  expect(zoo::chain(1), 4, 1, false);
  expect(zoo::chain(63), 4, 63, false);  // no piece would have 16 bodies
  for (const int lanes : {2, 4, 8}) expect(zoo::chain(lanes * 16), lanes, 16, true);
  expect(zoo::star(100), 4, 25, true);
  expect(zoo::random_tree({.n = 300, .joints = "P"}), 4, 300, false);
  for (const Model& model : {zoo::auto_tree(300, 1.05, 0.1), zoo::auto_tree(1000, 1.5, 0.1), zoo::humanoid()})
    for (const int lanes : {2, 4, 8}) {
      const Division division = division_of(model, lanes);
      EXPECT_LE(model.nbody(), division.rounds() * lanes);
      EXPECT_LE(division.rounds(), model.nbody());
    }
  EXPECT_FALSE(inverse_gains(division_of(zoo::auto_tree(300, 1.05, 0.1), 2)));  // many rounds have one body
}

TEST(Plan, KnowsWhenForwardDynamicsGains) {
  const auto expect = [](const Model& model, int lanes, bool gains) {
    EXPECT_EQ(forward_gains(division_of(model, lanes)), gains)
        << model.name() << " of " << model.nbody() << ", " << lanes;
  };
  // elements of short chains take longer than they save; with two lanes, so do those of every chain on one thread
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

TEST(Plan, NeverChoosesAutomatic) {
  for (const Model& model : zoo::all()) {
    const Plan plan(model, nullptr);
    for (const bool in_root : {false, true}) {
      EXPECT_NE(plan.inverse(in_root), InverseMethod::automatic) << model.name();
      for (const bool single : {false, true})
        EXPECT_NE(plan.forward(in_root, single), ForwardMethod::automatic) << model.name();
    }
  }
}

TEST(Plan, DoesNotUsePiecesForModelsThatAreNotDivided) {
  for (const Model& model : zoo::all()) {
    if (is_divided(model)) continue;
    const Plan plan(model, nullptr);
    EXPECT_EQ(plan.inverse(), InverseMethod::recursive) << model.name();
    EXPECT_EQ(plan.forward(), model.has_mimic() ? ForwardMethod::mass_matrix : ForwardMethod::aba) << model.name();
    EXPECT_FALSE(plan.mass_in_pieces()) << model.name();
    EXPECT_EQ(plan.explain(model, nullptr).rfind("body by body", 0), 0U) << model.name();
  }
}

TEST(Plan, UsesPiecesInSinglePrecisionAndForRootForcesOnlyWhereTheyGain) {
  const Model small = zoo::chain(1000), large = zoo::chain(5000);
  for (const Model* model : {&small, &large}) {
    const Division division = division_of(*model, 4);
    const Plan plan(*model, &division);
    EXPECT_EQ(plan.forward(), ForwardMethod::pieces);
    EXPECT_EQ(plan.forward(false, true), ForwardMethod::aba);
    const bool gains = model == &large;
    EXPECT_EQ(plan.forward(true), gains ? ForwardMethod::pieces : ForwardMethod::aba);
    EXPECT_EQ(plan.inverse(true), gains ? InverseMethod::pieces : InverseMethod::recursive);
  }
}

}  // namespace
}  // namespace treefix::testing
