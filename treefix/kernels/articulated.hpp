// Articulated inertias over prepared placements, in place: turned back about one axis, moved along one.
// These are Transform::back and move_origin of spatial/ with the zeros left out.
#pragma once

#include <treefix/kernels/turn.hpp>

namespace treefix {

/// An inertia about a point at p on the z axis, seen from the origin:  H' = H + [p]×M,  I' = I − H'[p]× − (H[p]×)ᵀ.
/// Flat: the joint gives way about z, so the inertia has nothing there: I.xz = I.yz = I.zz = H.zx = H.zy = H.zz = 0.
template <bool flat, class C, class T>
TREEFIX_INLINE void move_z(const C& p, ArticulatedInertia<T>& A) {
  const T yx = A.H.y.x, xy = A.H.x.y;
  if constexpr (!flat) A.I.xz = A.I.xz - p * A.H.z.y, A.I.yz = A.I.yz + p * A.H.z.x;
  A.I.xy = A.I.xy - p * A.H.y.y;
  A.H.x = minus_scaled(A.H.x, p, Vec3<T>{A.M.xy, A.M.yy, A.M.yz});
  A.H.y = plus_scaled(A.H.y, p, Vec3<T>{A.M.xx, A.M.xy, A.M.xz});
  A.I.xy = A.I.xy + p * A.H.x.x;
  A.I.xx = A.I.xx - p * (xy + A.H.x.y);
  A.I.yy = A.I.yy + p * (yx + A.H.y.x);
}
template <class C, class T>
TREEFIX_INLINE void move_x(const C& p, ArticulatedInertia<T>& A) {
  const T yz = A.H.y.z, zy = A.H.z.y;
  A.I.xy = A.I.xy - p * A.H.x.z;
  A.I.xz = A.I.xz + p * A.H.x.y;
  A.I.yz = A.I.yz - p * A.H.z.z;
  A.H.y = minus_scaled(A.H.y, p, Vec3<T>{A.M.xz, A.M.yz, A.M.zz});
  A.H.z = plus_scaled(A.H.z, p, Vec3<T>{A.M.xy, A.M.yy, A.M.yz});
  A.I.yz = A.I.yz + p * A.H.y.y;
  A.I.yy = A.I.yy - p * (yz + A.H.y.z);
  A.I.zz = A.I.zz + p * (zy + A.H.z.y);
}
template <class C, class T>
TREEFIX_INLINE void move_y(const C& p, ArticulatedInertia<T>& A) {
  const T xz = A.H.x.z, zx = A.H.z.x;
  A.I.xy = A.I.xy + p * A.H.y.z;
  A.I.yz = A.I.yz - p * A.H.y.x;
  A.I.xz = A.I.xz + p * A.H.z.z;
  A.H.x = plus_scaled(A.H.x, p, Vec3<T>{A.M.xz, A.M.yz, A.M.zz});
  A.H.z = minus_scaled(A.H.z, p, Vec3<T>{A.M.xx, A.M.xy, A.M.xz});
  A.I.xz = A.I.xz - p * A.H.x.x;
  A.I.xx = A.I.xx + p * (xz + A.H.x.z);
  A.I.zz = A.I.zz - p * (zx + A.H.z.x);
}

/// That of a mass at r which may feel different in different directions:  H = [r]× M,  I = −[r]× M [r]×.
template <class T>
TREEFIX_INLINE ArticulatedInertia<T> mass_at(const Vec3<T>& r, const Sym3<T>& M) {
  const Mat3<T> H = cross(r, full(M));
  const Vec3<T> a = cross(r, H.x), b = cross(r, H.y), c = cross(r, H.z);
  return {{a.x, a.y, b.y, a.z, b.z, c.z}, H, M};
}

template <bool flat, class C, class T>
TREEFIX_INLINE void turn_back_z(const Turn<C>& t, ArticulatedInertia<T>& A) {
  turn_back(t, A.I.xx, A.I.xy, A.I.yy);
  turn_back(t, A.H.x.x, A.H.x.y, A.H.y.x, A.H.y.y);
  turn_back(t, A.H.x.z, A.H.y.z);
  if constexpr (!flat) turn_back(t, A.I.xz, A.I.yz), turn_back(t, A.H.z.x, A.H.z.y);
  turn_back(t, A.M.xx, A.M.xy, A.M.yy);
  turn_back(t, A.M.xz, A.M.yz);
}
/// Flat is what comes in; it does not stay so.
template <bool flat, class C, class T>
TREEFIX_INLINE void turn_back_x(const Turn<C>& t, ArticulatedInertia<T>& A) {
  if constexpr (flat) {
    const T yy = t.c * A.I.yy, k = t.c * A.H.y.y - t.s * A.H.y.z, h = A.H.y.y;
    A.I.yz = t.s * yy, A.I.zz = A.I.yy - t.c * yy, A.I.yy = t.c * yy;
    A.I.xz = t.s * A.I.xy, A.I.xy = t.c * A.I.xy;
    A.H.z.y = t.s * k, A.H.y.z = A.H.y.z + t.s * k, A.H.y.y = t.c * k, A.H.z.z = h - t.c * k;
    A.H.z.x = t.s * A.H.y.x, A.H.y.x = t.c * A.H.y.x;
  } else {
    turn_back(t, A.I.yy, A.I.yz, A.I.zz);
    turn_back(t, A.I.xy, A.I.xz);
    turn_back(t, A.H.y.y, A.H.y.z, A.H.z.y, A.H.z.z);
    turn_back(t, A.H.y.x, A.H.z.x);
  }
  turn_back(t, A.H.x.y, A.H.x.z);
  turn_back(t, A.M.yy, A.M.yz, A.M.zz);
  turn_back(t, A.M.xy, A.M.xz);
}

}  // namespace treefix
