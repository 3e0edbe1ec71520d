// Laws of treefix/tree/ancestor_paths.hpp.
#include <treefix/tree/ancestor_paths.hpp>

#include <gtest/gtest.h>

#include "support/forests.hpp"

namespace treefix::testing {
namespace {

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
