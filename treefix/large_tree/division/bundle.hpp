// A bundle as kernels read it: the constants of its pieces, a piece in each lane.
#pragma once

#include <treefix/kernels/rnea.hpp>
#include <treefix/large_tree/division/division.hpp>

namespace treefix::large_tree {

/// The constants of a joint, without those of its body.
template <class T>
struct Placement {
  T cos_alpha, sin_alpha, a, d, offset;
};

/// The regrouped inertia of a body.
template <class T>
struct Moments {
  T hx, hy, Sxx, Sxy, Syy, Sxz, Syz;
};

/// The numbers of an Axis as references: placements are read three times and moments once, so they are stored
/// separately.
template <class T>
struct AxisParts {
  const T &cos_alpha, &sin_alpha, &a, &d;
  const T &hx, &hy, &Sxx, &Sxy, &Syy, &Sxz, &Syz;
  const T& armature;
};

/// Constants of pieces of equal length, a piece in each lane: step k of lane l is body k of piece l.
template <class T>
struct Bundle {
  Index steps = 0;
  const Placement<T>* placements = nullptr;  // (steps)
  const Moments<T>* moments = nullptr;  // (steps)
  const T* shears = nullptr;  // (steps) shift along y if axes are nearly parallel; null if there is none
  const T* armatures = nullptr;  // (steps) null if there are none

  AxisParts<T> axis(Index k, const T& no_armature) const {
    const Placement<T>& p = placements[k];
    const Moments<T>& m = moments[k];
    return {p.cos_alpha, p.sin_alpha, p.a,   p.d,   m.hx,  m.hy,
            m.Sxx,       m.Sxy,       m.Syy, m.Sxz, m.Syz, armatures ? armatures[k] : no_armature};
  }
};

/// q -> turns
template <class T>
TREEFIX_INLINE void bundle_turns(const Bundle<T>& m, const LaneGroup<T>& g) {
  turn_all(m.steps, [&](Index k) { return g.q[k] + m.placements[k].offset; }, g.turns);
}

/// The shift along y, which comes before the rest of a placement, if axes are nearly parallel.
template <bool sheared, class T>
TREEFIX_INLINE void shear_out(const Bundle<T>& m, Index k, const Mat3<T>& U, ClassicalMotion<T>& b) {
  if constexpr (sheared) b.a = plus_spin_y(b.a, U, m.shears[k]);
}
template <bool sheared, class T>
TREEFIX_INLINE void shear_back(const Bundle<T>& m, Index k, Force<T>& F) {
  if constexpr (sheared) F.n = plus_y_cross(F.n, m.shears[k], F.f);
}

}  // namespace treefix::large_tree
