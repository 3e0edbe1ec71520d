// Directions and frames in the scalar in which prepared models are made.
#pragma once

#include <cmath>

#include <treefix/spatial/transform.hpp>

namespace treefix::prepared::detail {

/// Frames are computed in this type and rounded once: directions normalised in double leave errors that add up along a
/// chain.
using Wide = long double;
using WideVec = Vec3<Wide>;

inline Wide length(const WideVec& v) { return std::sqrt(dot(v, v)); }
inline WideVec unit(const WideVec& v) { return (1 / length(v)) * v; }

/// Some direction perpendicular to u.
inline WideVec perpendicular(const WideVec& u) {
  const WideVec e = std::fabs(u.x) < Wide(0.6) ? WideVec{1, 0, 0} : WideVec{0, 1, 0};
  return unit(e - dot(e, u) * u);
}

/// The transform to a frame with these axes and this origin.
inline Transform<Wide> frame_at(const WideVec& x, const WideVec& z, const WideVec& origin) {
  return {{x, cross(z, x), z}, origin};
}

}  // namespace treefix::prepared::detail
