// Heavy paths: a tree divided into few chains.                                    [Sleator 1983]
#pragma once

#include <treefix/tree/tree.hpp>

namespace treefix {

/// Bodies first, first + 1, …, end − 1. Each is the heavy child of the one before; the last is a leaf.
struct HeavyPath {
  ShortIndex first = 0, end = 0;
  Index size() const { return end - first; }
};

/// The heavy paths of a tree that is numbered with heavy children first.
///
/// Properties: every body is on one path, and the bodies of a path have consecutive numbers. A path hangs from a body
/// of a path one level up; paths of level 0 hang from the root. The subtree of a light child has at most half the size
/// of its parent's, so there are at most 1 + log₂ n levels. Paths are ordered by level, then by first body.
/// Immutable: may be shared by threads. O(n) time and memory.
class HeavyPaths {
 public:
  HeavyPaths() = default;
  /// The tree must have heavy children first (see heavy_first_order).
  explicit HeavyPaths(const Tree& tree);

  Index levels() const { return ssize(begins_) - 1; }
  View<const HeavyPath> all() const { return paths_; }
  View<const HeavyPath> level(Index k) const {
    const Index begin = begins_[static_cast<std::size_t>(k)];
    return {paths_.data() + begin, begins_[static_cast<std::size_t>(k + 1)] - begin};
  }

 private:
  std::vector<HeavyPath> paths_;
  std::vector<Index> begins_{0};  // (levels + 1)
};

}  // namespace treefix
