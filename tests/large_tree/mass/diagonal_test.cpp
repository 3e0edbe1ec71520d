// Laws of treefix/large_tree/mass/diagonal.hpp.
#include <treefix/large_tree/mass/diagonal.hpp>

#include <cmath>

#include <gtest/gtest.h>

#include "support/large_tree.hpp"

namespace treefix::testing {
namespace {

TEST(MassDiagonal, OfTheTrunkIsInertiaAndArmatureInItsRowsAndNowhereElse) {
  for_all_divided<4>([](const Mechanism<double>& m, const DividedModel& model) {
    const MassPlan plan(model, 32);
    const MassValues values;
    std::vector<double> diagonal(static_cast<std::size_t>(m.nv), std::nan(""));
    const MassTask task{model, plan, {.diagonal = diagonal.data()}, values, nullptr};
    const MassTask unasked{model, plan, {}, values, nullptr};
    Index next = 0;
    for (Index c = 0; c < ssize(plan.trunk); ++c) {
      put_trunk_diagonal(task, c, static_cast<double>(++next));
      put_trunk_diagonal(unasked, c, 1);  // writes nothing
      ASSERT_EQ(at(diagonal, at(plan.trunk, c).row), static_cast<double>(next) + m.armature(at(plan.trunk, c).row));
    }
    for (const double x : diagonal) next -= std::isnan(x) ? 0 : 1;
    ASSERT_EQ(next, 0);
  });
}

}  // namespace
}  // namespace treefix::testing
