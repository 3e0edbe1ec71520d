// The shape of a mechanism: integers only.
#pragma once

#include <vector>

#include <treefix/base/view.hpp>

namespace treefix {

/// Numbers the bodies of a forest depth-first: order[k] is the body that comes k-th. Siblings keep the given order.
/// parents[i] is the parent of body i, or root. Bodies on or below a cycle are left out, so the input contains a cycle
/// if the result is shorter. O(n) time and memory, no recursion.
std::vector<Index> depth_first_order(View<const Index> parents);

/// A member of each cycle of parents: where a walk first enters it. The walks start from 0, 1, 2, … Empty for a forest.
/// O(n) time and memory, no recursion.
std::vector<Index> cycles_of(View<const Index> parents);

/// The arrays of a Tree for calls of executors: trivially copyable, in memory that these calls can reach.
struct TreeView {
  View<const Index> parents, ends;

  constexpr Index size() const { return ssize(parents); }
  constexpr Index parent(Index i) const { return parents[i]; }
  constexpr Index subtree_end(Index i) const { return ends[i]; }
  constexpr bool is_leaf(Index i) const { return ends[i] == i + 1; }
};

/// A forest that hangs from the fixed root, its bodies numbered depth-first.
///
/// Properties: parent(i) < i; the subtree of i is the contiguous range i .. subtree_end(i) − 1; the first child of a
/// body directly follows it, and each further child begins where the subtree of the previous one ends.
/// Immutable: may be shared by threads. O(n) time and memory.
class Tree {
 public:
  Tree() = default;
  /// The parents must already be numbered depth-first (see depth_first_order).
  explicit Tree(std::vector<Index> parents);

  Index size() const { return ssize(parents_); }
  Index parent(Index i) const { return parents_[static_cast<std::size_t>(i)]; }
  Index subtree_end(Index i) const { return ends_[static_cast<std::size_t>(i)]; }
  Index subtree_size(Index i) const { return subtree_end(i) - i; }
  bool is_leaf(Index i) const { return subtree_end(i) == i + 1; }
  /// Calls f(child) for each child of i, or of the root, in order.
  template <class F>
  void for_each_child(Index i, F f) const {
    const Index end = i == root ? size() : subtree_end(i);
    for (Index child = i + 1; child < end; child = subtree_end(child)) f(child);
  }
  /// The number of bodies on the longest path from the root.
  Index depth() const;
  operator TreeView() const { return {parents_, ends_}; }  // NOLINT(google-explicit-constructor): a view of it

 private:
  std::vector<Index> parents_;
  std::vector<Index> ends_;
};

/// The number of ancestors of each body: 0 for bodies on the root. Uses all cores; O(n) time and memory.
std::vector<ShortIndex> depths_of(const Tree& tree);

/// Renumbers the bodies with heavy children first: among the children of each body, and of the root, the one with the
/// largest subtree comes first (the first of equals); the others keep their order. order[k] is the body that comes
/// k-th. The result is depth-first again. O(n) time and memory.
std::vector<Index> heavy_first_order(const Tree& tree);

/// Whether heavy children already come first.
bool is_heavy_first(const Tree& tree);

/// The same tree with body order[k] renumbered to k. The order must be depth-first.
Tree renumbered(const Tree& tree, View<const Index> order);

}  // namespace treefix
