// The root paths of all bodies: the sparsity pattern of the mass matrix of a tree.
#pragma once

#include <treefix/tree/tree.hpp>

namespace treefix {

/// Row i lists the bodies from the root to i, i last: κ of [Lynghus 2026, §6], with its row index. As a pattern it is
/// the lower triangle of a branch-sparse matrix in compressed rows.
///
/// Properties: rows are ascending; row i is the row of the parent of i, followed by i.
/// Immutable: may be shared by threads. The index takes O(n) memory. The rows hold one number for each body and each of
/// its ancestors, which is n²/2 for a chain: call `entries` first.
class AncestorPaths {
 public:
  AncestorPaths() = default;
  /// The number of entries of all rows together.
  static Index entries(const Tree& tree);

  explicit AncestorPaths(const Tree& tree);

  Index rows() const { return ssize(begins_) - 1; }
  Index entries() const { return ssize(bodies_); }
  View<const ShortIndex> row(Index i) const {
    const Index begin = begins_[static_cast<std::size_t>(i)];
    return {bodies_.data() + begin, begins_[static_cast<std::size_t>(i + 1)] - begin};
  }
  View<const Index> begins() const { return begins_; }
  View<const ShortIndex> bodies() const { return bodies_; }

 private:
  std::vector<Index> begins_{0};  // (rows + 1)
  std::vector<ShortIndex> bodies_;
};

}  // namespace treefix
