// Sweeps of inverse dynamics over bundles. The text is that of kernels/rnea.hpp, with lanes of constants in place of
// numbers.
#pragma once

#include <treefix/large_tree/division/bundle.hpp>

namespace treefix::large_tree {

/// How the last body of a piece moves against the body before its first, as that body sees it: pose, velocities, and
/// accelerations as they would be if it did not move.
template <class T>
struct Relative {
  Transform<T> X{};
  Vec3<T> v{};
  ClassicalMotion<T> moving{};
};

/// How the last body moves, given how the one before the first does.
///   a = E(a₀ + U₀ r) + 2 ω₁ × v + a_rel,   ω₁ = E ω₀
template <class T>
ClassicalMotion<T> moved(const Relative<T>& step, const ClassicalMotion<T>& from) {
  const auto& [X, v, own] = step;
  const Vec3<T> w = X.E * from.w, dw = X.E * from.dw, a = X.E * (from.a + spin(from.w, from.dw) * X.r);
  return {w + own.w, dw + own.dw + cross(w, own.w), a + T(2) * cross(w, v) + own.a};
}

/// turns, v, a -> how the ends of the pieces move against each other
template <bool sheared, class T>
[[gnu::noinline]] void bundle_compose(const Bundle<T>& m, const LaneGroup<T>& g, Relative<T>& out) {
  Relative<T> b;
  Mat3<T> U{};
  for (Index k = 0; k < m.steps; ++k) {
    const Placement<T>& p = m.placements[k];
    const Turn<T> turn = g.turns[k], alpha{p.cos_alpha, p.sin_alpha};
    const T rate = g.v[k];
    auto& [X, v, moving] = b;
    X.r = plus_scaled(X.r, p.a, X.E.x);
    v = plus_cross_x(v, moving.w, p.a);
    if constexpr (sheared) X.r = plus_scaled(X.r, m.shears[k], X.E.y), v = plus_cross_y(v, moving.w, m.shears[k]);
    turn_axes(alpha, X.E.y, X.E.z);
    turn_axes(turn, X.E.x, X.E.y);
    X.r = plus_scaled(X.r, p.d, X.E.z);
    shear_out<sheared>(m, k, U, moving);
    moving.a = turned_z(turn, turned_x(alpha, plus_spin_x(moving.a, U, p.a)));
    v = turned_z(turn, turned_x(alpha, v));
    moving.w = turned_z(turn, turned_x(alpha, moving.w));
    moving.dw = turned_z(turn, turned_x(alpha, moving.dw));
    moving.w.z += rate;
    moving.dw.x += moving.w.y * rate, moving.dw.y -= moving.w.x * rate;
    moving.dw.z += g.a[k];
    U = spin(moving.w, moving.dw);
    moving.a = plus_spin_z(moving.a, U, p.d);
    v = plus_cross_z(v, moving.w, p.d);
  }
  out = b;
}

/// turns, v, a, how the bodies before move -> F, how the last bodies move
template <bool sheared, class T>
[[gnu::noinline]] void bundle_out(const Bundle<T>& m, const LaneGroup<T>& g, ClassicalMotion<T>& moving) {
  const T no_armature(0);
  ClassicalMotion<T> b = moving;
  Mat3<T> U = spin(b.w, b.dw);
  for (Index k = 0; k < m.steps; ++k) {
    shear_out<sheared>(m, k, U, b);
    rnea_outward<true>(m.axis(k, no_armature), k, k, g, b, U);
  }
  moving = b;
}

/// F -> tau, and the force on the body before, if none comes from beyond the piece
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

/// And what the force from beyond the piece, in coordinates of its last body, adds to tau.
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
