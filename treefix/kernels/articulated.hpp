// Operations on articulated inertias, in place: add the inertia of a body, and move across a prepared placement by
// rotations about one axis and translations along one axis. They are Transform::back and move_origin of spatial/
// without the terms that are zero.
#pragma once

#include <treefix/kernels/joints.hpp>

namespace treefix::kernels {

/// An inertia about a point at p on the z axis, seen from the origin:  H' = H + [p]×M,  I' = I − H'[p]× − (H[p]×)ᵀ.
/// Flat: the joint is free about z, so the inertia has no entries there: I.xz = I.yz = I.zz = H.zx = H.zy = H.zz = 0.
template <bool flat, class C, class T>
TREEFIX_INLINE void move_z(const C& p, ArticulatedInertia<T>& A) {
  const T yx = A.H.y.x, xy = A.H.x.y;
  if constexpr (!flat) {
    A.I.xz = A.I.xz - p * A.H.z.y;
    A.I.yz = A.I.yz + p * A.H.z.x;
  }
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

/// The inertia of a mass M at r, which may differ between directions:  H = [r]× M,  I = −[r]× M [r]×.
template <class T>
TREEFIX_INLINE ArticulatedInertia<T> mass_at(const Vec3<T>& r, const Sym3<T>& M) {
  const Mat3<T> H = cross(r, full(M));
  const Vec3<T> a = cross(r, H.x), b = cross(r, H.y), c = cross(r, H.z);
  return {{a.x, a.y, b.y, a.z, b.z, c.z}, H, M};
}

template <bool flat, class R, class T>
TREEFIX_INLINE void turn_back_z(const R& t, ArticulatedInertia<T>& A) {
  turn_back(t, A.I.xx, A.I.xy, A.I.yy);
  turn_back(t, A.H.x.x, A.H.x.y, A.H.y.x, A.H.y.y);
  turn_back(t, A.H.x.z, A.H.y.z);
  if constexpr (!flat) {
    turn_back(t, A.I.xz, A.I.yz);
    turn_back(t, A.H.z.x, A.H.z.y);
  }
  turn_back(t, A.M.xx, A.M.xy, A.M.yy);
  turn_back(t, A.M.xz, A.M.yz);
}
/// Flat describes the input; the result is flat only if there is no rotation at all.
template <bool flat, class R, class T>
TREEFIX_INLINE void turn_back_x(const R& t, ArticulatedInertia<T>& A) {
  if constexpr (flat && requires { t.c; }) {
    const T yy = t.c * A.I.yy, k = t.c * A.H.y.y - t.s * A.H.y.z, h = A.H.y.y;
    A.I.yz = t.s * yy;
    A.I.zz = A.I.yy - t.c * yy;
    A.I.yy = t.c * yy;
    A.I.xz = t.s * A.I.xy;
    A.I.xy = t.c * A.I.xy;
    A.H.z.y = t.s * k;
    A.H.y.z = A.H.y.z + t.s * k;
    A.H.y.y = t.c * k;
    A.H.z.z = h - t.c * k;
    A.H.z.x = t.s * A.H.y.x;
    A.H.y.x = t.c * A.H.y.x;
  } else {
    if constexpr (flat) A.I.xz = A.I.yz = A.I.zz = A.H.z.x = A.H.z.y = A.H.z.z = T(0);
    turn_back(t, A.I.yy, A.I.yz, A.I.zz);
    turn_back(t, A.I.xy, A.I.xz);
    turn_back(t, A.H.y.y, A.H.y.z, A.H.z.y, A.H.z.z);
    turn_back(t, A.H.y.x, A.H.z.x);
  }
  turn_back(t, A.H.x.y, A.H.x.z);
  turn_back(t, A.M.yy, A.M.yz, A.M.zz);
  turn_back(t, A.M.xy, A.M.xz);
}

template <AxisLike X, class T>
TREEFIX_INLINE void add_inertia(const X& b, ArticulatedInertia<T>& A) {
  A.I.xx = A.I.xx + b.Syy;
  A.I.xy = A.I.xy - b.Sxy;
  A.I.yy = A.I.yy + b.Sxx;
  A.I.xz = A.I.xz - b.Sxz;
  A.I.yz = A.I.yz - b.Syz;
  A.I.zz = A.I.zz + (b.Sxx + b.Syy);
  A.H.x.z = A.H.x.z + b.hy;
  A.H.y.z = A.H.y.z - b.hx;
  A.H.z.x = A.H.z.x - b.hy;
  A.H.z.y = A.H.z.y + b.hx;
  if constexpr (WholeAxisLike<X>) {
    A.I.xx = A.I.xx + b.Szz;
    A.I.yy = A.I.yy + b.Szz;
    A.H.x.y = A.H.x.y - b.hz;
    A.H.y.x = A.H.y.x + b.hz;
    A.M.xx = A.M.xx + b.m;
    A.M.yy = A.M.yy + b.m;
    A.M.zz = A.M.zz + b.m;
  }
}
template <class C, class T>
TREEFIX_INLINE void add_inertia(const GeneralBody<C>& b, ArticulatedInertia<T>& A) {
  A.I.xx = A.I.xx + (b.S.yy + b.S.zz);
  A.I.yy = A.I.yy + (b.S.xx + b.S.zz);
  A.I.zz = A.I.zz + (b.S.xx + b.S.yy);
  A.I.xy = A.I.xy - b.S.xy;
  A.I.xz = A.I.xz - b.S.xz;
  A.I.yz = A.I.yz - b.S.yz;
  A.H.x.y = A.H.x.y - b.h.z;
  A.H.x.z = A.H.x.z + b.h.y;
  A.H.y.z = A.H.y.z - b.h.x;
  A.H.y.x = A.H.y.x + b.h.z;
  A.H.z.x = A.H.z.x - b.h.y;
  A.H.z.y = A.H.z.y + b.h.x;
  A.M.xx = A.M.xx + b.m;
  A.M.yy = A.M.yy + b.m;
  A.M.zz = A.M.zz + b.m;
}

/// Moves across the joint and the common normal; below, across the mount. Flat: see move_z.
template <bool flat, class R = AnyAlpha, AxisLike X, class D, class T>
TREEFIX_INLINE void back_over(const X& axis, const Turn<T>& turn, const D& d, ArticulatedInertia<T>& A) {
  turn_back_z<flat>(turn, A);
  if constexpr (!std::is_same_v<R, RightAngles<0>>) move_z<flat>(d, A);
  turn_back_x<flat>(alpha_as<R>(axis), A);
  move_x(axis.a, A);
}
template <class C, class T, class R>
TREEFIX_INLINE void back_over(const Mount<C>& mount, ArticulatedBody<T>& x, const R& turn) {
  move_z<false>(mount.lift, x.A);
  if (!is_known(mount.b, 0)) move_y(mount.b, x.A);
  turn_back_z<false>(turn, x.A);
  x.p = back_over(mount, x.p, turn);
}

/// Adds what the first body of a segment passes on to the sum in its parent's slot.
template <class T>
TREEFIX_INLINE void hand_on(const Segment& s, const LaneGroup<T>& g, const ArticulatedBody<T>& x) {
  ArticulatedBody<T>& all = g.articulated[s.from];
  if (s.is_last_child)
    all = x;
  else
    all = {all.A + x.A, all.p + x.p};
}

}  // namespace treefix::kernels
