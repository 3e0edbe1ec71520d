// Linear maps of forces, such as what a joint that gives way passes on.
#pragma once

#include <treefix/spatial/transform.hpp>

namespace treefix {

/// Any 6×6 matrix that takes forces to forces; its transpose takes motions to motions. 36 numbers.
///   Y = | nn  nf |
///       | fn  ff |
template <class T>
struct ForceMap {
  Mat3<T> nn = Mat3<T>::identity(), nf{}, fn{}, ff = Mat3<T>::identity();

  friend constexpr Force<T> operator*(const ForceMap& Y, const Force<T>& x) {
    return {Y.nn * x.n + Y.nf * x.f, Y.fn * x.n + Y.ff * x.f};
  }
  friend constexpr ForceMap operator*(const ForceMap& a, const ForceMap& b) {
    return {a.nn * b.nn + a.nf * b.fn, a.nn * b.nf + a.nf * b.ff, a.fn * b.nn + a.ff * b.fn, a.fn * b.nf + a.ff * b.ff};
  }
};

/// Yᵀ m, without forming the transpose.
template <class T>
constexpr Motion<T> transpose_times(const ForceMap<T>& Y, const Motion<T>& m) {
  return {transpose_times(Y.nn, m.w) + transpose_times(Y.fn, m.v),
          transpose_times(Y.nf, m.w) + transpose_times(Y.ff, m.v)};
}

/// Xᵀ as a matrix.
///   Xᵀ = | Eᵀ  r×Eᵀ |
///        | 0   Eᵀ   |                                                       [Featherstone 2008, eq. 2.25]
template <class T>
constexpr ForceMap<T> force_map(const Transform<T>& X) {
  const Mat3<T> R = transpose(X.E);
  return {R, cross(X.r, R), Mat3<T>{}, R};
}

/// Y − a bᵀ
template <class T>
constexpr ForceMap<T> minus_outer(const ForceMap<T>& Y, const Force<T>& a, const Motion<T>& b) {
  return {Y.nn - outer(a.n, b.w), Y.nf - outer(a.n, b.v), Y.fn - outer(a.f, b.w), Y.ff - outer(a.f, b.v)};
}

}  // namespace treefix
