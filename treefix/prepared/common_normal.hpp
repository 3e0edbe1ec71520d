// The shortest placement of one axis relative to another.
#pragma once

#include <treefix/prepared/wide.hpp>

namespace treefix::prepared::detail {

/// How to reach the axis of a child from the axis z of its parent, in parent coordinates: from the point at height
/// `lift` on z to the foot, along x and, if the axes are nearly parallel, also along y. The child's axis passes through
/// the foot and is rotated about x.
struct Normal {
  enum class Kind { none, parallel, crossing, far } kind = Kind::none;
  WideVec x{};
  Wide lift = 0;
  WideVec foot{};  // the point that is reached
};

/// The common normal of the z axis and of the line through r along w. If the lines are nearly parallel, it is far away
/// and distances to it cancel. Then, or if it is further away than three times |r|, the plane through r that is
/// perpendicular to z is used instead.                                                       [Hayati 1983]
/// kind: the kind to use; none chooses it by these rules.
Normal common_normal(const WideVec& r, const WideVec& w, Normal::Kind kind = Normal::Kind::none);

}  // namespace treefix::prepared::detail
