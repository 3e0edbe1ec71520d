// Sweeps of inverse dynamics over bundles. The code follows kernels/rnea.hpp, with constants in lanes instead of
// numbers.
#pragma once

#include <treefix/large_tree/division/bundle.hpp>

namespace treefix::large_tree {

/// The motion of the last body of a piece relative to the body before its first: pose, velocities, and the
/// accelerations that it would have if that body did not move.
template <class T>
struct Relative {
  Transform<T> X{};
  Vec3<T> v{};
  ClassicalMotion<T> motion{};
};

/// The motion of the last body, given that of the body before the first.
///   a = E(a₀ + U₀ r) + 2 ω₁ × v + a_rel,   ω₁ = E ω₀
template <class T>
ClassicalMotion<T> moved(const Relative<T>& relative, const ClassicalMotion<T>& from) {
  const auto& [X, v, own] = relative;
  const Vec3<T> w = X.E * from.w, dw = X.E * from.dw, a = X.E * (from.a + spin(from.w, from.dw) * X.r);
  return {w + own.w, dw + own.dw + cross(w, own.w), a + T(2) * cross(w, v) + own.a};
}

/// turns, v, a -> motion of the last bodies of pieces relative to the bodies before
template <bool sheared, class T>
[[gnu::noinline]] void bundle_compose(const Bundle<T>& m, const LaneGroup<T>& g, Relative<T>& out) {
  Relative<T> b;
  Mat3<T> U{};
  for (Index k = 0; k < m.steps; ++k) {
    const Placement<T>& p = m.placements[k];
    const Turn<T> turn = g.turns[k], alpha{p.cos_alpha, p.sin_alpha};
    const T rate = g.v[k];
    auto& [X, v, motion] = b;
    X.r = plus_scaled(X.r, p.a, X.E.x);
    v = plus_cross_x(v, motion.w, p.a);
    if constexpr (sheared) {
      X.r = plus_scaled(X.r, m.shears[k], X.E.y);
      v = plus_cross_y(v, motion.w, m.shears[k]);
    }
    turn_axes(alpha, X.E.y, X.E.z);
    turn_axes(turn, X.E.x, X.E.y);
    X.r = plus_scaled(X.r, p.d, X.E.z);
    shear_out<sheared>(m, k, U, motion);
    motion.a = turned_z(turn, turned_x(alpha, plus_spin_x(motion.a, U, p.a)));
    v = turned_z(turn, turned_x(alpha, v));
    motion.w = turned_z(turn, turned_x(alpha, motion.w));
    motion.dw = turned_z(turn, turned_x(alpha, motion.dw));
    motion.w.z += rate;
    motion.dw.x += motion.w.y * rate;
    motion.dw.y -= motion.w.x * rate;
    motion.dw.z += g.a[k];
    U = spin(motion.w, motion.dw);
    motion.a = plus_spin_z(motion.a, U, p.d);
    v = plus_cross_z(v, motion.w, p.d);
  }
  out = b;
}

/// turns, v, a, motion of the bodies before -> F, motion of the last bodies
template <bool sheared, class T>
[[gnu::noinline]] void bundle_out(const Bundle<T>& m, const LaneGroup<T>& g, ClassicalMotion<T>& motion) {
  const T no_armature(0);
  ClassicalMotion<T> b = motion;
  Mat3<T> U = spin(b.w, b.dw);
  for (Index k = 0; k < m.steps; ++k) {
    shear_out<sheared>(m, k, U, b);
    rnea_outward<true>(m.axis(k, no_armature), k, k, g, b, U);
  }
  motion = b;
}

/// F -> tau, and the force on the body before, without forces from beyond the piece
template <bool sheared, class T>
[[gnu::noinline]] void bundle_in(const Bundle<T>& m, const LaneGroup<T>& g, Force<T>& handed) {
  const T no_armature(0);
  Force<T> F{};
  for (Index k = m.steps - 1; k >= 0; --k) {
    rnea_inward<true, false>(m.axis(k, no_armature), k, k, g, F);
    shear_back<sheared>(m, k, F);
  }
  handed = F;
}

/// Adds to tau the effect of the force from beyond the piece, in coordinates of its last body.
template <bool sheared, class T>
[[gnu::noinline]] void bundle_add(const Bundle<T>& m, const LaneGroup<T>& g, const Force<T>& beyond) {
  const T none(0);
  Force<T> F = beyond;
  for (Index k = m.steps - 1; k >= 0; --k) {
    g.tau[k] = g.tau[k] + F.n.z;
    const Placement<T>& p = m.placements[k];
    const AxisParts<T> axis{p.cos_alpha, p.sin_alpha, p.a, p.d, none, none, none, none, none, none, none, none};
    F = back_over(axis, g.turns[k], p.d, F);
    shear_back<sheared>(m, k, F);
  }
}

}  // namespace treefix::large_tree
