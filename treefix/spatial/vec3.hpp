// Vectors and matrices of three-dimensional space. Values, templated on the scalar only; every function is constexpr,
// so nvcc can also compile it as device code.
#pragma once

namespace treefix {

template <class T>
struct Vec3 {
  T x{}, y{}, z{};

  constexpr Vec3& operator+=(const Vec3& b) { return *this = *this + b; }
  constexpr Vec3& operator-=(const Vec3& b) { return *this = *this - b; }
  friend constexpr Vec3 operator+(const Vec3& a, const Vec3& b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
  friend constexpr Vec3 operator-(const Vec3& a, const Vec3& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
  friend constexpr Vec3 operator-(const Vec3& a) { return {-a.x, -a.y, -a.z}; }
  friend constexpr Vec3 operator*(const T& s, const Vec3& a) { return {s * a.x, s * a.y, s * a.z}; }
  friend constexpr Vec3 operator*(const Vec3& a, const T& s) { return s * a; }
};

template <class T>
constexpr T dot(const Vec3<T>& a, const Vec3<T>& b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}

template <class T>
constexpr Vec3<T> cross(const Vec3<T>& a, const Vec3<T>& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

/// A general 3×3 matrix, stored as three rows. If a rotation E maps coordinates from A to B, its rows are the axes of B
/// in A.
template <class T>
struct Mat3 {
  Vec3<T> x{}, y{}, z{};

  static constexpr Mat3 identity() { return {{T(1), T(0), T(0)}, {T(0), T(1), T(0)}, {T(0), T(0), T(1)}}; }

  constexpr Mat3& operator+=(const Mat3& b) { return *this = *this + b; }
  friend constexpr Mat3 operator+(const Mat3& a, const Mat3& b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
  friend constexpr Mat3 operator-(const Mat3& a, const Mat3& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
  friend constexpr Mat3 operator*(const T& s, const Mat3& a) { return {s * a.x, s * a.y, s * a.z}; }
  friend constexpr Vec3<T> operator*(const Mat3& a, const Vec3<T>& v) {
    return {dot(a.x, v), dot(a.y, v), dot(a.z, v)};
  }
  friend constexpr Mat3 operator*(const Mat3& a, const Mat3& b) {
    return {transpose_times(b, a.x), transpose_times(b, a.y), transpose_times(b, a.z)};
  }
};

/// aᵀ v, without forming the transpose.
template <class T>
constexpr Vec3<T> transpose_times(const Mat3<T>& a, const Vec3<T>& v) {
  return v.x * a.x + v.y * a.y + v.z * a.z;
}

template <class T>
constexpr Mat3<T> transpose(const Mat3<T>& a) {
  return {{a.x.x, a.y.x, a.z.x}, {a.x.y, a.y.y, a.z.y}, {a.x.z, a.y.z, a.z.z}};
}

/// [v]×, the matrix of the cross product: hat(v) w = v × w.
template <class T>
constexpr Mat3<T> hat(const Vec3<T>& v) {
  return {{T(0), -v.z, v.y}, {v.z, T(0), -v.x}, {-v.y, v.x, T(0)}};
}

/// hat(v) a: each column of a crossed with v from the left.
template <class T>
constexpr Mat3<T> cross(const Vec3<T>& v, const Mat3<T>& a) {
  return {v.y * a.z - v.z * a.y, v.z * a.x - v.x * a.z, v.x * a.y - v.y * a.x};
}

/// a b ᵀ
template <class T>
constexpr Mat3<T> outer(const Vec3<T>& a, const Vec3<T>& b) {
  return {a.x * b, a.y * b, a.z * b};
}

/// A symmetric 3×3 matrix: six numbers.
template <class T>
struct Sym3 {
  T xx{}, xy{}, yy{}, xz{}, yz{}, zz{};

  static constexpr Sym3 diagonal(const T& a, const T& b, const T& c) { return {a, T(0), b, T(0), T(0), c}; }
  static constexpr Sym3 identity() { return diagonal(T(1), T(1), T(1)); }

  constexpr Sym3& operator+=(const Sym3& b) { return *this = *this + b; }
  friend constexpr Sym3 operator+(const Sym3& a, const Sym3& b) {
    return {a.xx + b.xx, a.xy + b.xy, a.yy + b.yy, a.xz + b.xz, a.yz + b.yz, a.zz + b.zz};
  }
  friend constexpr Sym3 operator-(const Sym3& a) { return {-a.xx, -a.xy, -a.yy, -a.xz, -a.yz, -a.zz}; }
  friend constexpr Sym3 operator-(const Sym3& a, const Sym3& b) {
    return {a.xx - b.xx, a.xy - b.xy, a.yy - b.yy, a.xz - b.xz, a.yz - b.yz, a.zz - b.zz};
  }
  friend constexpr Sym3 operator*(const T& s, const Sym3& a) {
    return {s * a.xx, s * a.xy, s * a.yy, s * a.xz, s * a.yz, s * a.zz};
  }
  friend constexpr Vec3<T> operator*(const Sym3& a, const Vec3<T>& v) {
    return {a.xx * v.x + a.xy * v.y + a.xz * v.z, a.xy * v.x + a.yy * v.y + a.yz * v.z,
            a.xz * v.x + a.yz * v.y + a.zz * v.z};
  }
};

template <class T>
constexpr T trace(const Sym3<T>& a) {
  return a.xx + a.yy + a.zz;
}

template <class T>
constexpr Mat3<T> full(const Sym3<T>& a) {
  return {{a.xx, a.xy, a.xz}, {a.xy, a.yy, a.yz}, {a.xz, a.yz, a.zz}};
}

/// The upper triangle of a, which must be symmetric up to rounding.
template <class T>
constexpr Sym3<T> symmetric(const Mat3<T>& a) {
  return {a.x.x, a.x.y, a.y.y, a.x.z, a.y.z, a.z.z};
}

/// E A Eᵀ
template <class T>
constexpr Sym3<T> rotate(const Mat3<T>& E, const Sym3<T>& A) {
  const Vec3<T> x = A * E.x, y = A * E.y, z = A * E.z;
  return {dot(E.x, x), dot(E.x, y), dot(E.y, y), dot(E.x, z), dot(E.y, z), dot(E.z, z)};
}

/// hat(a) hat(b) + hat(b) hat(a) = a bᵀ + b aᵀ − 2 (a·b) 1: the change of moments of inertia when the reference point
/// moves.
template <class T>
constexpr Sym3<T> anticommutator(const Vec3<T>& a, const Vec3<T>& b) {
  const T xx = a.x * b.x, yy = a.y * b.y, zz = a.z * b.z;
  return {T(-2) * (yy + zz),     a.x * b.y + a.y * b.x, T(-2) * (xx + zz),
          a.x * b.z + a.z * b.x, a.y * b.z + a.z * b.y, T(-2) * (xx + yy)};
}

/// The same value in another scalar type, for example constants of a model in lanes.
template <class T, class U>
constexpr Vec3<T> cast(const Vec3<U>& a) {
  return {static_cast<T>(a.x), static_cast<T>(a.y), static_cast<T>(a.z)};
}
template <class T, class U>
constexpr Mat3<T> cast(const Mat3<U>& a) {
  return {cast<T>(a.x), cast<T>(a.y), cast<T>(a.z)};
}
template <class T, class U>
constexpr Sym3<T> cast(const Sym3<U>& a) {
  return {static_cast<T>(a.xx), static_cast<T>(a.xy), static_cast<T>(a.yy),
          static_cast<T>(a.xz), static_cast<T>(a.yz), static_cast<T>(a.zz)};
}

}  // namespace treefix
