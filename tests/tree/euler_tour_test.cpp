// The Euler tour of a tree.
#include <gtest/gtest.h>

#include <treefix/tree/euler_tour.hpp>

#include "support/forests.hpp"
#include "support/sanitized.hpp"

namespace treefix::testing {
namespace {

TEST(EulerTour, EntersAndLeavesEveryBodyOnce) {
  for (const auto& [name, tree] : all_trees()) {
    const EulerTour tour(tree);
    ASSERT_EQ(tour.steps(), 2 * tree.size()) << name;
    std::vector<int> seen(static_cast<std::size_t>(tour.steps()));
    for (Index i = 0; i < tree.size(); ++i) {
      ++at(seen, tour.left(i));
      ++at(seen, tour.right(i));
    }
    for (const int count : seen) ASSERT_EQ(count, 1) << name;
  }
}

TEST(EulerTour, IsTheWalkThatARecursionMakes) {
  for (const auto& [name, tree] : all_trees()) {
    if (tree.depth() > 50) continue;
    const EulerTour tour(tree);
    Index step = 0;
    const auto walk = [&](auto&& self, Index i) -> void {
      if (i != root) {
        ASSERT_EQ(tour.left(i), step++) << name;
      }
      tree.for_each_child(i, [&](Index child) { self(self, child); });
      if (i != root) {
        ASSERT_EQ(tour.right(i), step++) << name;
      }
    };
    walk(walk, root);
  }
}

TEST(EulerTour, NestsSubtreesAndSeparatesBranches) {
  for (const auto& [name, tree] : all_trees()) {
    const EulerTour tour(tree);
    for (Index i = 0; i < tree.size(); ++i)
      for (Index j = 0; j < tree.size(); ++j) {
        const bool around = tour.left(j) <= tour.left(i) && tour.right(i) <= tour.right(j);
        const bool apart = tour.right(j) < tour.left(i) || tour.right(i) < tour.left(j);
        ASSERT_EQ(around, is_below(tree, i, j)) << name << ": " << i << ", " << j;
        ASSERT_EQ(apart, !is_below(tree, i, j) && !is_below(tree, j, i)) << name << ": " << i << ", " << j;
      }
  }
}

TEST(EulerTour, GoesAroundAMillionBodies) {
  for (const auto& [name, tree] : trees_of_size(testing::unless_sanitized(1'000'000, 100'000))) {
    const EulerTour tour(tree);
    const Index last = tree.size() - 1;
    EXPECT_EQ(tour.left(0), 0) << name;
    EXPECT_EQ(tour.right(0), 2 * tree.subtree_end(0) - 1) << name;
    EXPECT_EQ(tour.right(last) - tour.left(last), 1) << name;
  }
}

}  // namespace
}  // namespace treefix::testing
