// Bodies by depth, and the ways to them.
#include <gtest/gtest.h>

#include <treefix/tree/ancestor_paths.hpp>
#include <treefix/tree/depths.hpp>
#include <treefix/tree/levels.hpp>

#include "support/forests.hpp"

namespace treefix::testing {
namespace {

TEST(Depths, AreHowManyBodiesAreAboveInBlocksOfAnySize) {
  for (const auto& [name, tree] : all_trees()) {
    std::vector<ShortIndex> expected;
    for (Index i = 0; i < tree.size(); ++i) {
      ShortIndex above = 0;
      for (Index j = tree.parent(i); j != root; j = tree.parent(j)) ++above;
      expected.push_back(above);
    }
    for (const Index block : {1, 2, 3, 7, 64, 1000})
      ASSERT_EQ(depths_in_blocks(tree, block), expected) << name << ", " << block;
  }
}

TEST(Levels, HaveEveryBodyAtItsDepthInOrder) {
  for (const auto& [name, tree] : all_trees()) {
    const Levels levels(tree);
    const std::vector<ShortIndex> depths = depths_of(tree);
    Index count = 0;
    for (Index k = 0; k < levels.count(); ++k) {
      ASSERT_FALSE(levels.level(k).empty()) << name;
      Index before = -1, parent_before = -1;
      for (const Index i : levels.level(k)) {
        ASSERT_EQ(at(depths, i), k) << name;
        ASSERT_LT(before, i) << name;
        ASSERT_LE(parent_before, tree.parent(i)) << name << ": siblings are not together";
        before = i, parent_before = tree.parent(i), ++count;
      }
    }
    ASSERT_EQ(count, tree.size()) << name;
    ASSERT_EQ(levels.count(), tree.depth()) << name;
  }
}

TEST(AncestorPaths, GoFromTheRootToEachBody) {
  for (const auto& [name, tree] : all_trees()) {
    const AncestorPaths paths(tree);
    ASSERT_EQ(paths.rows(), tree.size()) << name;
    ASSERT_EQ(paths.entries(), AncestorPaths::entries(tree)) << name;
    for (Index i = 0; i < tree.size(); ++i) {
      const auto row = paths.row(i);
      Index expected = i;
      for (Index k = ssize(row) - 1; k >= 0; --k) {
        ASSERT_EQ(row[k], expected) << name;
        expected = tree.parent(expected);
      }
      ASSERT_EQ(expected, root) << name;
    }
  }
}

TEST(AncestorPaths, CountEntriesThatWouldNotFit) {
  const Tree chain = make_tree(1'000'000, [](Index i) { return i - 1; });
  EXPECT_EQ(AncestorPaths::entries(chain), Index(1'000'000) * 1'000'001 / 2);
}

}  // namespace
}  // namespace treefix::testing
