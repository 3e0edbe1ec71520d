// Properties of treefix/tree/tree.hpp on random forests.
#include <algorithm>
#include <numeric>

#include <gtest/gtest.h>

#include <treefix/base/random.hpp>
#include <treefix/tree/tree.hpp>

namespace treefix::test {
namespace {

using Indices = std::vector<Index>;

Index at(const Indices& v, Index i) { return v[static_cast<std::size_t>(i)]; }

/// A forest of n bodies with arbitrary numbers: parents come before or after their children.
Indices random_forest(Random& random, Index n) {
  Indices name(static_cast<std::size_t>(n)), parents(static_cast<std::size_t>(n));
  std::iota(name.begin(), name.end(), 0);
  for (Index i = n - 1; i > 0; --i)
    std::swap(name[static_cast<std::size_t>(i)], name[static_cast<std::size_t>(random.below(i + 1))]);
  for (Index i = 0; i < n; ++i) {
    const Index parent = random.below(i + 1) - 1;  // −1 is the root
    parents[static_cast<std::size_t>(at(name, i))] = parent == root ? root : at(name, parent);
  }
  return parents;
}

bool is_below(const Indices& parents, Index body, Index ancestor) {
  while (body != ancestor && body != root) body = at(parents, body);
  return body == ancestor;
}

/// The forest in its new numbers.
Indices renumbered(const Indices& parents, const Indices& order) {
  Indices place(parents.size()), out;
  for (std::size_t k = 0; k < order.size(); ++k) place[static_cast<std::size_t>(order[k])] = static_cast<Index>(k);
  for (const Index i : order) out.push_back(at(parents, i) == root ? root : at(place, at(parents, i)));
  return out;
}

template <class Law>
void for_random_forests(Law law) {
  Random random(1);
  for (int repetition = 0; repetition < 200; ++repetition) law(random_forest(random, random.below(40)));
}

TEST(DepthFirstOrder, ListsEveryBodyOnceAndParentsFirst) {
  for_random_forests([](const Indices& parents) {
    const Indices order = depth_first_order(parents);
    Indices sorted = order, all(parents.size());
    std::sort(sorted.begin(), sorted.end());
    std::iota(all.begin(), all.end(), 0);
    ASSERT_EQ(sorted, all);
    const Indices renamed = renumbered(parents, order);
    for (Index i = 0; i < ssize(renamed); ++i) ASSERT_LT(at(renamed, i), i);
  });
}

TEST(DepthFirstOrder, KeepsSubtreesTogether) {
  for_random_forests([](const Indices& parents) {
    const Indices renamed = renumbered(parents, depth_first_order(parents));
    for (Index i = 0; i < ssize(renamed); ++i) {
      // the subtree of i is contiguous
      bool left = false;
      for (Index j = i + 1; j < ssize(renamed); ++j) {
        const bool below = is_below(renamed, j, i);
        ASSERT_FALSE(left && below) << j << " below " << i;
        left = left || !below;
      }
    }
  });
}

TEST(DepthFirstOrder, KeepsSiblingsInTheOrderTheyWereGiven) {
  for_random_forests([](const Indices& parents) {
    const Indices order = depth_first_order(parents);
    for (std::size_t k = 0; k < order.size(); ++k)
      for (std::size_t l = k + 1; l < order.size(); ++l) {
        const bool siblings = at(parents, order[k]) == at(parents, order[l]);
        ASSERT_TRUE(!siblings || order[k] < order[l]) << order[k] << " and " << order[l];
      }
  });
}

TEST(DepthFirstOrder, LeavesADepthFirstForestAsItIs) {
  for_random_forests([](const Indices& parents) {
    const Indices renamed = renumbered(parents, depth_first_order(parents));
    Indices same(renamed.size());
    std::iota(same.begin(), same.end(), 0);
    ASSERT_EQ(depth_first_order(renamed), same);
  });
}

TEST(DepthFirstOrder, LeavesOutExactlyTheBodiesOnOrBelowACircle) {
  Random random(1);
  for (int repetition = 0; repetition < 200; ++repetition) {
    Indices parents = random_forest(random, 2 + random.below(30));
    // hang some body from one of its own subtree: everything below it loses the root
    const Index top = random.below(ssize(parents));
    Indices below;
    for (Index i = 0; i < ssize(parents); ++i)
      if (is_below(parents, i, top)) below.push_back(i);
    parents[static_cast<std::size_t>(top)] = at(below, random.below(ssize(below)));
    Indices order = depth_first_order(parents), expected;
    for (Index i = 0; i < ssize(parents); ++i)
      if (!std::binary_search(below.begin(), below.end(), i)) expected.push_back(i);
    std::sort(order.begin(), order.end());
    ASSERT_EQ(order, expected);
  }
}

TEST(DepthFirstOrder, OfNoBodiesIsEmpty) { EXPECT_TRUE(depth_first_order(Indices{}).empty()); }

TEST(DepthFirstOrder, GoesDownAChainOfAMillionBodiesWithoutRecursion) {
  constexpr Index n = 1'000'000;
  Indices backwards(static_cast<std::size_t>(n));  // body n − 1 hangs from the root, body 0 is the tip
  for (Index i = 0; i < n; ++i) backwards[static_cast<std::size_t>(i)] = i == n - 1 ? root : i + 1;
  const Indices order = depth_first_order(backwards);
  ASSERT_EQ(ssize(order), n);
  for (Index k = 0; k < n; ++k) ASSERT_EQ(at(order, k), n - 1 - k);
}

TEST(Tree, SubtreeIsTheRangeOfTheBodiesBelow) {
  for_random_forests([](const Indices& parents) {
    const Indices renamed = renumbered(parents, depth_first_order(parents));
    const Tree tree(renamed);
    ASSERT_EQ(tree.size(), ssize(renamed));
    for (Index i = 0; i < tree.size(); ++i) {
      ASSERT_EQ(tree.parent(i), at(renamed, i));
      bool leaf = true;
      for (Index j = 0; j < tree.size(); ++j) {
        ASSERT_EQ(is_below(renamed, j, i), i <= j && j < tree.subtree_end(i)) << j << " below " << i;
        leaf = leaf && tree.parent(j) != i;
      }
      ASSERT_EQ(tree.is_leaf(i), leaf);
    }
  });
}

TEST(Tree, DepthIsTheLengthOfTheLongestPathFromTheRoot) {
  for_random_forests([](const Indices& parents) {
    const Tree tree(renumbered(parents, depth_first_order(parents)));
    Index deepest = 0;
    for (Index i = 0; i < tree.size(); ++i) {
      Index count = 0;
      for (Index j = i; j != root; j = tree.parent(j)) ++count;
      deepest = std::max(deepest, count);
    }
    ASSERT_EQ(tree.depth(), deepest);
  });
}

TEST(Tree, EmptyHasNoBodiesAndNoDepth) {
  EXPECT_EQ(Tree().size(), 0);
  EXPECT_EQ(Tree().depth(), 0);
  EXPECT_EQ(Tree(Indices{}).depth(), 0);
}

TEST(Tree, OfAMillionBodiesInARowIsOneSubtree) {
  constexpr Index n = 1'000'000;
  Indices parents(static_cast<std::size_t>(n));
  std::iota(parents.begin(), parents.end(), root);
  const Tree tree(std::move(parents));
  EXPECT_EQ(tree.depth(), n);
  EXPECT_EQ(tree.subtree_end(0), n);
  EXPECT_EQ(tree.subtree_end(n / 2), n);
  EXPECT_TRUE(tree.is_leaf(n - 1));
  EXPECT_FALSE(tree.is_leaf(n - 2));
}

TEST(CyclesOf, HasAMemberOfEachCycleAndNoneOfAForest) {
  Random random(5);
  for (int again = 0; again < 300; ++again) {
    const Index n = 1 + random.below(30);
    EXPECT_TRUE(cycles_of(random_forest(random, n)).empty());
    Indices parents;  // of any graph in which each body has one parent or none
    for (Index i = 0; i < n; ++i) parents.push_back(random.below(n + 1) - 1);
    const auto ends_in_root = [&](Index i) {
      for (Index step = 0; step <= n && i != root; ++step) i = at(parents, i);
      return i == root;
    };
    // the cycle of each member, by its smallest body
    std::vector<Index> found, expected;
    const auto smallest = [&](Index member) {
      Index least = member;
      for (Index i = at(parents, member); i != member; i = at(parents, i)) least = std::min(least, i);
      return least;
    };
    for (const Index member : cycles_of(parents)) {
      Index i = at(parents, member);
      for (Index step = 0; step < n && i != member; ++step) i = at(parents, i);
      ASSERT_EQ(i, member) << "is on its own path";
      found.push_back(smallest(member));
    }
    for (Index i = 0; i < n; ++i) {
      if (ends_in_root(i)) continue;
      Index member = i;
      for (Index step = 0; step < n; ++step) member = at(parents, member);
      expected.push_back(smallest(member));
    }
    std::sort(found.begin(), found.end());
    std::sort(expected.begin(), expected.end());
    expected.erase(std::unique(expected.begin(), expected.end()), expected.end());
    EXPECT_EQ(found, expected) << "each cycle once";
  }
}

}  // namespace
}  // namespace treefix::test
