// The vector tree: a tree as its Euler tour.                                    [Blelloch 1990a; Lynghus 2026, §4.6]
#pragma once

#include <treefix/tree/tree.hpp>

namespace treefix {

/// The arrays of an EulerTour for calls of executors: trivially copyable, in memory that these calls can reach.
struct TourView {
  View<const ShortIndex> lefts, rights;

  constexpr Index bodies() const { return ssize(lefts); }
  constexpr Index steps() const { return 2 * bodies(); }
  constexpr Index left(Index i) const { return lefts[i]; }
  constexpr Index right(Index i) const { return rights[i]; }
};

/// The Euler tour of a tree, 2n steps: it enters body i at step left(i) and leaves it at step right(i).
///
/// Properties: the steps from left(i) to right(i) are those of the subtree of i, and come in pairs. An ancestor of i
/// has its left step before left(i) and its right step after right(i); any other body has both on the same side.
/// Consider a prefix sum over the tour, with the value of a body where it is entered and the inverse where it is left:
/// at left(i) it is the sum along the root path of i. Without the inverses, the difference between right(i) and left(i)
/// is the sum over the subtree of i.
/// Immutable: may be shared by threads. O(n) time and memory, filled by all cores.
class EulerTour {
 public:
  EulerTour() = default;
  explicit EulerTour(const Tree& tree);

  Index bodies() const { return ssize(left_); }
  Index steps() const { return 2 * bodies(); }
  Index left(Index i) const { return left_[static_cast<std::size_t>(i)]; }
  Index right(Index i) const { return right_[static_cast<std::size_t>(i)]; }
  View<const ShortIndex> left() const { return left_; }
  View<const ShortIndex> right() const { return right_; }
  operator TourView() const { return {left_, right_}; }  // NOLINT(google-explicit-constructor): a view of it

 private:
  std::vector<ShortIndex> left_, right_;
};

}  // namespace treefix
