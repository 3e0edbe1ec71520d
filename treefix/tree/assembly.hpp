// Balanced binary trees over the pieces of heavy paths.
#pragma once

#include <treefix/tree/pieces.hpp>

namespace treefix {

/// Two halves of a node, the left one nearer to the root.
struct AssemblyNode {
  ShortIndex left = 0, right = 0;
};

/// Combines the pieces of each path by halves. Leaves are numbered as the tasks of pieces, and each task must have
/// exactly one piece. Inner nodes follow; each has two halves.
///
/// Properties: the pieces of a path, in order, are the leaves of one tree. The halves of a node differ by at most one
/// leaf, so the tree of a path with p pieces has height ⌈log₂ p⌉. Nodes are ordered by level, then by height, so all
/// nodes of one height of a level can be combined concurrently once the lower ones are done.
/// Immutable: may be shared by threads. O(pieces) time and memory.
class Assembly {
 public:
  Assembly() = default;
  explicit Assembly(const Pieces& pieces);

  Index leaves() const { return leaves_; }
  Index nodes() const { return leaves_ + ssize(halves_); }
  /// The k-th entry has the halves of node leaves() + k.
  View<const AssemblyNode> halves() const { return halves_; }
  /// The node of the whole path that begins with a task; meaningful only for tasks that begin a path.
  View<const ShortIndex> tops() const { return tops_; }  // (leaves)

  /// Heights of a level are numbered from 0, the lowest; nodes of height h are first … last − 1 among halves().
  Index heights(Index level) const { return level_begins_[static_cast<std::size_t>(level) + 1] - begin_of(level); }
  Pieces::Range height(Index level, Index h) const {
    const auto k = static_cast<std::size_t>(begin_of(level) + h);
    return {height_begins_[k], height_begins_[k + 1]};
  }

 private:
  Index begin_of(Index level) const { return level_begins_[static_cast<std::size_t>(level)]; }

  Index leaves_ = 0;
  std::vector<AssemblyNode> halves_;
  std::vector<ShortIndex> tops_;
  std::vector<Index> height_begins_{0};  // among halves
  std::vector<Index> level_begins_{0};  // (levels + 1) among heights
};

}  // namespace treefix
