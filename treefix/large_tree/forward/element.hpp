// A piece as one element of forward dynamics: its linear response, seen from its two ends.
//
// The mathematics is that of StarElement in primitives/star.hpp, in another form: here A is six rows that move from
// body to body like forces, so that sweeps keep them in registers, and elements are joined by elimination
// (star_join.hpp).
#pragma once

#include <treefix/kernels/aba.hpp>
#include <treefix/large_tree/division/division.hpp>

namespace treefix::large_tree {

/// The acceleration of the last body of a piece, given the acceleration of the body before its first and the force φ
/// on it from beyond:
///   a_out = A a_in − C φ + b
/// The other half is the force on the body before the first,  f_in = J a_in + Aᵀ φ + η.  J and η are an
/// ArticulatedBody.
template <class T>
struct Reach {
  Force<T> A[6];  // rows for ω̇, then for a
  ArticulatedInertia<T> C{};  // symmetric 6 × 6 map from force to motion
  Motion<T> b{};

  /// The reach of no bodies.
  static Reach nothing() {
    Reach x;
    x.A[0].n.x = x.A[1].n.y = x.A[2].n.z = x.A[3].f.x = x.A[4].f.y = x.A[5].f.z = T(1);
    return x;
  }
};

/// The response of a piece at both ends.
template <class T>
struct PieceElement {
  ArticulatedBody<T> handed{};  // J, η
  Reach<T> reach{};
};

/// Moves a row with zero moment about z across the joint and the common normal, as back_over moves a force.
template <AxisLike X, class T>
TREEFIX_INLINE Force<T> flat_back_over(const X& axis, const Turn<T>& turn, const Force<T>& F) {
  const auto alpha = alpha_of(axis);
  const Vec3<T> f = back_x(alpha, back_z(turn, F.f));
  const T x = F.n.x - axis.d * F.f.y, y = F.n.y + axis.d * F.f.x, across = turn.c * y + turn.s * x;
  return {{turn.c * x - turn.s * y, axis.cos_alpha * across - axis.a * f.z, axis.sin_alpha * across + axis.a * f.y}, f};
}

// A piece gets one more body at its start, on a revolute joint, for which the inward sweep computed G, D⁻¹ and d. With
// s = A S this is an update of rank one:
//   A := (A − s Gᵀ) X     C := C + s D⁻¹ sᵀ     b := b + s d

/// One row of A.
template <bool with_armature, AxisLike X, class T>
TREEFIX_INLINE Force<T> extended(const X& axis, const Turn<T>& turn, const Force<T>& G, Force<T> row) {
  const T s = row.n.z;
  row.n.x = row.n.x - s * G.n.x;
  row.n.y = row.n.y - s * G.n.y;
  row.f = minus_scaled(row.f, s, G.f);
  if constexpr (!with_armature) return flat_back_over(axis, turn, row);  // G_z is 1
  row.n.z = s - s * G.n.z;
  return back_over(axis, turn, axis.d, row);
}

/// Updates C and b for several bodies; s has six numbers for each.
template <class T>
[[gnu::noinline]] void add_ranks(Index count, const T* s, const T* inverses, const T* d, Reach<T>& x) {
  // in parts that fit into registers
  Motion<T> b = x.b;
  Sym3<T> I = x.C.I;
  for (Index k = 0; k < count; ++k) {
    const T* a = s + 6 * k;
    b.w = plus_scaled(b.w, d[k], Vec3<T>{a[0], a[1], a[2]});
    b.v = plus_scaled(b.v, d[k], Vec3<T>{a[3], a[4], a[5]});
    const T x0 = inverses[k] * a[0], x1 = inverses[k] * a[1], x2 = inverses[k] * a[2];
    I = {I.xx + x0 * a[0], I.xy + x0 * a[1], I.yy + x1 * a[1], I.xz + x0 * a[2], I.yz + x1 * a[2], I.zz + x2 * a[2]};
  }
  x.b = b;
  x.C.I = I;
  Mat3<T> H = x.C.H;
  for (Index k = 0; k < count; ++k) {
    const T* a = s + 6 * k;
    const Vec3<T> v = {inverses[k] * a[3], inverses[k] * a[4], inverses[k] * a[5]};
    H.x = plus_scaled(H.x, a[0], v);
    H.y = plus_scaled(H.y, a[1], v);
    H.z = plus_scaled(H.z, a[2], v);
  }
  x.C.H = H;
  Sym3<T> M = x.C.M;
  for (Index k = 0; k < count; ++k) {
    const T* a = s + 6 * k + 3;
    const T x0 = inverses[k] * a[0], x1 = inverses[k] * a[1], x2 = inverses[k] * a[2];
    M = {M.xx + x0 * a[0], M.xy + x0 * a[1], M.yy + x1 * a[1], M.xz + x0 * a[2], M.yz + x1 * a[2], M.zz + x2 * a[2]};
  }
  x.C.M = M;
}

}  // namespace treefix::large_tree
