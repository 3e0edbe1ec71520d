// The way from the root to each body, one after the other: where the mass matrix of a tree has entries.
#pragma once

#include <treefix/tree/tree.hpp>

namespace treefix {

/// Row i lists the bodies from the root to i, i last: κ of [Lynghus 2026, §6], with its row index. As a pattern it is
/// the lower
/// triangle of a branch-sparse matrix in compressed rows.
///
/// Properties: rows are ascending; the row of i is that of its parent, and i.
/// Immutable: may be shared by threads. The index has O(n) memory; the rows as many numbers as all bodies have ancestors, which for a
/// chain is n²/2: ask `entries` before.
class AncestorPaths {
 public:
  AncestorPaths() = default;
  /// How many numbers all rows would have together.
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
