// Trees of every shape, as integers.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include <treefix/base/random.hpp>
#include <treefix/base/text.hpp>
#include <treefix/tree/tree.hpp>

#include "support/rooms.hpp"

namespace treefix::testing {

/// n bodies whose parents come before them, numbered depth-first. choose(i) is the parent of body i among root, 0, …, i
/// − 1.
template <class Choose>
Tree make_tree(Index n, Choose choose) {
  std::vector<Index> parents(static_cast<std::size_t>(n));
  for (Index i = 0; i < n; ++i) at(parents, i) = choose(i);
  const std::vector<Index> order = depth_first_order(parents);
  std::vector<Index> place(parents.size()), renamed;
  for (Index k = 0; k < n; ++k) at(place, at(order, k)) = k;
  for (const Index i : order) renamed.push_back(at(parents, i) == root ? root : at(place, at(parents, i)));
  return Tree(std::move(renamed));
}

struct NamedTree {
  std::string name;
  Tree tree;
};

/// Chains, stars on the root and on a body, regular trees, combs with long and short teeth, forests, random trees.
inline std::vector<NamedTree> trees_of_size(Index n, std::uint64_t seed = 1) {
  Random random(seed);
  return {
      {concat("chain of ", n), make_tree(n, [](Index i) { return i - 1; })},
      {concat("star of ", n), make_tree(n, [](Index) { return root; })},
      {concat("hub of ", n), make_tree(n, [](Index i) { return i == 0 ? root : 0; })},
      {concat("binary of ", n), make_tree(n, [](Index i) { return (i + 1) / 2 - 1; })},
      {concat("branching 1.5 of ", n), make_tree(n, [](Index i) { return (2 * i + 2) / 3 - 1; })},
      {concat("comb of ", n), make_tree(n, [](Index i) { return i % 2 == 0 ? i - 2 < 0 ? root : i - 2 : i - 1; })},
      {concat("broom of ", n), make_tree(n, [n](Index i) { return i < n / 2 ? i - 1 : n / 2 - 1; })},
      {concat("forest of chains of ", n), make_tree(n, [](Index i) { return i % 7 == 0 ? root : i - 1; })},
      {concat("random of ", n), make_tree(n, [&](Index i) { return random.below(i + 1) - 1; })},
      {concat("deep random of ", n),
       make_tree(n, [&](Index i) { return i - 1 - random.below(std::min<Index>(i + 1, 3)); })},
  };
}

/// The same for all sizes that have distinct shapes, and some larger ones.
inline std::vector<NamedTree> all_trees() {
  std::vector<NamedTree> all;
  for (const Index n : {0, 1, 2, 3, 4, 5, 8, 17, 40, 100})
    for (NamedTree& tree : trees_of_size(n, static_cast<std::uint64_t>(n))) all.push_back(std::move(tree));
  return all;
}

inline Tree heavy_first(const Tree& tree) { return renumbered(tree, heavy_first_order(tree)); }

/// Whether body is in the subtree of ancestor.
inline bool is_below(const Tree& tree, Index body, Index ancestor) {
  return ancestor <= body && body < tree.subtree_end(ancestor);
}

}  // namespace treefix::testing
