// The shape of a mechanism: integers only.
#pragma once

#include <vector>

#include <treefix/base/view.hpp>

namespace treefix {

/// Numbers the bodies of a forest depth-first: order[k] is the body that comes k-th. Siblings keep their given order.
/// parents[i] is the parent of body i, or root. Bodies on or below a cycle are left out, so a result shorter than the
/// input means that there is a cycle. O(n) time and memory, no recursion.
std::vector<Index> depth_first_order(View<const Index> parents);

/// What calls of executors read of a Tree: trivially copyable, its arrays wherever these calls can reach them.
struct TreeView {
  View<const Index> parents, ends;

  constexpr Index size() const { return ssize(parents); }
  constexpr Index parent(Index i) const { return parents[i]; }
  constexpr Index subtree_end(Index i) const { return ends[i]; }
  constexpr bool is_leaf(Index i) const { return ends[i] == i + 1; }
};

/// A forest that hangs from the fixed root, its bodies numbered depth-first.
///
/// Properties: parent(i) < i; the subtree of i is the contiguous range i .. subtree_end(i) − 1; a body's first child is the
/// one after it, the next child begins where the subtree of the one before ends.
/// Immutable: may be shared by threads. O(n) time and memory.
class Tree {
 public:
  Tree() = default;
  /// parents must be numbered depth-first already (see depth_first_order).
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

/// How many bodies are above each one: 0 for those on the root. Filled by all cores; O(n) time and memory.
std::vector<ShortIndex> depths_of(const Tree& tree);

/// Numbers the bodies once more, with heavy children first: of each body's children, and of those on the root, the one with
/// the largest subtree comes first (of equals the first), the others keep their order. order[k] is the body that comes k-th.
/// The result is depth-first again. O(n) time and memory.
std::vector<Index> heavy_first_order(const Tree& tree);

/// Whether heavy children come first already.
bool is_heavy_first(const Tree& tree);

/// The same tree, in which body order[k] has number k. The order must be depth-first.
Tree renumbered(const Tree& tree, View<const Index> order);

}  // namespace treefix
