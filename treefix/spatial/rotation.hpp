// Rotations by axis and angle, by roll, pitch and yaw, and by quaternion.
#pragma once

#include <treefix/base/scalar.hpp>
#include <treefix/spatial/transform.hpp>

namespace treefix {

/// Hamilton quaternion, scalar part last (as Pinocchio stores it).
template <class T>
struct Quaternion {
  T x{}, y{}, z{}, w{1};

  friend constexpr Quaternion operator*(const Quaternion& a, const Quaternion& b) {
    return {a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y, a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
            a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w, a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z};
  }
};

template <class T>
constexpr Quaternion<T> conjugate(const Quaternion<T>& a) {
  return {-a.x, -a.y, -a.z, a.w};
}

template <class T>
constexpr T squared_norm(const Quaternion<T>& a) {
  return a.x * a.x + a.y * a.y + a.z * a.z + a.w * a.w;
}

template <class T>
constexpr T squared_norm(const Vec3<T>& a) {
  return dot(a, a);
}

/// E of a frame turned by the angle with the given sine and cosine about a unit axis:
///   E = cos 1 − sin [u]× + (1 − cos) u uᵀ                                   [Featherstone 2008, §2.8]
template <class T>
constexpr Mat3<T> turned(const Vec3<T>& u, const T& sine, const T& cosine) {
  const Vec3<T> s = sine * u, t = (T(1) - cosine) * u;
  const T xy = t.x * u.y, xz = t.x * u.z, yz = t.y * u.z;
  return {{t.x * u.x + cosine, xy + s.z, xz - s.y},
          {xy - s.z, t.y * u.y + cosine, yz + s.x},
          {xz + s.y, yz - s.x, t.z * u.z + cosine}};
}

template <class T>
constexpr Mat3<T> turned(const Vec3<T>& u, const T& angle) {
  using math::sine_cosine;
  const auto [sine, cosine] = sine_cosine(angle);
  return turned(u, sine, cosine);
}

/// E of a frame that is rotated about the fixed axes x, y, z of its parent, in this order: roll, pitch, yaw.
template <class T>
constexpr Mat3<T> turned_rpy(const Vec3<T>& rpy) {
  const Vec3<T> x{T(1), T(0), T(0)}, y{T(0), T(1), T(0)}, z{T(0), T(0), T(1)};
  return turned(x, rpy.x) * turned(y, rpy.y) * turned(z, rpy.z);
}

/// E of a frame whose z axis is the unit vector n, rotated from its parent by the smallest angle; by π about x if
/// n = −z.
template <class T>
constexpr Mat3<T> turned_to(const Vec3<T>& n) {
  using math::sqrt;
  const Vec3<T> axis{-n.y, n.x, T(0)};  // z × n
  const T sine = sqrt(dot(axis, axis));
  const bool along = !(T(1e-10) < sine);  // numerically on the z axis
  return along ? turned(Vec3<T>{T(1), T(0), T(0)}, T(0), n.z < T(0) ? T(-1) : T(1))
               : turned((T(1) / sine) * axis, sine, n.z);
}

/// E of a frame whose orientation is the quaternion. Divides by |a|², so E is a rotation for any a ≠ 0.
template <class T>
constexpr Mat3<T> turned(const Quaternion<T>& a) {
  const T s = T(2) / squared_norm(a);
  const Vec3<T> u{a.x, a.y, a.z}, t = s * u;
  const T xx = t.x * u.x, xy = t.x * u.y, xz = t.x * u.z, yy = t.y * u.y, yz = t.y * u.z, zz = t.z * u.z;
  const Vec3<T> c = a.w * t;
  return {
      {T(1) - yy - zz, xy + c.z, xz - c.y}, {xy - c.z, T(1) - xx - zz, yz + c.x}, {xz + c.y, yz - c.x, T(1) - xx - yy}};
}

/// The frame at position p with orientation E, as seen from its parent.
template <class T>
constexpr Transform<T> placed(const Vec3<T>& p, const Mat3<T>& E = Mat3<T>::identity()) {
  return {E, p};
}

/// Orthonormalises the rows by one Newton step of the polar decomposition, E(3 − EᵀE)/2. The step squares the error of
/// a rotation that was rounded to double.
template <class T>
constexpr Mat3<T> orthonormalized(const Mat3<T>& E) {
  return T(0.5) * (E * (T(3) * Mat3<T>::identity() - transpose(E) * E));
}

}  // namespace treefix
