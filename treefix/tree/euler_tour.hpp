// The vector tree: a tree as the walk around it.                                 [Blelloch 1990a; Lynghus 2026, §4.6]
#pragma once

#include <treefix/tree/tree.hpp>

namespace treefix {

/// What calls of executors read of an EulerTour: trivially copyable, its arrays wherever these calls can reach them.
struct TourView {
  View<const ShortIndex> lefts, rights;

  constexpr Index bodies() const { return ssize(lefts); }
  constexpr Index steps() const { return 2 * bodies(); }
  constexpr Index left(Index i) const { return lefts[i]; }
  constexpr Index right(Index i) const { return rights[i]; }
};

/// The walk around a tree, of 2n steps: it enters every body once, at step left(i), and leaves it once, at step right(i).
///
/// Properties: the steps left(i) < … < right(i) are those of the subtree of i, and come in pairs. Of the bodies above i the
/// left steps are before left(i), the right ones after; of all other bodies both are on one side. So a sum over the walk,
/// with a body's value where it is entered and the inverse where it is left, gives at left(i) the sum along the path from the root
/// to i; and without inverses, the difference of the sums at right(i) and left(i) is that over the subtree of i.
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
