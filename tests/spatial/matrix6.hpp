// Spatial algebra by plain 6×6 matrices, written from the definitions: the oracle for treefix/spatial.
#pragma once

#include <array>

#include <spatial/values.hpp>

namespace treefix::test {

template <class T>
struct Matrix6 {
  std::array<std::array<T, 6>, 6> rows{};

  T& at(int i, int j) { return rows[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)]; }
  const T& at(int i, int j) const { return rows[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)]; }

  friend Matrix6 operator*(const Matrix6& a, const Matrix6& b) {
    Matrix6 c;
    for (int i = 0; i < 6; ++i)
      for (int j = 0; j < 6; ++j)
        for (int k = 0; k < 6; ++k) c.at(i, j) += a.at(i, k) * b.at(k, j);
    return c;
  }
  friend Matrix6 operator-(const Matrix6& a) {
    Matrix6 c;
    for (int i = 0; i < 6; ++i)
      for (int j = 0; j < 6; ++j) c.at(i, j) = -a.at(i, j);
    return c;
  }
};

template <class T>
Matrix6<T> transpose(const Matrix6<T>& a) {
  Matrix6<T> c;
  for (int i = 0; i < 6; ++i)
    for (int j = 0; j < 6; ++j) c.at(i, j) = a.at(j, i);
  return c;
}

/// | A  B |
/// | C  D |
template <class T>
Matrix6<T> blocks(const Mat3<T>& A, const Mat3<T>& B, const Mat3<T>& C, const Mat3<T>& D) {
  Matrix6<T> out;
  const auto put = [&out](int row, int column, const Mat3<T>& block) {
    const auto x = components(block);
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j)
        out.at(row + i, column + j) = x[3 * static_cast<std::size_t>(i) + static_cast<std::size_t>(j)];
  };
  put(0, 0, A);
  put(0, 3, B);
  put(3, 0, C);
  put(3, 3, D);
  return out;
}

/// [v]× entry by entry.
template <class T>
Mat3<T> skew(const Vec3<T>& v) {
  const T o(0);
  return {{o, -v.z, v.y}, {v.z, o, -v.x}, {-v.y, v.x, o}};
}

/// The matrix of a linear map, column by column.
template <class T, class Map>
Matrix6<T> matrix_of(Map map) {
  Matrix6<T> out;
  for (int j = 0; j < 6; ++j) {
    const auto e = [j](int i) { return T(i == j ? 1 : 0); };
    const auto column = components(map(Vec3<T>{e(0), e(1), e(2)}, Vec3<T>{e(3), e(4), e(5)}));
    for (int i = 0; i < 6; ++i) out.at(i, j) = column[static_cast<std::size_t>(i)];
  }
  return out;
}

/// crm(a) = | ω×  0  |
///          | v×  ω× |                                                     [Featherstone 2008, eq. 2.31]
template <class T>
Matrix6<T> crm(const Motion<T>& a) {
  return blocks(skew(a.w), {}, skew(a.v), skew(a.w));
}

/// X = | E      0 |
///     | −E r×  E |                                                        [Featherstone 2008, eq. 2.24]
template <class T>
Matrix6<T> matrix(const Transform<T>& X) {
  return blocks<T>(X.E, {}, X.E * skew(-X.r), X.E);
}

/// X with motions is X, with forces X* = X⁻ᵀ = | E  −E r× |
///                                             | 0    E   |                [Featherstone 2008, eq. 2.25]
template <class T>
Matrix6<T> force_matrix(const Transform<T>& X) {
  return blocks<T>(X.E, X.E * skew(-X.r), {}, X.E);
}

template <class T>
Matrix6<T> matrix(const Inertia<T>& a) {
  const T o(0);
  return blocks<T>({{a.I.xx, a.I.xy, a.I.xz}, {a.I.xy, a.I.yy, a.I.yz}, {a.I.xz, a.I.yz, a.I.zz}}, skew(a.h),
                   skew(-a.h), {{a.m, o, o}, {o, a.m, o}, {o, o, a.m}});
}

template <class T>
Matrix6<T> matrix(const ArticulatedInertia<T>& a) {
  const Mat3<T>& H = a.H;
  return blocks<T>({{a.I.xx, a.I.xy, a.I.xz}, {a.I.xy, a.I.yy, a.I.yz}, {a.I.xz, a.I.yz, a.I.zz}}, H,
                   {{H.x.x, H.y.x, H.z.x}, {H.x.y, H.y.y, H.z.y}, {H.x.z, H.y.z, H.z.z}},
                   {{a.M.xx, a.M.xy, a.M.xz}, {a.M.xy, a.M.yy, a.M.yz}, {a.M.xz, a.M.yz, a.M.zz}});
}

}  // namespace treefix::test
