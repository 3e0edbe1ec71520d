// Forward dynamics of a prepared model. In the classical formulation all that velocities and gravity do is in the forces
// of the outward sweep of inverse dynamics with q̈ = 0. What is left is linear in τ − bias, at rest:
//   inward    IA, F -> G = U D⁻¹, d = D⁻¹ u      outward   G, d -> q̈
#pragma once

#include <treefix/kernels/articulated.hpp>
#include <treefix/kernels/rnea.hpp>
#include <treefix/primitives/small_factor.hpp>

namespace treefix {

/// An articulated inertia and the force that the joint must add.
template <class T>
struct Articulated {
  ArticulatedInertia<T> A{};
  Force<T> p{};
};

template <class C, class T>
TREEFIX_INLINE void add_inertia(const Axis<C>& b, ArticulatedInertia<T>& A) {
  A.I.xx = A.I.xx + b.Syy, A.I.xy = A.I.xy - b.Sxy, A.I.yy = A.I.yy + b.Sxx;
  A.I.xz = A.I.xz - b.Sxz, A.I.yz = A.I.yz - b.Syz, A.I.zz = A.I.zz + (b.Sxx + b.Syy);
  A.H.x.z = A.H.x.z + b.hy, A.H.y.z = A.H.y.z - b.hx;
  A.H.z.x = A.H.z.x - b.hy, A.H.z.y = A.H.z.y + b.hx;
}
template <class C, class T>
void add_inertia(const Solid<C>& b, ArticulatedInertia<T>& A) {
  A += ArticulatedInertia<T>(cast<T>(Inertia<C>{b.m, b.h, rotational_inertia(b.S)}));
}

/// Over the joint and the common normal, then over the mount. Flat: see move_z.
template <bool flat, class C, class D, class T>
TREEFIX_INLINE void back_over(const Axis<C>& axis, const Turn<T>& turn, const D& d, ArticulatedInertia<T>& A) {
  turn_back_z<flat>(turn, A);
  move_z<flat>(d, A);
  turn_back_x<flat>(Turn<C>{axis.cos_alpha, axis.sin_alpha}, A);
  move_x(axis.a, A);
}
template <class C, class T>
TREEFIX_INLINE void back_over(const Mount<C>& mount, ArticulatedInertia<T>& A) {
  move_z<false>(mount.lift, A);
  move_y(mount.b, A);
  turn_back_z<false>(Turn<C>{mount.cos, mount.sin}, A);
}

/// IA S, column k.
template <JointKind kind, int k, class C, class T>
TREEFIX_INLINE Force<T> column(const Solid<C>& solid, const ArticulatedInertia<T>& A) {
  constexpr int c = solid_coordinate(kind, k);
  const auto angular = [](const Vec3<T>& I, const Vec3<T>& H) { return Force<T>{I, H}; };
  const Force<T> z{{A.H.x.z, A.H.y.z, A.H.z.z}, {A.M.xz, A.M.yz, A.M.zz}};
  if constexpr (c == 0) return angular({A.I.xx, A.I.xy, A.I.xz}, A.H.x);
  if constexpr (c == 1) return angular({A.I.xy, A.I.yy, A.I.yz}, A.H.y);
  if constexpr (kind == JointKind::helical)
    return angular({A.I.xz, A.I.yz, A.I.zz}, A.H.z) + T(solid.pitch) * z;
  else if constexpr (c == 2)
    return angular({A.I.xz, A.I.yz, A.I.zz}, A.H.z);
  if constexpr (c == 3) return {{A.H.x.x, A.H.y.x, A.H.z.x}, {A.M.xx, A.M.xy, A.M.xz}};
  if constexpr (c == 4) return {{A.H.x.y, A.H.y.y, A.H.z.y}, {A.M.xy, A.M.yy, A.M.yz}};
  if constexpr (c == 5) return z;
}

/// A body on a revolute joint, inward: IA and p, all that hangs on it included -> G, d; IA and p of the parent, unless
/// that is the root. Rotors: some joint has an armature. Without, the parent feels nothing about the joint's axis, and zeros are known.
template <bool rotors, bool on_root, class C, class T>
TREEFIX_INLINE void aba_inward(const Axis<C>& axis, Index i, Index v, const LaneGroup<T>& g, Articulated<T>& x) {
  auto& [A, p] = x;
  add_inertia(axis, A);
  p += g.F[i];
  // U = IA S is the column of z
  const Vec3<T> Un{A.I.xz, A.I.yz, A.I.zz}, Uf = A.H.z;
  const T inverse = T(1) / (rotors ? Un.z + axis.armature : Un.z);
  const Vec3<T> Gn = inverse * Un, Gf = inverse * Uf;
  const T tau = g.tau[v], u = tau - p.n.z;
  g.F[i] = {Gn, Gf};
  g.d[v] = u * inverse;
  if constexpr (on_root) return;
  A.I.xx = A.I.xx - Gn.x * Un.x, A.I.xy = A.I.xy - Gn.x * Un.y, A.I.yy = A.I.yy - Gn.y * Un.y;
  A.H.x = minus_scaled(A.H.x, Gn.x, Uf), A.H.y = minus_scaled(A.H.y, Gn.y, Uf);
  A.M.xx = A.M.xx - Gf.x * Uf.x, A.M.xy = A.M.xy - Gf.x * Uf.y, A.M.yy = A.M.yy - Gf.y * Uf.y;
  A.M.xz = A.M.xz - Gf.x * Uf.z, A.M.yz = A.M.yz - Gf.y * Uf.z, A.M.zz = A.M.zz - Gf.z * Uf.z;
  p.n.x = p.n.x + u * Gn.x, p.n.y = p.n.y + u * Gn.y;
  p.f = plus_scaled(p.f, u, Gf);
  if constexpr (rotors) {
    // what is left about z: U (1 − G_z) = U armature / D
    const T rest = axis.armature * inverse;
    A.I.xz = rest * Un.x, A.I.yz = rest * Un.y, A.I.zz = rest * Un.z, A.H.z = rest * Uf;
    p.n.z = p.n.z + u * Gn.z;
  } else {
    p.n.z = tau;
  }
  const Turn<T> turn = g.turns[i];
  back_over<!rotors>(axis, turn, axis.d, A);
  p = back_over(axis, turn, axis.d, p);
}

/// A body on another joint; as aba_joint of algorithms/recursive, without velocities.
template <JointKind kind, class C, class T>
[[gnu::noinline]] void solid_articulated(const Prepared<C>& m, Index i, const LaneGroup<T>& g, Articulated<T>& x) {
  constexpr int n = velocity_count(kind);
  const Step& step = m.steps.data()[i];
  const Solid<C>& solid = m.solids.data()[step.solid];
  ArticulatedInertia<T> A = x.A;  // in registers
  Force<T> p = x.p;
  add_inertia(solid, A);
  p += g.F[i];
  Force<T> U[n], G[n];
  T D[n][n], u[n], d[n];
  for_each_constant<n>([&](auto k) {
    U[k] = G[k] = column<kind, k>(solid, A);
    u[k] = d[k] = g.tau[step.v + k] - along<kind, k>(solid, p);
  });
  for_each_constant<n>([&](auto k) {
    for (int l = 0; l <= k; ++l) D[k][l] = along<kind, k>(solid, U[l]);
    D[k][k] = D[k][k] + m.armatures.data()[step.v + k];
  });
  const SmallFactor<T, n> factor(D);
  factor.solve(d);
  for (int k = 0; k < n; ++k) g.d[step.v + k] = d[k];
  if (step.parent < 0) return;  // a root at rest: d is the acceleration
  factor.solve(G);
  for (int k = 0; k < n; ++k) {
    g.G[step.v + k] = G[k];
    A = A - symmetric_outer(G[k], U[k]);
    p += u[k] * G[k];
  }
  p = solid_back<kind>(m, i, g, p);
  if constexpr (has_axis(kind))
    back_over<false>(m.axes.data()[i], g.turns[i], g.places[step.solid].d, A);
  else
    A = g.places[step.solid].X.back(A);
  x = {A, p};
}

/// What turning gives way to: with u the moment that is left for it, d = I⁻¹ u is the angular acceleration of a body whose
/// origin stays, Y = I⁻¹ H what an acceleration of the origin takes from it, and M − Hᵀ Y the mass that the origin has.
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
/// The force at the origin that u asks for, beside p.
template <class T>
TREEFIX_INLINE Vec3<T> with_moment(const Yielding<T>& y, const Vec3<T>& u, const Vec3<T>& f) {
  return plus_scaled(plus_scaled(plus_scaled(f, u.x, y.Y[0]), u.y, y.Y[1]), u.z, y.Y[2]);
}

/// A body on a spherical joint without rotors: the parent feels only forces through the centre of the joint.
template <class C, class T>
[[gnu::noinline]] void ball_articulated(const Prepared<C>& m, Index i, const LaneGroup<T>& g, Articulated<T>& x) {
  const Step& step = m.steps.data()[i];
  add_inertia(m.solids.data()[step.solid], x.A);
  const Force<T> p = x.p + g.F[i];
  const T* t = g.tau + step.v;
  const Vec3<T> tau{t[0], t[1], t[2]}, u = tau - p.n;
  const Yielding<T> y = yield_angular(x.A, u);
  for (int k = 0; k < 3; ++k) {
    g.d[step.v + k] = y.d[k];
    g.G[step.v + k] = {{T(k == 0), T(k == 1), T(k == 2)}, y.Y[k]};
  }
  if (step.parent < 0) return;
  // to the parent: turned, then moved from r
  const Transform<T>& X = g.places[step.solid].X;
  x.A = mass_at(X.r, rotate(transpose(X.E), y.M));
  x.p = X.back(Force<T>{tau, with_moment(y, u, p.f)});
}

/// A body that is free in a root at rest: what turning leaves accelerates the origin. By blocks of 3 × 3, which stay in
/// registers, in a quarter of the time of 6 × 6.
template <class C, class T>
[[gnu::noinline]] void free_articulated(const Prepared<C>& m, Index i, const LaneGroup<T>& g, Articulated<T>& x) {
  const Step& step = m.steps.data()[i];
  const C* rotor = m.armatures.data() + step.v;  // of linear, then angular coordinates
  const T* tau = g.tau + step.v;
  add_inertia(m.solids.data()[step.solid], x.A);
  ArticulatedInertia<T>& A = x.A;
  A.I.xx = A.I.xx + rotor[3], A.I.yy = A.I.yy + rotor[4], A.I.zz = A.I.zz + rotor[5];
  const Force<T> p = x.p + g.F[i];
  const Vec3<T> u = Vec3<T>{tau[3], tau[4], tau[5]} - p.n;
  const Yielding<T> y = yield_angular(A, u);
  const T D[3][3] = {{y.M.xx + rotor[0]}, {y.M.xy, y.M.yy + rotor[1]}, {y.M.xz, y.M.yz, y.M.zz + rotor[2]}};
  const Vec3<T> rest = Vec3<T>{tau[0], tau[1], tau[2]} - with_moment(y, u, p.f);
  T a[] = {rest.x, rest.y, rest.z};
  SmallFactor<T, 3>(D).solve(a);
  for (int k = 0; k < 3; ++k) {
    g.d[step.v + k] = a[k];
    g.d[step.v + 3 + k] = y.d[k] - dot(y.Y[k], Vec3<T>{a[0], a[1], a[2]});
  }
}

/// An angular acceleration and that of the origin, at rest.
template <class T>
struct Accelerating {
  Vec3<T> dw{}, a{};
};

/// A body on a revolute joint, outward: G, d -> q̈.
template <bool rotors, class C, class T>
TREEFIX_INLINE void aba_outward(const Axis<C>& axis, Index i, Index v, const LaneGroup<T>& g, Accelerating<T>& b) {
  out_over(axis, g.turns[i], axis.d, b.dw, b.a);
  const Force<T>& G = g.F[i];
  const T others = g.d[v] - (G.n.x * b.dw.x + G.n.y * b.dw.y + dot(G.f, b.a));
  if constexpr (rotors) {
    g.a[v] = others - G.n.z * b.dw.z;
    b.dw.z += g.a[v];
  } else {  // G_z is 1
    g.a[v] = others - b.dw.z;
    b.dw.z = others;
  }
}

template <JointKind kind, class C, class T>
[[gnu::noinline]] void solid_accelerate(const Prepared<C>& m, Index i, const LaneGroup<T>& g,
                                        Accelerating<T>& accelerating) {
  const Step& step = m.steps.data()[i];
  const Place<T>& place = g.places[step.solid];
  constexpr int n = velocity_count(kind);
  T *a = g.a + step.v, *d = g.d + step.v;
  Accelerating<T> b = accelerating;
  if (step.parent < 0) {
    for (int k = 0; k < n; ++k) a[k] = d[k];
  } else {
    if constexpr (has_axis(kind)) {
      out_over(m.axes.data()[i], g.turns[i], place.d, b.dw, b.a);
    } else {
      const Motion<T> A = place.X * Motion<T>{b.dw, b.a};
      b = {A.w, A.v};
    }
    for (int k = 0; k < n; ++k) a[k] = d[k] - dot(g.G[step.v + k], Motion<T>{b.dw, b.a});
  }
  const Motion<T> J = solid_motion(kind, m.solids.data()[step.solid], a);
  accelerating = {b.dw + J.w, b.a + J.v};
}

// --- one segment: what comes before and after its run ------------------------------------------------------

template <class T>
TREEFIX_INLINE Articulated<T> begin_articulated(const Segment& s, const LaneGroup<T>& g) {
  return s.slot >= 0 ? Articulated<T>{g.inertias[s.slot], g.forces[s.slot]} : Articulated<T>{};
}
template <bool rotors, class C, class T>
TREEFIX_INLINE void end_articulated(const Prepared<C>& m, const Segment& s, const LaneGroup<T>& g,
                                    const Articulated<T>& x) {
  Articulated<T> handed = x;
  if (s.has_solid())
    with_solid(m.steps.data()[s.first].kind, [&](auto kind) {
      if constexpr (kind == JointKind::spherical && !rotors) return ball_articulated(m, s.first, g, handed);
      if constexpr (kind == JointKind::free)
        if (s.is_at_root()) return free_articulated(m, s.first, g, handed);
      if constexpr (kind != JointKind::spherical || rotors) solid_articulated<kind>(m, s.first, g, handed);
    });
  if (s.is_at_root()) return;
  if (s.mount >= 0) {
    const Mount<C>& mount = m.mounts.data()[s.mount];
    back_over(mount, handed.A), handed.p = back_over(mount, handed.p);
  }
  g.inertias[s.from] = s.is_last_child ? handed.A : g.inertias[s.from] + handed.A;
  g.forces[s.from] = s.is_last_child ? handed.p : g.forces[s.from] + handed.p;
}

template <class C, class T>
TREEFIX_INLINE Accelerating<T> begin_accelerate(const Prepared<C>& m, const Segment& s, const LaneGroup<T>& g) {
  Accelerating<T> b;
  if (!s.is_at_root()) b = {g.moving[s.from].dw, g.moving[s.from].a};
  if (s.mount >= 0) out_over(m.mounts.data()[s.mount], b.dw, b.a);
  if (!s.has_solid()) return b;
  Accelerating<T> moved = b;
  with_solid(m.steps.data()[s.first].kind, [&](auto kind) { solid_accelerate<kind>(m, s.first, g, moved); });
  return moved;
}
template <class T>
TREEFIX_INLINE void end_accelerate(const Segment& s, const LaneGroup<T>& g, const Accelerating<T>& b) {
  if (s.slot >= 0) g.moving[s.slot].dw = b.dw, g.moving[s.slot].a = b.a;
}

// --- sweeps ----------------------------------------------------------------------------------------------

/// F, tau -> G, d
template <bool rotors, class C, class T>
[[gnu::noinline]] void aba_in(const Prepared<C>& m, const LaneGroup<T>& g) {
  const Axis<C>* axes = m.axes.data();
  if (m.has_sliders()) sliders_articulated(m, g);
  for (Index k = ssize(m.segments) - 1; k >= 0; --k) {
    const Segment& s = m.segments.data()[k];
    Articulated<T> x = begin_articulated(s, g);
    Index i = s.end - 1;
    for (; i >= s.run_stop(); --i) aba_inward<rotors, false>(axes[i], i, s.v + i - s.run, g, x);
    if (s.run_is_on_root()) aba_inward<rotors, true>(axes[i], i, s.v, g, x);
    end_articulated<rotors>(m, s, g, x);
  }
}

/// G, d -> a. Room for another group's joints, as beside rnea_in.
template <bool rotors, class C, class T, class Beside = Alone>
[[gnu::noinline]] void aba_out(const Prepared<C>& m, const LaneGroup<T>& g, Beside&& another = {}) {
  const Axis<C>* axes = m.axes.data();
  auto beside = another;  // in registers
  for (const Segment& s : m.segments) {
    Accelerating<T> b = begin_accelerate(m, s, g);
    if (s.run_is_on_root()) g.a[s.v] = b.dw.z = g.d[s.v];  // at rest otherwise
    each_with<1>(beside, s.run_stop(), s.end - 1,
                 [&](Index i) { aba_outward<rotors>(axes[i], i, s.v + i - s.run, g, b); });
    end_accelerate(s, g, b);
  }
  if (m.has_sliders()) sliders_accelerate(m, g);
  another = beside;
}

}  // namespace treefix
