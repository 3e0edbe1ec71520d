// Balanced trees over the pieces of paths.
#include <treefix/tree/assembly.hpp>

#include <gtest/gtest.h>

#include "support/forests.hpp"

namespace treefix::testing {
namespace {

/// The leaves below each node, which must be consecutive: first … last − 1.
struct Below {
  Index first, last, height;
};

std::vector<Below> below(const Assembly& assembly) {
  std::vector<Below> all;
  for (Index k = 0; k < assembly.leaves(); ++k) all.push_back({k, k + 1, 0});
  for (const auto& [left, right] : assembly.halves()) {
    const Below &a = at(all, left), &b = at(all, right);  // both come before it
    EXPECT_EQ(a.last, b.first);
    EXPECT_LE(std::abs((a.last - a.first) - (b.last - b.first)), 1);
    all.push_back({a.first, b.last, 1 + std::max(a.height, b.height)});
  }
  return all;
}

TEST(Assembly, PutsEachPathTogetherByHalves) {
  for (const auto& [name, given] : all_trees()) {
    SCOPED_TRACE(name);
    const Tree tree = heavy_first(given);
    const HeavyPaths paths(tree);
    const Pieces pieces(paths, 1);
    const Assembly assembly(pieces);
    const auto all = below(assembly);
    ASSERT_EQ(assembly.leaves(), tree.size());
    Index leaf = 0, inner = 0;
    for (const HeavyPath& path : paths.all()) {
      const auto [first, last, height] = at(all, assembly.tops()[leaf]);
      ASSERT_EQ(first, leaf);
      ASSERT_EQ(last, leaf + path.size());
      ASSERT_LT(path.size(), (Index(1) << height) + 1);
      ASSERT_GT(2 * path.size(), Index(1) << height);
      leaf = last;
      inner += path.size() - 1;
    }
    ASSERT_EQ(assembly.nodes(), assembly.leaves() + inner);
  }
}

TEST(Assembly, OrdersNodesByLevelAndHeight) {
  for (const auto& [name, given] : all_trees()) {
    SCOPED_TRACE(name);
    const HeavyPaths paths(heavy_first(given));
    const Pieces pieces(paths, 1);
    const Assembly assembly(pieces);
    const auto all = below(assembly);
    Index next = 0;
    for (Index level = 0; level < pieces.levels(); ++level)
      for (Index h = 0; h < assembly.heights(level); ++h) {
        ASSERT_EQ(assembly.height(level, h).first, next);
        ASSERT_GT(assembly.height(level, h).size(), 0);
        for (; next < assembly.height(level, h).last; ++next) {
          const Below& node = at(all, assembly.leaves() + next);
          ASSERT_EQ(node.height, h + 1);
          ASSERT_GE(node.first, pieces.level(level).first);
          ASSERT_LE(node.last, pieces.level(level).last);
        }
      }
    ASSERT_EQ(next, ssize(assembly.halves()));
  }
}

}  // namespace
}  // namespace treefix::testing
