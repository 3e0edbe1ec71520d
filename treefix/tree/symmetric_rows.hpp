// Where both triangles of a branch-sparse symmetric matrix have entries.
#pragma once

#include <treefix/tree/tree.hpp>

namespace treefix {

/// Compressed rows as most libraries take them. Row i lists the bodies from the root to i, and then those of its subtree.
///
/// Properties: columns are ascending; what is after the diagonal are the numbers that follow i, because the tree is numbered
/// depth-first. So columns need no memory here.
/// Immutable: may be shared by threads. O(n) time and memory. Keeps a reference to the tree.
class SymmetricRows {
 public:
  /// How many entries there are in both triangles and on the diagonal.
  static Index entries(const Tree& tree);

  explicit SymmetricRows(const Tree& tree);

  Index rows() const { return ssize(begins_) - 1; }
  Index entries() const { return begins_.back(); }
  View<const Index> begins() const { return begins_; }  // (rows + 1)
  /// Where the diagonal of row i is among all entries.
  Index diagonal(Index i) const { return at(begins_, i + 1) - tree_->subtree_size(i); }
  /// Where the entry of row i is in column j, which must be in the subtree of i.
  Index place(Index i, Index j) const { return diagonal(i) + j - i; }

  /// Writes the columns of row i to where they belong among all.
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
