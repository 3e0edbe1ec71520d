// Forward dynamics of bodies on joints other than revolute ones: the articulated inertia that they pass on to their
// parents, and their accelerations.
#pragma once

#include <treefix/kernels/articulated.hpp>
#include <treefix/kernels/rnea.hpp>
#include <treefix/primitives/small_factor.hpp>

namespace treefix::kernels {

// --- inward ----------------------------------------------------------------------------------------------

/// IA S, column k.
template <JointKind kind, int k, class C, class T>
TREEFIX_INLINE Force<T> column(const GeneralBody<C>& general, const ArticulatedInertia<T>& A) {
  constexpr int c = general_coordinate(kind, k);
  const auto angular = [](const Vec3<T>& I, const Vec3<T>& H) { return Force<T>{I, H}; };
  const Force<T> z{{A.H.x.z, A.H.y.z, A.H.z.z}, {A.M.xz, A.M.yz, A.M.zz}};
  if constexpr (c == 0) return angular({A.I.xx, A.I.xy, A.I.xz}, A.H.x);
  if constexpr (c == 1) return angular({A.I.xy, A.I.yy, A.I.yz}, A.H.y);
  if constexpr (kind == JointKind::helical)
    return angular({A.I.xz, A.I.yz, A.I.zz}, A.H.z) + T(general.pitch) * z;
  else if constexpr (c == 2)
    return angular({A.I.xz, A.I.yz, A.I.zz}, A.H.z);
  if constexpr (c == 3) return {{A.H.x.x, A.H.y.x, A.H.z.x}, {A.M.xx, A.M.xy, A.M.xz}};
  if constexpr (c == 4) return {{A.H.x.y, A.H.y.y, A.H.z.y}, {A.M.xy, A.M.yy, A.M.yz}};
  if constexpr (c == 5) return z;
}

/// A body on a joint that is not revolute: as aba_joint of reference/aba.hpp, without velocities.
template <JointKind kind, class C, class T>
[[gnu::noinline]] void general_articulated(const Prepared<C>& m, Index i, const LaneGroup<T>& g,
                                           ArticulatedBody<T>& x) {
  constexpr int n = velocity_count(kind);
  const PreparedBody& body = m.bodies.data()[i];
  const GeneralBody<C>& general = m.general_bodies.data()[body.general];
  ArticulatedInertia<T> A = x.A;  // in registers
  Force<T> p = x.p;
  add_inertia(general, A);
  p += g.F[i];
  Force<T> U[n], G[n];
  T D[n][n], u[n], d[n];
  for_each_constant<n>([&](auto k) {
    U[k] = G[k] = column<kind, k>(general, A);
    u[k] = d[k] = g.tau[body.v + k] - along<kind, k>(general, p);
  });
  for_each_constant<n>([&](auto k) {
    for (int l = 0; l <= k; ++l) D[k][l] = along<kind, k>(general, U[l]);
    D[k][k] = D[k][k] + m.armatures.data()[body.v + k];
  });
  const SmallFactor<T, n> factor(D);
  factor.solve(d);
  for (int k = 0; k < n; ++k) g.d[body.v + k] = d[k];
  if (body.parent < 0) return;  // the root is at rest: d is the acceleration
  factor.solve(G);
  for (int k = 0; k < n; ++k) {
    g.G[body.v + k] = G[k];
    A = A - symmetric_outer(G[k], U[k]);
    p += u[k] * G[k];
  }
  p = general_back<kind>(m, i, g, p);
  if constexpr (has_axis(kind))
    back_over<false>(m.axes.data()[i], g.turns[i], g.places[body.general].d, A);
  else
    A = g.places[body.general].X.back(A);
  x = {A, p};
}

/// An articulated inertia from which the rotation has been eliminated. If the origin does not accelerate, the remaining
/// moment u causes the angular acceleration d = I⁻¹ u. With Y = I⁻¹ H, an acceleration a of the origin reduces it by Y
/// a. The Schur complement M − Hᵀ Y is the apparent mass at the origin.
template <class T>
struct Yielding {
  T d[3];
  Vec3<T> Y[3];
  Sym3<T> M;
};
template <class T>
TREEFIX_INLINE Yielding<T> yield_angular(const ArticulatedInertia<T>& A, const Vec3<T>& u) {
  const auto& [I, H, M] = A;
  const T D[3][3] = {{I.xx}, {I.xy, I.yy}, {I.xz, I.yz, I.zz}};
  const SmallFactor<T, 3> factor(D);
  Yielding<T> x{{u.x, u.y, u.z}, {H.x, H.y, H.z}, {}};
  factor.solve(x.d);
  factor.solve(x.Y);
  const Vec3<T>* Y = x.Y;
  x.M = {M.xx - (H.x.x * Y[0].x + H.y.x * Y[1].x + H.z.x * Y[2].x),
         M.xy - (H.x.x * Y[0].y + H.y.x * Y[1].y + H.z.x * Y[2].y),
         M.yy - (H.x.y * Y[0].y + H.y.y * Y[1].y + H.z.y * Y[2].y),
         M.xz - (H.x.x * Y[0].z + H.y.x * Y[1].z + H.z.x * Y[2].z),
         M.yz - (H.x.y * Y[0].z + H.y.y * Y[1].z + H.z.y * Y[2].z),
         M.zz - (H.x.z * Y[0].z + H.y.z * Y[1].z + H.z.z * Y[2].z)};
  return x;
}
/// f + Yᵀ u: f and the force at the origin due to the moment u.
template <class T>
TREEFIX_INLINE Vec3<T> with_moment(const Yielding<T>& y, const Vec3<T>& u, const Vec3<T>& f) {
  return plus_scaled(plus_scaled(plus_scaled(f, u.x, y.Y[0]), u.y, y.Y[1]), u.z, y.Y[2]);
}

/// The first body of a segment on a spherical joint without armature: only forces through the centre of the joint reach
/// the parent.
template <class C, class T>
[[gnu::noinline]] void ball_articulated(const Prepared<C>& m, const Segment& s, const LaneGroup<T>& g,
                                        ArticulatedBody<T>& x) {
  const PreparedBody& body = m.bodies.data()[s.first];
  add_inertia(m.general_bodies.data()[body.general], x.A);
  const Force<T> p = x.p + g.F[s.first];
  const T* t = g.tau + body.v;
  const Vec3<T> tau{t[0], t[1], t[2]}, u = tau - p.n;
  const Yielding<T> y = yield_angular(x.A, u);
  for (int k = 0; k < 3; ++k) {
    g.d[body.v + k] = y.d[k];
    g.G[body.v + k].f = y.Y[k];  // the rest of G is the identity
  }
  if (s.is_at_root()) return;
  // to the parent: rotated, then moved to r in the parent's frame
  const Transform<T>& X = g.places[body.general].X;
  hand_on(s, g,
          ArticulatedBody<T>{mass_at(X.r, rotate(transpose(X.E), y.M)), X.back(Force<T>{tau, with_moment(y, u, p.f)})});
}

/// A free body on the root, which is at rest: eliminates the rotation, then solves for the acceleration of the origin.
/// The 3 × 3 blocks stay in registers and take a quarter of the time of a 6 × 6 system.
template <class C, class T>
[[gnu::noinline]] void free_articulated(const Prepared<C>& m, Index i, const LaneGroup<T>& g, ArticulatedBody<T>& x) {
  const PreparedBody& body = m.bodies.data()[i];
  const C* armature = m.armatures.data() + body.v;  // of linear, then angular coordinates
  const T* tau = g.tau + body.v;
  add_inertia(m.general_bodies.data()[body.general], x.A);
  ArticulatedInertia<T>& A = x.A;
  A.I.xx = A.I.xx + armature[3];
  A.I.yy = A.I.yy + armature[4];
  A.I.zz = A.I.zz + armature[5];
  const Force<T> p = x.p + g.F[i];
  const Vec3<T> u = Vec3<T>{tau[3], tau[4], tau[5]} - p.n;
  const Yielding<T> y = yield_angular(A, u);
  const T D[3][3] = {{y.M.xx + armature[0]}, {y.M.xy, y.M.yy + armature[1]}, {y.M.xz, y.M.yz, y.M.zz + armature[2]}};
  const Vec3<T> rest = Vec3<T>{tau[0], tau[1], tau[2]} - with_moment(y, u, p.f);
  T a[] = {rest.x, rest.y, rest.z};
  SmallFactor<T, 3>(D).solve(a);
  for (int k = 0; k < 3; ++k) {
    g.d[body.v + k] = a[k];
    g.d[body.v + 3 + k] = y.d[k] - dot(y.Y[k], Vec3<T>{a[0], a[1], a[2]});
  }
}

// --- outward ---------------------------------------------------------------------------------------------

/// The angular acceleration and the acceleration of the origin, for a robot at rest.
template <class T>
struct Accelerating {
  Vec3<T> dw{}, a{};
};

/// G, d -> q̈
template <JointKind kind, class C, class T>
[[gnu::noinline]] void general_accelerate(const Prepared<C>& m, Index i, const LaneGroup<T>& g,
                                          Accelerating<T>& accelerating) {
  const PreparedBody& body = m.bodies.data()[i];
  const Place<T>& place = g.places[body.general];
  constexpr int n = velocity_count(kind);
  T *a = g.a + body.v, *d = g.d + body.v;
  Accelerating<T> b = accelerating;
  if (body.parent < 0) {
    for (int k = 0; k < n; ++k) a[k] = d[k];
  } else {
    if constexpr (has_axis(kind)) {
      out_over(m.axes.data()[i], g.turns[i], place.d, b.dw, b.a);
    } else {
      const Motion<T> A = place.X * Motion<T>{b.dw, b.a};
      b = {A.w, A.v};
    }
    for (int k = 0; k < n; ++k) a[k] = d[k] - dot(g.G[body.v + k], Motion<T>{b.dw, b.a});
  }
  const Motion<T> J = general_motion(kind, m.general_bodies.data()[body.general], a);
  accelerating = {b.dw + J.w, b.a + J.v};
}

/// The same for ball_articulated: the angular acceleration does not depend on that of the parent.
template <class C, class T>
[[gnu::noinline]] void ball_accelerate(const Prepared<C>& m, Index i, const LaneGroup<T>& g,
                                       Accelerating<T>& accelerating) {
  const PreparedBody& body = m.bodies.data()[i];
  const T* d = g.d + body.v;
  const Force<T>* G = g.G + body.v;
  T* a = g.a + body.v;
  const Motion<T> A = g.places[body.general].X * Motion<T>{accelerating.dw, accelerating.a};
  const Vec3<T> dw{d[0] - dot(G[0].f, A.v), d[1] - dot(G[1].f, A.v), d[2] - dot(G[2].f, A.v)}, own = dw - A.w;
  a[0] = own.x;
  a[1] = own.y;
  a[2] = own.z;
  accelerating = {dw, A.v};
}

}  // namespace treefix::kernels
