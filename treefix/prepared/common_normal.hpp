// The shortest placement of one axis relative to another.
#pragma once

#include <treefix/prepared/wide.hpp>

namespace treefix::prepared::detail {

/// How to reach the axis of a child from the axis z of its parent, in parent coordinates: from height `lift` to the
/// foot, along x, and also along y if the axes are nearly parallel. The child's axis passes through the foot, turned
/// about x.
struct Normal {
  enum class Kind { none, parallel, crossing, far } kind = Kind::none;
  WideVec x{};
  Wide lift = 0;
  WideVec foot{};  // the point that is reached
};

/// The common normal of the z axis and of the line through r along w. Nearly parallel lines have it far away, where
/// distances cancel; beyond three times |r| the plane through r is used instead.             [Hayati 1983]
/// kind: none chooses whichever suits.
Normal common_normal(const WideVec& r, const WideVec& w, Normal::Kind kind = Normal::Kind::none);

}  // namespace treefix::prepared::detail
