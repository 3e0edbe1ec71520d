// Heavy children first, and heavy paths.
#include <numeric>

#include <gtest/gtest.h>

#include <treefix/tree/heavy_paths.hpp>

#include "support/forests.hpp"

namespace treefix::testing {
namespace {

TEST(HeavyFirstOrder, ListsEveryBodyOnce) {
  for (const auto& [name, tree] : all_trees()) {
    std::vector<Index> order = heavy_first_order(tree), all(order.size());
    std::sort(order.begin(), order.end());
    std::iota(all.begin(), all.end(), 0);
    EXPECT_EQ(order, all) << name;
  }
}

TEST(HeavyFirstOrder, KeepsParentsAndSizesOfSubtrees) {
  for (const auto& [name, tree] : all_trees()) {
    const std::vector<Index> order = heavy_first_order(tree);
    const Tree heavy = renumbered(tree, order);
    ASSERT_EQ(heavy.size(), tree.size()) << name;
    for (Index k = 0; k < heavy.size(); ++k) {
      const Index parent = heavy.parent(k);
      ASSERT_LT(parent, k) << name;
      ASSERT_EQ(parent == root ? root : at(order, parent), tree.parent(at(order, k))) << name;
      ASSERT_EQ(heavy.subtree_size(k), tree.subtree_size(at(order, k))) << name << ", " << k;
    }
  }
}

TEST(HeavyFirstOrder, PutsTheChildWithTheLargestSubtreeFirstAndKeepsTheOthersInOrder) {
  for (const auto& [name, tree] : all_trees()) {
    const std::vector<Index> order = heavy_first_order(tree);
    const Tree heavy = renumbered(tree, order);
    for (Index i = root; i < heavy.size(); ++i) {
      std::vector<Index> children;
      heavy.for_each_child(i, [&](Index child) {
        ASSERT_EQ(heavy.parent(child), i) << name;
        children.push_back(child);
      });
      for (std::size_t k = 1; k < children.size(); ++k) {
        ASSERT_GE(heavy.subtree_size(children[0]), heavy.subtree_size(children[k])) << name;
        if (k > 1) {
          ASSERT_LT(at(order, children[k - 1]), at(order, children[k])) << name;
        }
      }
    }
    EXPECT_TRUE(is_heavy_first(heavy)) << name;
  }
}

TEST(HeavyFirstOrder, LeavesATreeAsItIsThatHasHeavyChildrenFirst) {
  for (const auto& [name, tree] : all_trees()) {
    const Tree heavy = heavy_first(tree);
    std::vector<Index> same(static_cast<std::size_t>(heavy.size()));
    std::iota(same.begin(), same.end(), 0);
    EXPECT_EQ(heavy_first_order(heavy), same) << name;
    if (is_heavy_first(tree)) {
      EXPECT_EQ(heavy_first_order(tree), same) << name;
    }
  }
}

TEST(HeavyPaths, HaveEveryBodyOnceAndGoFromHeavyChildToHeavyChildToALeaf) {
  for (const auto& [name, given] : all_trees()) {
    const Tree tree = heavy_first(given);
    std::vector<int> seen(static_cast<std::size_t>(tree.size()));
    const HeavyPaths paths(tree);
    for (const HeavyPath& path : paths.all()) {
      ASSERT_LT(path.first, path.end) << name;
      for (Index i = path.first; i < path.end; ++i) {
        ++at(seen, i);
        if (i > path.first) {
          ASSERT_EQ(tree.parent(i), i - 1) << name;
        }
      }
      ASSERT_TRUE(tree.is_leaf(path.end - 1)) << name;
      ASSERT_TRUE(path.first == 0 || tree.parent(path.first) != path.first - 1) << name;
    }
    for (const int count : seen) ASSERT_EQ(count, 1) << name;
  }
}

TEST(HeavyPaths, HangFromPathsOneLevelUpAndAreInOrder) {
  for (const auto& [name, given] : all_trees()) {
    const Tree tree = heavy_first(given);
    const HeavyPaths paths(tree);
    std::vector<Index> level_of(static_cast<std::size_t>(tree.size()));
    for (Index k = 0; k < paths.levels(); ++k) {
      ASSERT_FALSE(paths.level(k).empty()) << name;
      for (const HeavyPath& path : paths.level(k))
        for (Index i = path.first; i < path.end; ++i) at(level_of, i) = k;
    }
    for (Index k = 0; k < paths.levels(); ++k) {
      Index before = -1;
      for (const HeavyPath& path : paths.level(k)) {
        const Index parent = tree.parent(path.first);
        ASSERT_EQ(k, parent == root ? 0 : at(level_of, parent) + 1) << name;
        ASSERT_LT(before, path.first) << name;
        before = path.first;
      }
    }
  }
}

TEST(HeavyPaths, HaveAtMostOneAndTheLogarithmOfTheSizeLevels) {
  for (const auto& [name, given] : all_trees()) {
    const Index n = given.size(), levels = HeavyPaths(heavy_first(given)).levels();
    if (n == 0) {
      EXPECT_EQ(levels, 0);
    } else {
      EXPECT_LE(Index(1) << (levels - 1), n) << name;
    }
  }
  // a perfect binary tree has the largest possible number of levels
  EXPECT_EQ(HeavyPaths(heavy_first(make_tree(1023, [](Index i) { return (i + 1) / 2 - 1; }))).levels(), 10);
}

}  // namespace
}  // namespace treefix::testing
