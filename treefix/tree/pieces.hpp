// Heavy paths cut and gathered into tasks of similar size.
#pragma once

#include <treefix/tree/heavy_paths.hpp>

namespace treefix {

/// The bodies first … end − 1 of one path.
struct Piece {
  ShortIndex first = 0, end = 0;
  bool begins = false, ends = false;  // whether it is the first, or the last, piece of its path
  ShortIndex top = 0;  // the first body of its path
  constexpr Index size() const { return end - first; }
};

/// The arrays of Pieces for calls of executors: trivially copyable, in memory that these calls can reach.
struct TasksView {
  View<const Piece> pieces;
  View<const Index> begins;  // (tasks + 1) among pieces

  constexpr Index size() const { return ssize(begins) - 1; }
  constexpr View<const Piece> operator[](Index k) const {
    return {pieces.data() + begins[k], begins[k + 1] - begins[k]};
  }
};

/// Pieces of about `length` bodies, gathered into tasks. The tasks of a level can run concurrently once those of the
/// levels above (or below) are done.
///
/// Properties: a path of more than `length` bodies is cut into as few pieces as possible, whose sizes differ by at most
/// one; each piece is a task. Shorter paths stay whole; a task gathers consecutive ones of a level, up to `length`
/// bodies. Tasks are ordered by level. Everything depends on the tree and on `length` only, never on the executor.
/// If only some bodies may end a piece, each border moves outward to the next position behind such a body. Borders that
/// meet become one, and a border that finds no such body is dropped. So a piece exceeds `length` by at most the longest
/// run of other bodies.
/// Immutable: may be shared by threads. O(n) time and memory.
class Pieces {
 public:
  Pieces() = default;
  /// length must be positive; a length beyond the size of the tree has the same effect as the size.
  Pieces(const HeavyPaths& paths, Index length);
  /// may_end: whether a border may follow a body, one value per body; empty: behind every body.
  Pieces(const HeavyPaths& paths, Index length, View<const char> may_end);

  /// The length given to the constructor.
  Index length() const { return length_; }
  Index levels() const { return ssize(level_begins_) - 1; }
  /// The tasks of a level are numbered first … last − 1.
  struct Range {
    Index first = 0, last = 0;
    Index size() const { return last - first; }
  };
  Range level(Index k) const {
    return {level_begins_[static_cast<std::size_t>(k)], level_begins_[static_cast<std::size_t>(k + 1)]};
  }
  /// Whether any path of the level is cut.
  bool has_cuts(Index k) const { return cut_[static_cast<std::size_t>(k)] != 0; }
  View<const Piece> task(Index k) const {
    const Index begin = task_begins_[static_cast<std::size_t>(k)];
    return {pieces_.data() + begin, task_begins_[static_cast<std::size_t>(k + 1)] - begin};
  }
  Index tasks() const { return ssize(task_begins_) - 1; }
  TasksView tasks_view() const { return {pieces_, task_begins_}; }
  View<const Piece> all() const { return pieces_; }

 private:
  Index length_ = 1;
  std::vector<Piece> pieces_;
  std::vector<Index> task_begins_{0};  // (tasks + 1) among pieces
  std::vector<Index> level_begins_{0};  // (levels + 1) among tasks
  std::vector<char> cut_;  // (levels)
};

/// Pieces whose tasks are in memory that calls of an executor can reach; the host reads the levels.
struct PiecesView {
  PiecesView() = default;
  PiecesView(const Pieces& all)
      : PiecesView(all, all.tasks_view()) {}  // NOLINT(google-explicit-constructor): a view of it
  PiecesView(const Pieces& all, const TasksView& where) : levels(&all), tasks(where) {}

  const Pieces* levels = nullptr;
  TasksView tasks;
};

}  // namespace treefix
