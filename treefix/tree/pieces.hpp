// Heavy paths cut and gathered into tasks of like size.
#pragma once

#include <treefix/tree/heavy_paths.hpp>

namespace treefix {

/// Bodies first … end − 1 of one path.
struct Piece {
  ShortIndex first = 0, end = 0;
  bool begins = false, ends = false;  // whether its path does, there
  ShortIndex top = 0;  // the first body of its path
  constexpr Index size() const { return end - first; }
};

/// What calls of executors read of Pieces: trivially copyable, its arrays wherever these calls can reach them.
struct TasksView {
  View<const Piece> pieces;
  View<const Index> begins;  // (tasks + 1) among pieces

  constexpr Index size() const { return ssize(begins) - 1; }
  constexpr View<const Piece> operator[](Index k) const {
    return {pieces.data() + begins[k], begins[k + 1] - begins[k]};
  }
};

/// Pieces of about `length` bodies, gathered into tasks that can run at the same time once those of the levels above (or
/// below) are done.
///
/// Properties: a path of more than `length` bodies is cut into as few pieces as possible, whose sizes differ by one at most;
/// each is a task. Shorter paths stay whole, and a task has as many that follow each other in a level as `length` bodies
/// allow. Tasks are ordered by level. All depends on the tree and on `length` alone, never on who computes.
/// Where only some bodies may be the last of a piece, each border is at the first place beyond where it would be that has one
/// before it; borders that meet are one, and those that find no such body are none. So a piece is longer than `length` by no
/// more than the longest run of other bodies.
/// Immutable: may be shared by threads. O(n) time and memory.
class Pieces {
 public:
  Pieces() = default;
  /// length must be positive; larger than the tree is as good as its size.
  Pieces(const HeavyPaths& paths, Index length);
  /// may_end: whether a body may be followed by a border; a number per body, or none, which is all of them.
  Pieces(const HeavyPaths& paths, Index length, View<const char> may_end);

  /// As given.
  Index length() const { return length_; }
  Index levels() const { return ssize(level_begins_) - 1; }
  /// Tasks of a level are numbered first … last − 1.
  struct Range {
    Index first = 0, last = 0;
    Index size() const { return last - first; }
  };
  Range level(Index k) const {
    return {level_begins_[static_cast<std::size_t>(k)], level_begins_[static_cast<std::size_t>(k + 1)]};
  }
  /// Whether some path of the level is cut.
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

/// Pieces whose tasks lie wherever calls of an executor can reach them; who makes these calls reads the levels.
struct PiecesView {
  PiecesView() = default;
  PiecesView(const Pieces& all)
      : PiecesView(all, all.tasks_view()) {}  // NOLINT(google-explicit-constructor): a view of it
  PiecesView(const Pieces& all, const TasksView& where) : levels(&all), tasks(where) {}

  const Pieces* levels = nullptr;
  TasksView tasks;
};

}  // namespace treefix
