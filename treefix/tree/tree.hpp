// The shape of a mechanism: integers only.
#pragma once

#include <vector>

#include <treefix/base/view.hpp>

namespace treefix {

/// Numbers the bodies of a forest depth-first: order[k] is the body that comes k-th. Siblings keep their given order.
/// parents[i] is the parent of body i, or root. Bodies on or below a cycle are left out, so a result shorter than the
/// input means that there is a cycle. O(n) time and memory, no recursion.
std::vector<Index> depth_first_order(View<const Index> parents);

/// A forest that hangs from the fixed root, its bodies numbered depth-first.
///
/// Properties: parent(i) < i; the subtree of i is the contiguous range i .. subtree_end(i) − 1.
/// Immutable: may be shared by threads. O(n) memory.
class Tree {
 public:
  Tree() = default;
  /// parents must be numbered depth-first already (see depth_first_order).
  explicit Tree(std::vector<Index> parents);

  Index size() const { return ssize(parents_); }
  Index parent(Index i) const { return parents_[static_cast<std::size_t>(i)]; }
  Index subtree_end(Index i) const { return ends_[static_cast<std::size_t>(i)]; }
  bool is_leaf(Index i) const { return subtree_end(i) == i + 1; }
  /// The number of bodies on the longest path from the root.
  Index depth() const;

 private:
  std::vector<Index> parents_;
  std::vector<Index> ends_;
};

}  // namespace treefix
