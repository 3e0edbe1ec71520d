// The anchors of a bundle in the order in which sweeps reach them.
#pragma once

#include <treefix/large_tree/division/division.hpp>

namespace treefix::large_tree {

/// The anchors of a bundle in the order in which a walk along its steps reaches them, outward (by = 1) or inward (by =
/// −1) from step `end` − 1. The anchors of one lane are in order; next_ is the next one in each lane.
template <class T, int by>
class AnchorWalk {
 public:
  AnchorWalk(const Division& division, Index b, Index end) : division_(division) {
    const Division::Bundle& bundle = at(division.bundles, b);
    Index a = bundle.first_anchor;
    for (int lane = 0; lane < lanes; ++lane) {
      const Index first = a;
      while (a < bundle.end_anchor && at(division.anchors, a).lane == lane) ++a;
      next_[lane] = by > 0 ? first : a - 1;
      stop_[lane] = by > 0 ? a : first - 1;
      while (by < 0 && is_left(lane) && step_of(lane) >= end) --next_[lane];
    }
    find_step();
  }
  AnchorWalk(const Division& division, Index b) : AnchorWalk(division, b, at(division.bundles, b).steps) {}

  /// The next step with an anchor; −1 for none.
  Index next_step() const { return step_; }
  /// Calls f(lane, a) for the anchors a at step k.
  template <class F>
  void at_step(Index k, F f) {
    if (k != step_) return;
    for (int lane = 0; lane < lanes; ++lane) {
      if (!is_left(lane) || step_of(lane) != k) continue;
      f(lane, next_[lane]);
      next_[lane] += by;
    }
    find_step();
  }

 private:
  static constexpr int lanes = T::size;

  bool is_left(int lane) const { return next_[lane] != stop_[lane]; }
  Index step_of(int lane) const { return at(division_.anchors, next_[lane]).step; }
  void find_step() {
    step_ = -1;
    for (int lane = 0; lane < lanes; ++lane)
      if (is_left(lane) && (step_ < 0 || by * (step_of(lane) - step_) < 0)) step_ = step_of(lane);
  }

  const Division& division_;
  Index next_[lanes], stop_[lanes], step_ = -1;
};

}  // namespace treefix::large_tree
