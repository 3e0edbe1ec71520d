// The entries of both triangles of a branch-sparse symmetric matrix.
#pragma once

#include <treefix/tree/tree.hpp>

namespace treefix {

/// Compressed rows as most libraries expect them. Row i lists the bodies from the root to i, then those of its subtree.
///
/// Properties: columns are ascending. The columns after the diagonal are the numbers that follow i, because the tree is
/// numbered depth-first, so they need no memory here.
/// Immutable: may be shared by threads. O(n) time and memory. Keeps a reference to the tree.
class SymmetricRows {
 public:
  /// The number of entries in both triangles and on the diagonal.
  static Index entries(const Tree& tree);

  explicit SymmetricRows(const Tree& tree);

  Index rows() const { return ssize(begins_) - 1; }
  Index entries() const { return begins_.back(); }
  View<const Index> begins() const { return begins_; }  // (rows + 1)
  /// The position of the diagonal of row i among all entries.
  Index diagonal(Index i) const { return at(begins_, i + 1) - tree_->subtree_size(i); }
  /// The position of the entry in row i and column j; j must be in the subtree of i.
  Index place(Index i, Index j) const { return diagonal(i) + j - i; }

  /// Writes the columns of row i to their position among all columns.
  template <class I>
  void put_columns(Index i, I* columns) const {
    Index place = diagonal(i);
    for (Index above = tree_->parent(i); above != root; above = tree_->parent(above))
      columns[--place] = static_cast<I>(above);
    place = diagonal(i);
    for (Index j = i; j < tree_->subtree_end(i); ++j) columns[place++] = static_cast<I>(j);
  }

 private:
  const Tree* tree_;
  std::vector<Index> begins_;
};

}  // namespace treefix
