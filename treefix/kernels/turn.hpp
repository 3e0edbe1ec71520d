// Rotations about one axis (turns) and translations along one axis: prepared placements consist of these. C is the type
// of constants and T the type of values; one may be a number and the other lanes.
#pragma once

#include <treefix/base/loops.hpp>
#include <treefix/spatial/inertia.hpp>

namespace treefix::kernels {

/// Cosine and sine of the angle of a rotation.
template <class C>
struct Turn {
  C c, s;
};

/// A rotation by n right angles, n from 0 to 3, which takes no arithmetic except signs. It can replace a Turn.
template <int n>
struct RightAngles {};

/// Coordinates in a frame that is rotated about x or z, and back.
template <class C, class T>
TREEFIX_INLINE Vec3<T> turned_x(const Turn<C>& t, const Vec3<T>& v) {
  return {v.x, t.c * v.y + t.s * v.z, t.c * v.z - t.s * v.y};
}
template <class C, class T>
TREEFIX_INLINE Vec3<T> turned_z(const Turn<C>& t, const Vec3<T>& v) {
  return {t.c * v.x + t.s * v.y, t.c * v.y - t.s * v.x, v.z};
}
template <class C, class T>
TREEFIX_INLINE Vec3<T> back_x(const Turn<C>& t, const Vec3<T>& v) {
  return {v.x, t.c * v.y - t.s * v.z, t.c * v.z + t.s * v.y};
}
template <class C, class T>
TREEFIX_INLINE Vec3<T> back_z(const Turn<C>& t, const Vec3<T>& v) {
  return {t.c * v.x - t.s * v.y, t.c * v.y + t.s * v.x, v.z};
}

template <int n, class T>
TREEFIX_INLINE Vec3<T> turned_z(RightAngles<n>, const Vec3<T>& v) {
  if constexpr (n == 1) return {v.y, -v.x, v.z};
  if constexpr (n == 2) return {-v.x, -v.y, v.z};
  if constexpr (n == 3) return {-v.y, v.x, v.z};
  return v;
}
template <int n, class T>
TREEFIX_INLINE Vec3<T> back_z(RightAngles<n>, const Vec3<T>& v) {
  return turned_z(RightAngles<(4 - n) % 4>{}, v);
}

template <int n, class T>
TREEFIX_INLINE Vec3<T> back_x(RightAngles<n>, const Vec3<T>& v) {
  if constexpr (n == 1) return {v.x, -v.z, v.y};
  if constexpr (n == 2) return {v.x, -v.y, -v.z};
  if constexpr (n == 3) return {v.x, v.z, -v.y};
  return v;
}

/// Rotates back, in place: two coordinates; a symmetric block | xx xy; xy yy | in 6 operations; any block | xx xy; yx
/// yy | in 8. The multiple of the identity in a block and its antisymmetric part do not change; the rest rotates by
/// twice the angle.
template <class C, class T>
TREEFIX_INLINE void turn_back(const Turn<C>& t, T& x, T& y) {
  const T old = x;
  x = t.c * x - t.s * y;
  y = t.c * y + t.s * old;
}
template <class C, class T>
TREEFIX_INLINE void turn_back(const Turn<C>& t, T& xx, T& xy, T& yy) {
  const T k = t.c * (xx - yy) - (t.s + t.s) * xy, old = xx;
  xx = yy + t.c * k;
  yy = old - t.c * k;
  xy = xy + t.s * k;
}
template <class C, class T>
TREEFIX_INLINE void turn_back(const Turn<C>& t, T& xx, T& xy, T& yx, T& yy) {
  const T k = t.c * (xx - yy) - t.s * (xy + yx), old = xx;
  xx = yy + t.c * k;
  yy = old - t.c * k;
  xy = xy + t.s * k;
  yx = yx + t.s * k;
}

template <int n, class T>
TREEFIX_INLINE void turn_back(RightAngles<n> t, T& x, T& y) {
  const Vec3<T> back = back_z(t, Vec3<T>{x, y, x});
  x = back.x;
  y = back.y;
}
template <int n, class T>
TREEFIX_INLINE void turn_back(RightAngles<n>, T& xx, T& xy, T& yy) {
  if constexpr (n % 2 == 0) return;  // half a turn does not change a block
  const T old = xx;
  xx = yy;
  yy = old;
  xy = -xy;
}
template <int n, class T>
TREEFIX_INLINE void turn_back(RightAngles<n>, T& xx, T& xy, T& yx, T& yy) {
  if constexpr (n % 2 == 0) return;
  const T old = xx, across = xy;
  xx = yy;
  yy = old;
  xy = -yx;
  yx = -across;
}

/// a + s b
template <class C, class T>
TREEFIX_INLINE Vec3<T> plus_scaled(const Vec3<T>& a, const C& s, const Vec3<T>& b) {
  return {a.x + s * b.x, a.y + s * b.y, a.z + s * b.z};
}
/// a − s b
template <class C, class T>
TREEFIX_INLINE Vec3<T> minus_scaled(const Vec3<T>& a, const C& s, const Vec3<T>& b) {
  return {a.x - s * b.x, a.y - s * b.y, a.z - s * b.z};
}

/// Rotates two axes of a frame about the third, x towards y.
template <class C, class T>
TREEFIX_INLINE void turn_axes(const Turn<C>& t, Vec3<T>& x, Vec3<T>& y) {
  const Vec3<T> old = x;
  x = {t.c * x.x + t.s * y.x, t.c * x.y + t.s * y.y, t.c * x.z + t.s * y.z};
  y = {t.c * y.x - t.s * old.x, t.c * y.y - t.s * old.y, t.c * y.z - t.s * old.z};
}

/// a + p × b for p on one axis.
template <class C, class T>
TREEFIX_INLINE Vec3<T> plus_x_cross(const Vec3<T>& a, const C& p, const Vec3<T>& b) {
  return {a.x, a.y - p * b.z, a.z + p * b.y};
}
template <class C, class T>
TREEFIX_INLINE Vec3<T> plus_y_cross(const Vec3<T>& a, const C& p, const Vec3<T>& b) {
  return {a.x + p * b.z, a.y, a.z - p * b.x};
}
template <class C, class T>
TREEFIX_INLINE Vec3<T> plus_z_cross(const Vec3<T>& a, const C& p, const Vec3<T>& b) {
  return {a.x - p * b.y, a.y + p * b.x, a.z};
}

/// a + w × p for p on one axis.
template <class C, class T>
TREEFIX_INLINE Vec3<T> plus_cross_x(const Vec3<T>& a, const Vec3<T>& w, const C& p) {
  return {a.x, a.y + p * w.z, a.z - p * w.y};
}
template <class C, class T>
TREEFIX_INLINE Vec3<T> plus_cross_y(const Vec3<T>& a, const Vec3<T>& w, const C& p) {
  return {a.x - p * w.z, a.y, a.z + p * w.x};
}
template <class C, class T>
TREEFIX_INLINE Vec3<T> plus_cross_z(const Vec3<T>& a, const Vec3<T>& w, const C& p) {
  return {a.x + p * w.y, a.y - p * w.x, a.z};
}

/// U = [ω̇]× + [ω]×[ω]×: the point p of a body accelerates with a + U p.
template <class T>
TREEFIX_INLINE Mat3<T> spin(const Vec3<T>& w, const Vec3<T>& dw) {
  const T xx = w.x * w.x, zz = w.z * w.z;
  return {{-(w.y * w.y) - zz, w.x * w.y - dw.z, w.x * w.z + dw.y},
          {w.x * w.y + dw.z, -xx - zz, w.y * w.z - dw.x},
          {w.x * w.z - dw.y, w.y * w.z + dw.x, -(w.y * w.y) - xx}};
}

}  // namespace treefix::kernels
