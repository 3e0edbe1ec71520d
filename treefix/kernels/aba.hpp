// Forward dynamics of a prepared model. In the classical formulation, velocities and gravity affect only the forces of
// the outward sweep of inverse dynamics with q̈ = 0. The rest is the dynamics of a robot at rest, linear in τ − bias:
//   inward    IA, F -> G = U D⁻¹, d = D⁻¹ u      outward   G, d -> q̈
#pragma once

#include <treefix/kernels/aba_general.hpp>

namespace treefix::kernels {

/// A body on a revolute joint, inward: IA and p of what hangs from it -> G, d, and what it passes on to its parent,
/// unless that is the root. Returns D⁻¹. with_armature: whether any joint has armature. If not, joints transmit no
/// inertia about their axes, so those entries are known to be zero.
template <bool with_armature, bool on_root, class R = AnyAlpha, AxisLike X, class T>
TREEFIX_INLINE T aba_inward(const X& axis, Index i, Index v, const LaneGroup<T>& g, ArticulatedBody<T>& x) {
  auto& [A, p] = x;
  add_inertia(axis, A);
  p += g.F[i];
  // U = IA S is the column of z
  const Vec3<T> Un{A.I.xz, A.I.yz, A.I.zz}, Uf = A.H.z;
  const T inverse = T(1) / (with_armature ? Un.z + axis.armature : Un.z);
  const Vec3<T> Gn = inverse * Un, Gf = inverse * Uf;
  const T tau = g.tau[v], u = tau - p.n.z;
  g.F[i] = {Gn, Gf};
  g.d[v] = u * inverse;
  if constexpr (on_root) return inverse;
  A.I.xx = A.I.xx - Gn.x * Un.x;
  A.I.xy = A.I.xy - Gn.x * Un.y;
  A.I.yy = A.I.yy - Gn.y * Un.y;
  A.H.x = minus_scaled(A.H.x, Gn.x, Uf);
  A.H.y = minus_scaled(A.H.y, Gn.y, Uf);
  A.M.xx = A.M.xx - Gf.x * Uf.x;
  A.M.xy = A.M.xy - Gf.x * Uf.y;
  A.M.yy = A.M.yy - Gf.y * Uf.y;
  A.M.xz = A.M.xz - Gf.x * Uf.z;
  A.M.yz = A.M.yz - Gf.y * Uf.z;
  A.M.zz = A.M.zz - Gf.z * Uf.z;
  p.n.x = p.n.x + u * Gn.x;
  p.n.y = p.n.y + u * Gn.y;
  p.f = plus_scaled(p.f, u, Gf);
  if constexpr (with_armature) {
    // the remaining column of z: U (1 − G_z) = U armature / D
    const T rest = axis.armature * inverse;
    A.I.xz = rest * Un.x;
    A.I.yz = rest * Un.y;
    A.I.zz = rest * Un.z;
    A.H.z = rest * Uf;
    p.n.z = p.n.z + u * Gn.z;
  } else {
    p.n.z = tau;
  }
  const Turn<T> turn = g.turns[i];
  back_over<!with_armature, R>(axis, turn, axis.d, A);
  p = back_over<R>(axis, turn, axis.d, p);
  return inverse;
}

/// The same for a tip, the last body of a run: its IA and the inertia that it passes on are constants.
template <bool with_armature, class R, class C, class T>
[[gnu::noinline]] void tip_articulated(const Axis<C>& axis, const Tip<C>& tip, Index i, Index v, const LaneGroup<T>& g,
                                       ArticulatedBody<T>& x) {
  Force<T> p = g.F[i];
  const T tau = g.tau[v], u = tau - p.n.z;
  g.F[i] = {cast<T>(tip.G.n), cast<T>(tip.G.f)};
  g.d[v] = u * tip.inverse;
  p.n = {p.n.x + tip.G.n.x * u, p.n.y + tip.G.n.y * u, with_armature ? p.n.z + tip.G.n.z * u : tau};
  p.f = {p.f.x + tip.G.f.x * u, p.f.y + tip.G.f.y * u, p.f.z};
  ArticulatedInertia<T> A{cast<T>(tip.A.I), cast<T>(tip.A.H), cast<T>(tip.A.M)};
  const Turn<T> turn = g.turns[i];
  back_over<!with_armature, R>(axis, turn, axis.d, A);
  x = {A, back_over<R>(axis, turn, axis.d, p)};
}

/// A body on a revolute joint, outward: G, d -> q̈.
template <bool with_armature, AxisLike X, class T>
TREEFIX_INLINE void aba_outward(const X& axis, Index i, Index v, const LaneGroup<T>& g, Accelerating<T>& b) {
  out_over(axis, g.turns[i], axis.d, b.dw, b.a);
  const Force<T>& G = g.F[i];
  const T others = g.d[v] - (G.n.x * b.dw.x + G.n.y * b.dw.y + dot(G.f, b.a));
  if constexpr (with_armature) {
    g.a[v] = others - G.n.z * b.dw.z;
    b.dw.z += g.a[v];
  } else {  // G_z is 1
    g.a[v] = others - b.dw.z;
    b.dw.z = others;
  }
}

// --- one segment: what comes before and after its run ------------------------------------------------------

// Inward, the sum over the children of a segment is in memory, and functions that are not inlined update it there. Each
// works on a copy, in registers as far as there are enough. In a single function, g++ would copy the values again
// wherever branches split or join.

/// The last body of a segment, which is a tip. Not inlined: g++ copies the values around such branches.
template <bool with_armature, class C, class T>
[[gnu::noinline]] void tip_articulated(const Prepared<C>& m, const Segment& s, const LaneGroup<T>& g,
                                       ArticulatedBody<T>& x) {
  const Index i = s.end - 1, v = s.v + i - s.run;
  const Axis<C>& axis = m.axes.data()[i];
  const Tip<C>& tip = m.tips.data()[s.tip];
  if (is_parallel(axis))
    tip_articulated<with_armature, RightAngles<0>>(axis, tip, i, v, g, x);
  else
    tip_articulated<with_armature, AnyAlpha>(axis, tip, i, v, g, x);
}
/// The sum over the children of a segment's last body. If that body is a tip, what the tip passes on.
template <bool with_armature, class C, class T>
TREEFIX_INLINE ArticulatedBody<T>& begin_articulated(const Prepared<C>& m, const Segment& s, const LaneGroup<T>& g) {
  if (s.slot >= 0) return g.articulated[s.slot];
  ArticulatedBody<T>& x = g.articulated[m.slots];
  if (s.tip >= 0)
    tip_articulated<with_armature>(m, s, g, x);
  else
    x = {};
  return x;
}
/// One body of a run.
template <bool with_armature, class R, class C, class T>
[[gnu::noinline]] void joint_articulated(const Axis<C>& axis, Index i, Index v, const LaneGroup<T>& g,
                                         ArticulatedBody<T>& x) {
  ArticulatedBody<T> here = x;
  aba_inward<with_armature, false, R>(axis, i, v, g, here);
  x = here;
}
/// A run of one body, or of one body and a tip. Not inlined, for the same reason.
template <bool with_armature, class C, class T>
[[gnu::noinline]] void single_articulated(const Prepared<C>& m, const Segment& s, const LaneGroup<T>& g,
                                          ArticulatedBody<T>& x) {
  const Index i = s.run_stop();
  const Axis<C>& axis = m.axes.data()[i];
  with_alpha(axis,
             [&](auto alpha) { joint_articulated<with_armature, decltype(alpha)>(axis, i, s.v + i - s.run, g, x); });
}
/// The run from its body `last` inward, except a body on the root. Values stay in registers. The loop does not use what
/// is known about axes (with_alpha): a branch for each body would cost more than it saves.
template <bool with_armature, class C, class T>
[[gnu::noinline]] void run_articulated(const Prepared<C>& m, const Segment& s, Index last, const LaneGroup<T>& g,
                                       ArticulatedBody<T>& x) {
  const Axis<C>* axes = m.axes.data();
  const Index stop = s.run_stop(), v = s.v - s.run;
  ArticulatedBody<T> here = x;
  Index i = last;
  do aba_inward<with_armature, false>(axes[i], i, v + i, g, here);
  while (--i >= stop);
  x = here;
}
/// Across the mount of a run, to the body before it in the segment.
template <class C, class T, class R>
[[gnu::noinline]] void run_mount_articulated(const Mount<C>& mount, ArticulatedBody<T>& x, const R& turn) {
  ArticulatedBody<T> here = x;
  back_over(mount, here, turn);
  x = here;
}
/// Across the mount of a segment, to the parent of its first body.
template <class C, class T, class R>
[[gnu::noinline]] void mount_articulated(const Mount<C>& mount, const Segment& s, const LaneGroup<T>& g,
                                         const ArticulatedBody<T>& x, const R& turn) {
  ArticulatedBody<T> here = x;
  back_over(mount, here, turn);
  hand_on(s, g, here);
}
template <class C, class T>
TREEFIX_INLINE void hand_on_mounted(const Prepared<C>& m, const Segment& s, const LaneGroup<T>& g,
                                    const ArticulatedBody<T>& x) {
  if (s.mount < 0) return hand_on(s, g, x);
  const Mount<C>& mount = m.mounts.data()[s.mount];
  with_turn(mount, [&](const auto& turn) { mount_articulated(mount, s, g, x, turn); });
}
template <bool with_armature, class C, class T>
TREEFIX_INLINE void end_articulated(const Prepared<C>& m, const Segment& s, const LaneGroup<T>& g,
                                    ArticulatedBody<T>& x) {
  if (s.run_is_on_root()) {
    ArticulatedBody<T> here = x;
    aba_inward<with_armature, true>(m.axes.data()[s.run], s.run, s.v, g, here);
    return;
  }
  if (!s.has_general()) return hand_on_mounted(m, s, g, x);
  if (s.run_mount >= 0) {
    const Mount<C>& mount = m.mounts.data()[s.run_mount];
    with_turn(mount, [&](const auto& turn) { run_mount_articulated(mount, x, turn); });
  }
  with_general(m.bodies.data()[s.first].kind, [&](auto kind) {
    if constexpr (kind == JointKind::spherical && !with_armature) return ball_articulated(m, s, g, x);
    if constexpr (kind == JointKind::free)
      if (s.is_at_root()) return free_articulated(m, s.first, g, x);
    if constexpr (kind != JointKind::spherical || with_armature) {
      general_articulated<kind>(m, s.first, g, x);
      if (!s.is_at_root()) hand_on_mounted(m, s, g, x);
    }
  });
}

template <bool with_armature, class C, class T>
TREEFIX_INLINE Accelerating<T> begin_accelerate(const Prepared<C>& m, const Segment& s, const LaneGroup<T>& g) {
  Accelerating<T> b;
  const auto mount = [&](Index k) {
    if (k >= 0) out_over(m.mounts.data()[k], b.dw, b.a);
  };
  if (!s.is_at_root()) b = {g.motions[s.from].dw, g.motions[s.from].a};
  mount(s.mount);
  if (!s.has_general()) return b;
  Accelerating<T> moved = b;
  with_general(m.bodies.data()[s.first].kind, [&](auto kind) {
    if constexpr (kind == JointKind::spherical && !with_armature)
      ball_accelerate(m, s.first, g, moved);
    else
      general_accelerate<kind>(m, s.first, g, moved);
  });
  b = moved;
  mount(s.run_mount);
  return b;
}
template <class T>
TREEFIX_INLINE void end_accelerate(const Segment& s, const LaneGroup<T>& g, const Accelerating<T>& b) {
  if (s.slot >= 0) {
    g.motions[s.slot].dw = b.dw;
    g.motions[s.slot].a = b.a;
  }
}

// --- sweeps ----------------------------------------------------------------------------------------------

/// F, tau -> G, d. One group after the other: two groups at once need more values than there are registers. Also,
/// compilers may fuse different products and sums in two copies of a loop, so the copies would round differently.
template <bool with_armature, class C, class T>
[[gnu::noinline]] void aba_in(const Prepared<C>& m, const LaneGroup<T>& g) {
  if (m.has_sliders()) sliders_articulated(m, g);
  for (Index k = ssize(m.segments) - 1; k >= 0; --k) {
    const Segment& s = m.segments.data()[k];
    ArticulatedBody<T>& x = begin_articulated<with_armature>(m, s, g);
    const Index last = s.tip >= 0 ? s.end - 2 : s.end - 1;
    if (last == s.run_stop())
      single_articulated<with_armature>(m, s, g, x);
    else if (last > s.run_stop())
      run_articulated<with_armature>(m, s, last, g, x);
    end_articulated<with_armature>(m, s, g, x);
  }
}

/// G, d -> a, for several groups at once, as in rnea_in
template <bool with_armature, class C, class... Group>
[[gnu::noinline]] void aba_out(const Prepared<C>& m, const Group&... g) {
  const Axis<C>* axes = m.axes.data();
  for (const Segment& s : m.segments)
    [&](auto... b) {
      if (s.run_is_on_root()) ((g.a[s.v] = b.dw.z = g.d[s.v]), ...);  // the root is at rest
      for (Index i = s.run_stop(); i < s.end; ++i) (aba_outward<with_armature>(axes[i], i, s.v + i - s.run, g, b), ...);
      (end_accelerate(s, g, b), ...);
    }(begin_accelerate<with_armature>(m, s, g)...);
  if (m.has_sliders()) (sliders_accelerate(m, g), ...);
}

}  // namespace treefix::kernels
