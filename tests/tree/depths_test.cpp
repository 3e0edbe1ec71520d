// Laws of treefix/tree/depths.hpp.
#include <gtest/gtest.h>

#include <treefix/tree/depths.hpp>

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

}  // namespace
}  // namespace treefix::testing
