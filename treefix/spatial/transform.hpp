// Change of coordinates between two frames, for motions, forces and inertias.
#pragma once

#include <treefix/spatial/inertia.hpp>

namespace treefix {

/// Maps coordinates from frame A to frame B: rotation E (rows: axes of B in A), r the origin of B in A. 12 numbers.
///
/// X * y     coordinates in A → coordinates in B
/// X.back(y) coordinates in B → coordinates in A; for forces this is Xᵀ y, for inertias Xᵀ y X
///
/// Variable names give the frames where that helps: X_CB * X_BA is X_CA.
template <class T>
struct Transform {
  Mat3<T> E = Mat3<T>::identity();
  Vec3<T> r{};

  /// X m = (Eω; E(v − r×ω))
  friend constexpr Motion<T> operator*(const Transform& X, const Motion<T>& m) {
    return {X.E * m.w, X.E * (m.v - cross(X.r, m.w))};
  }
  /// X* f = (E(n − r×f); E f)
  friend constexpr Force<T> operator*(const Transform& X, const Force<T>& f) {
    return {X.E * (f.n - cross(X.r, f.f)), X.E * f.f};
  }
  friend constexpr Inertia<T> operator*(const Transform& X, const Inertia<T>& I) {
    const Vec3<T> k = I.h - T(0.5) * I.m * X.r;
    return {I.m, X.E * (I.h - I.m * X.r), rotate(X.E, I.I + anticommutator(X.r, k))};
  }
  /// X* A X⁻¹: move the origin, then rotate.
  friend constexpr ArticulatedInertia<T> operator*(const Transform& X, const ArticulatedInertia<T>& A) {
    const ArticulatedInertia<T> B = move_origin(A, -X.r);
    return {rotate(X.E, B.I), X.E * B.H * transpose(X.E), rotate(X.E, B.M)};
  }
  /// X_CB * X_BA = X_CA
  friend constexpr Transform operator*(const Transform& X_CB, const Transform& X_BA) {
    return {X_CB.E * X_BA.E, X_BA.r + transpose_times(X_BA.E, X_CB.r)};  // 33 mul, 24 add
  }

  constexpr Motion<T> back(const Motion<T>& m) const {
    const Vec3<T> w = transpose_times(E, m.w);
    return {w, transpose_times(E, m.v) + cross(r, w)};
  }
  /// Xᵀ f = (Eᵀn + r×Eᵀf; Eᵀf)
  constexpr Force<T> back(const Force<T>& f) const {
    const Vec3<T> g = transpose_times(E, f.f);
    return {transpose_times(E, f.n) + cross(r, g), g};
  }
  constexpr Inertia<T> back(const Inertia<T>& I) const {
    const Vec3<T> h = transpose_times(E, I.h), k = h + T(0.5) * I.m * r;
    return {I.m, h + I.m * r, rotate(transpose(E), I.I) - anticommutator(r, k)};
  }
  /// Xᵀ A X: rotate, then move the origin.
  constexpr ArticulatedInertia<T> back(const ArticulatedInertia<T>& A) const {
    const Mat3<T> R = transpose(E);
    return move_origin(ArticulatedInertia<T>{rotate(R, A.I), R * A.H * E, rotate(R, A.M)}, r);
  }

  /// The point with coordinates p in B, in coordinates of A.
  constexpr Vec3<T> point_back(const Vec3<T>& p) const { return r + transpose_times(E, p); }
};

/// X_AB from X_BA.
template <class T>
constexpr Transform<T> inverse(const Transform<T>& X) {
  return {transpose(X.E), -(X.E * X.r)};
}

/// Moves the reference point of an inertia from p to the origin; axes unchanged:
///   H' = H + [p]×M,   I' = I − H'[p]× − (H[p]×)ᵀ
template <class T>
constexpr ArticulatedInertia<T> move_origin(const ArticulatedInertia<T>& A, const Vec3<T>& p) {
  const Mat3<T> H = A.H + cross(p, full(A.M));
  // row i of −H[p]× is p × (row i of H); only the upper triangle of I' is needed
  const Vec3<T> x = cross(p, H.x), y = cross(p, H.y), z = cross(p, H.z);
  const Vec3<T> u = cross(p, A.H.x), v = cross(p, A.H.y), w = cross(p, A.H.z);
  const Sym3<T> shift{x.x + u.x, x.y + v.x, y.y + v.y, x.z + w.x, y.z + w.y, z.z + w.z};
  return {A.I + shift, H, A.M};
}

template <class T, class U>
constexpr Transform<T> cast(const Transform<U>& a) {
  return {cast<T>(a.E), cast<T>(a.r)};
}

}  // namespace treefix
