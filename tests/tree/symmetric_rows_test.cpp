// Laws of treefix/tree/symmetric_rows.hpp.
#include <treefix/tree/symmetric_rows.hpp>

#include <gtest/gtest.h>

#include <treefix/tree/ancestor_paths.hpp>

#include "support/forests.hpp"

namespace treefix::testing {
namespace {

TEST(SymmetricRows, AreThePairsOfBodiesOfWhichOneIsAboveTheOther) {
  for (const auto& [name, tree] : all_trees()) {
    const SymmetricRows rows(tree);
    const AncestorPaths paths(tree);
    ASSERT_EQ(rows.rows(), tree.size()) << name;
    ASSERT_EQ(rows.entries(), SymmetricRows::entries(tree)) << name;
    std::vector<std::int64_t> columns(static_cast<std::size_t>(rows.entries()), -1);
    for (Index i = 0; i < rows.rows(); ++i) rows.put_columns(i, columns.data());
    std::vector<std::vector<Index>> expected(static_cast<std::size_t>(tree.size()));
    for (Index i = 0; i < tree.size(); ++i)
      for (const Index above : paths.row(i)) {
        at(expected, i).push_back(above);
        if (above != i) at(expected, above).push_back(i);
      }
    for (Index i = 0; i < rows.rows(); ++i) {
      const std::vector<Index> row(columns.begin() + rows.begins()[i], columns.begin() + rows.begins()[i + 1]);
      std::sort(at(expected, i).begin(), at(expected, i).end());
      EXPECT_EQ(row, at(expected, i)) << name << ", row " << i;
      EXPECT_EQ(at(columns, rows.diagonal(i)), i) << name;
      EXPECT_EQ(at(columns, rows.place(i, tree.subtree_end(i) - 1)), tree.subtree_end(i) - 1) << name;
    }
  }
}

}  // namespace
}  // namespace treefix::testing
