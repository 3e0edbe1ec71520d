// The bodies of a tree by depth.
#pragma once

#include <treefix/tree/tree.hpp>

namespace treefix {

/// The bodies of a tree, those on the root first, then their children, and so on.
///
/// Properties: parents of the bodies of a level are in the level before; in a level bodies are ordered by number, so the
/// children of one body are together, and in the order of their parents.
/// Immutable: may be shared by threads. O(n) time and memory.
class Levels {
 public:
  Levels() = default;
  explicit Levels(const Tree& tree);

  Index count() const { return ssize(begins_) - 1; }
  View<const ShortIndex> level(Index k) const {
    const Index begin = begins_[static_cast<std::size_t>(k)];
    return {bodies_.data() + begin, begins_[static_cast<std::size_t>(k + 1)] - begin};
  }

 private:
  std::vector<ShortIndex> bodies_;
  std::vector<ShortIndex> begins_{0};  // (count + 1)
};

}  // namespace treefix
