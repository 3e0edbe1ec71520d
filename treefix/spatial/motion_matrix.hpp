// Linear maps between motions and forces, as they occur along chains of bodies.
#pragma once

#include <treefix/spatial/transform.hpp>

namespace treefix {

/// A general 6×6 matrix from motions to motions, stored as six rows. The product of a row and a motion is a number, so
/// each row is a force.
template <class T>
struct MotionMatrix {
  Force<T> rows[6]{};

  static constexpr MotionMatrix identity() {
    const T o(0), i(1);
    return {{{{i, o, o}, {}}, {{o, i, o}, {}}, {{o, o, i}, {}}, {{}, {i, o, o}}, {{}, {o, i, o}}, {{}, {o, o, i}}}};
  }

  friend constexpr Motion<T> operator*(const MotionMatrix& a, const Motion<T>& m) {
    const auto& r = a.rows;
    return {{dot(r[0], m), dot(r[1], m), dot(r[2], m)}, {dot(r[3], m), dot(r[4], m), dot(r[5], m)}};
  }
  friend constexpr MotionMatrix operator*(const MotionMatrix& a, const MotionMatrix& b) {
    MotionMatrix c;
    for (int i = 0; i < 6; ++i) c.rows[i] = transpose_times(b, a.rows[i]);
    return c;
  }
  friend constexpr MotionMatrix operator*(const MotionMatrix& a, const Transform<T>& X) {
    MotionMatrix c;
    for (int i = 0; i < 6; ++i) c.rows[i] = X.back(a.rows[i]);
    return c;
  }
  /// a − m fᵀ
  constexpr void subtract_outer(const Motion<T>& m, const Force<T>& f) {
    const T x[6] = {m.w.x, m.w.y, m.w.z, m.v.x, m.v.y, m.v.z};
    for (int i = 0; i < 6; ++i) rows[i] -= x[i] * f;
  }
};

/// aᵀ f
template <class T>
constexpr Force<T> transpose_times(const MotionMatrix<T>& a, const Force<T>& f) {
  const auto& r = a.rows;
  return f.n.x * r[0] + f.n.y * r[1] + f.n.z * r[2] + (f.f.x * r[3] + f.f.y * r[4] + f.f.z * r[5]);
}

/// aᵀ J a
template <class T>
constexpr ArticulatedInertia<T> congruent(const MotionMatrix<T>& a, const ArticulatedInertia<T>& J) {
  const Mat3<T> I = full(J.I), M = full(J.M), Ht = transpose(J.H);
  const Force<T> J_rows[6] = {{I.x, J.H.x}, {I.y, J.H.y}, {I.z, J.H.z}, {Ht.x, M.x}, {Ht.y, M.y}, {Ht.z, M.z}};
  ArticulatedInertia<T> sum;
  for (int i = 0; i < 6; ++i) sum += symmetric_outer(a.rows[i], transpose_times(a, J_rows[i]));
  return sum;
}

/// Inverse inertia (compliance): a symmetric 6×6 matrix from forces to motions.
///   C = | W   H |
///       | Hᵀ  V |
template <class T>
struct Compliance {
  Sym3<T> W{};
  Mat3<T> H{};
  Sym3<T> V{};

  friend constexpr Compliance operator+(const Compliance& a, const Compliance& b) {
    return {a.W + b.W, a.H + b.H, a.V + b.V};
  }
  friend constexpr Motion<T> operator*(const Compliance& a, const Force<T>& f) {
    return {a.W * f.n + a.H * f.f, transpose_times(a.H, f.n) + a.V * f.f};
  }
};

/// a bᵀ, a term of a symmetric sum.
template <class T>
constexpr Compliance<T> symmetric_outer(const Motion<T>& a, const Motion<T>& b) {
  return {{a.w.x * b.w.x, a.w.x * b.w.y, a.w.y * b.w.y, a.w.x * b.w.z, a.w.y * b.w.z, a.w.z * b.w.z},
          outer(a.w, b.v),
          {a.v.x * b.v.x, a.v.x * b.v.y, a.v.y * b.v.y, a.v.x * b.v.z, a.v.y * b.v.z, a.v.z * b.v.z}};
}

}  // namespace treefix
