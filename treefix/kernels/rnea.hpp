// Inverse dynamics of a prepared model: an outward and an inward sweep, with one step per body.
#pragma once

#include <treefix/kernels/sliders.hpp>

namespace treefix::kernels {

// --- one body --------------------------------------------------------------------------------------------

/// a + U p for p on one axis.
template <class C, class T>
TREEFIX_INLINE Vec3<T> plus_spin_x(const Vec3<T>& a, const Mat3<T>& U, const C& p) {
  return {a.x + p * U.x.x, a.y + p * U.y.x, a.z + p * U.z.x};
}
template <class C, class T>
TREEFIX_INLINE Vec3<T> plus_spin_y(const Vec3<T>& a, const Mat3<T>& U, const C& p) {
  return {a.x + p * U.x.y, a.y + p * U.y.y, a.z + p * U.z.y};
}
template <class C, class T>
TREEFIX_INLINE Vec3<T> plus_spin_z(const Vec3<T>& a, const Mat3<T>& U, const C& p) {
  return {a.x + p * U.x.z, a.y + p * U.y.z, a.z + p * U.z.z};
}

/// The rate of change of a body's momentum: f = m a + U h,  n = h × a + vee(U S − S Uᵀ), without the terms that
/// regrouping removed.
template <AxisLike A, class T>
TREEFIX_INLINE Force<T> body_force(const A& b, const Vec3<T>& a, const Mat3<T>& U) {
  Vec3<T> n{b.Sxy * U.z.x + b.Syy * U.z.y + b.Syz * (U.z.z - U.y.y) - b.Sxz * U.y.x,
            b.Sxz * (U.x.x - U.z.z) + b.Syz * U.x.y - b.Sxx * U.z.x - b.Sxy * U.z.y,
            b.Sxy * (U.y.y - U.x.x) + b.Sxx * U.y.x + b.Sxz * U.y.z - b.Syy * U.x.y - b.Syz * U.x.z};
  Vec3<T> f{b.hx * U.x.x + b.hy * U.x.y, b.hx * U.y.x + b.hy * U.y.y, b.hx * U.z.x + b.hy * U.z.y};
  if constexpr (WholeAxisLike<A>) {
    f = plus_scaled(plus_spin_z(f, U, b.hz), b.m, a);
    n.x = n.x - b.hz * a.y - b.Szz * U.y.z;
    n.y = n.y + b.hz * a.x + b.Szz * U.x.z;
  }
  return {{n.x + b.hy * a.z, n.y - b.hx * a.z, n.z + b.hx * a.y - b.hy * a.x}, f};
}
/// The same for a general body. `kind` determines the terms that regrouping removed: none if it is free.
template <JointKind kind, class C, class T>
TREEFIX_INLINE Force<T> body_force(const GeneralBody<C>& b, const Vec3<T>& a, const Mat3<T>& U) {
  const Vec3<T> h = cast<T>(b.h);
  Force<T> F{cross(h, a), U * h};
  if constexpr (kind != JointKind::spherical) F.f += T(b.m) * a;  // otherwise regrouping removed it
  if constexpr (kind == JointKind::prismatic) return F;  // regrouping removed all of S
  const Mat3<T> US = U * full(cast<T>(b.S));
  return {F.n + Vec3<T>{US.z.y - US.y.z, US.x.z - US.z.x, US.y.x - US.x.y}, F.f};
}

/// Moves a motion across the common normal and the joint, as if the joint were at rest and d were zero. U is that of
/// the parent.
template <AxisLike A, class T>
TREEFIX_INLINE void turn_over(const A& axis, const Turn<T>& turn, const Mat3<T>& U, ClassicalMotion<T>& b) {
  const auto alpha = alpha_of(axis);
  b.a = turned_z(turn, turned_x(alpha, plus_spin_x(b.a, U, axis.a)));
  b.w = turned_z(turn, turned_x(alpha, b.w));
  b.dw = turned_z(turn, turned_x(alpha, b.dw));
}

/// A body on a revolute joint: its motion, given that of its parent, and the force it needs.
template <bool accelerated, AxisLike A, class T>
TREEFIX_INLINE void rnea_outward(const A& axis, Index i, Index v, const LaneGroup<T>& g, ClassicalMotion<T>& b,
                                 Mat3<T>& U) {
  const T rate = g.v[v];
  turn_over(axis, g.turns[i], U, b);
  b.w.z += rate;
  b.dw.x += b.w.y * rate;
  b.dw.y -= b.w.x * rate;
  if constexpr (accelerated) b.dw.z += g.a[v];
  U = spin(b.w, b.dw);
  b.a = plus_spin_z(b.a, U, axis.d);
  Force<T> F = body_force(axis, b.a, U);
  if (g.external) F -= g.external[i];
  g.F[i] = F;
}

/// The same for a body on the root, which is at rest.
template <bool accelerated, class C, class T>
TREEFIX_INLINE void rnea_first(const Axis<C>& axis, Index i, Index v, const LaneGroup<T>& g, ClassicalMotion<T>& b,
                               Mat3<T>& U) {
  const T rate = g.v[v], square = -(rate * rate);
  b.a = turned_z(g.turns[i], turned_x(Turn<C>{axis.cos_alpha, axis.sin_alpha}, b.a));
  b.w = {T(0), T(0), rate};
  b.dw = {T(0), T(0), accelerated ? g.a[v] : T(0)};
  U = {{square, -b.dw.z, T(0)}, {b.dw.z, square, T(0)}, {}};
  Force<T> F{
      {axis.hy * b.a.z - axis.Syz * square - axis.Sxz * b.dw.z, axis.Sxz * square - axis.Syz * b.dw.z - axis.hx * b.a.z,
       (axis.Sxx + axis.Syy) * b.dw.z + axis.hx * b.a.y - axis.hy * b.a.x},
      {axis.hx * square - axis.hy * b.dw.z, axis.hx * b.dw.z + axis.hy * square, T(0)}};
  if (g.external) F -= g.external[i];
  g.F[i] = F;
}

/// A body on a revolute joint, inward: the torque of its joint, and the force that it passes on to its parent, unless
/// that is the root.
template <bool accelerated, bool on_root, AxisLike A, class T>
TREEFIX_INLINE void rnea_inward(const A& axis, Index i, Index v, const LaneGroup<T>& g, Force<T>& F) {
  F += g.F[i];
  if constexpr (accelerated)
    g.tau[v] = F.n.z + axis.armature * g.a[v];
  else
    g.tau[v] = F.n.z;
  if constexpr (!on_root) F = back_over(axis, g.turns[i], axis.d, F);
}

template <class C, class T>
TREEFIX_INLINE ClassicalMotion<T> over_mount(const Mount<C>& mount, const ClassicalMotion<T>& b) {
  const Turn<C> turn = turn_of(mount);
  const Vec3<T> w = turned_z(turn, b.w), dw = turned_z(turn, b.dw);
  const Mat3<T> U = spin(w, dw);
  return {w, dw, plus_spin_z(plus_spin_y(turned_z(turn, b.a), U, mount.b), U, mount.lift)};
}

/// Adds the motion of the joint, in body coordinates. Before, b is the motion of the body with the joint at rest.
template <JointKind kind, bool accelerated, class C, class T>
TREEFIX_INLINE void add_joint_motion(const GeneralBody<C>& general, const T* v, const T* a, ClassicalMotion<T>& b) {
  if constexpr (kind == JointKind::prismatic) {
    const T twice = v[0] + v[0];
    b.a.x += b.w.y * twice;
    b.a.y -= b.w.x * twice;
    if constexpr (accelerated) b.a.z += a[0];
  } else {
    const Motion<T> vJ = general_motion(kind, general, v);
    // helical: rotation and translation are along the same axis, so ω × v of the joint is zero
    if constexpr (kind == JointKind::spherical) {
      b.dw += cross(b.w, vJ.w);
    } else {
      b.a += cross(T(2) * b.w + vJ.w, vJ.v);
      b.dw += cross(b.w, vJ.w);
    }
    b.w += vJ.w;
    if constexpr (accelerated) {
      const Motion<T> aJ = general_motion(kind, general, a);
      b.dw += aJ.w;
      if constexpr (kind != JointKind::spherical) b.a += aJ.v;
    }
  }
}

/// A body on a joint that is not revolute, outward. motion: on entry that of the parent, moved across the mount; on
/// return that of the body. whole: regrouping moved nothing from its inertia.
template <JointKind kind, bool accelerated, bool whole = false, class C, class T>
[[gnu::noinline]] void general_outward(const Prepared<C>& m, Index i, const LaneGroup<T>& g,
                                       ClassicalMotion<T>& motion) {
  const PreparedBody& body = m.bodies.data()[i];
  const GeneralBody<C>& general = m.general_bodies.data()[body.general];
  const Place<T>& place = g.places[body.general];
  ClassicalMotion<T> b = motion;
  if constexpr (has_axis(kind)) {
    turn_over(m.axes.data()[i], g.turns[i], spin(b.w, b.dw), b);
    b.a = plus_spin_z(b.a, spin(b.w, b.dw), place.d);
  } else if (body.parent < 0) {
    b.a = place.X.E * b.a;  // the root does not rotate
  } else {
    b = {place.X.E * b.w, place.X.E * b.dw, place.X.E * (b.a + spin(b.w, b.dw) * place.X.r)};
  }
  add_joint_motion<kind, accelerated>(general, g.v + body.v, accelerated ? g.a + body.v : nullptr, b);
  Force<T> F = body_force<whole ? JointKind::free : kind>(general, b.a, spin(b.w, b.dw));
  if (g.external) F -= g.external[i];
  g.F[i] = F;
  motion = b;
}

/// Moves a force from such a body inward, up to its mount.
template <JointKind kind, class C, class T>
TREEFIX_INLINE Force<T> general_back(const Prepared<C>& m, Index i, const LaneGroup<T>& g, const Force<T>& F) {
  const Place<T>& place = g.places[m.bodies.data()[i].general];
  if constexpr (has_axis(kind))
    return back_over(m.axes.data()[i], g.turns[i], place.d, F);
  else
    return place.X.back(F);
}

template <JointKind kind, bool accelerated, class C, class T>
[[gnu::noinline]] void general_inward(const Prepared<C>& m, Index i, const LaneGroup<T>& g, Force<T>& force) {
  const PreparedBody& body = m.bodies.data()[i];
  const GeneralBody<C>& general = m.general_bodies.data()[body.general];
  const Force<T> F = force + g.F[i];
  for_each_constant<velocity_count(kind)>([&](auto k) {
    T tau = along<kind, k>(general, F);
    if constexpr (accelerated) tau = tau + m.armatures.data()[body.v + k] * g.a[body.v + k];
    g.tau[body.v + k] = tau;
  });
  if (body.parent >= 0) force = general_back<kind>(m, i, g, F);
}

// --- one segment: what comes before and after its run ------------------------------------------------------

/// The motion of the body before the run. The root is at rest; gravity is an upward acceleration.
template <bool accelerated, class C, class T>
TREEFIX_INLINE ClassicalMotion<T> begin_outward(const Prepared<C>& m, const Segment& s, const Vec3<C>& gravity,
                                                const LaneGroup<T>& g) {
  ClassicalMotion<T> b = s.is_at_root() ? ClassicalMotion<T>{{}, {}, -cast<T>(gravity)} : g.motions[s.from];
  const auto mount = [&](Index k) {
    if (k >= 0) b = over_mount(m.mounts.data()[k], b);
  };
  mount(s.mount);
  if (!s.has_general()) return b;
  ClassicalMotion<T> moved = b;  // a copy whose address is taken, so that b stays in registers
  with_general(m.bodies.data()[s.first].kind,
               [&](auto kind) { general_outward<kind, accelerated>(m, s.first, g, moved); });
  b = moved;
  mount(s.run_mount);
  return b;
}
template <class T>
TREEFIX_INLINE void end_outward(const Segment& s, const LaneGroup<T>& g, const ClassicalMotion<T>& b) {
  if (s.slot >= 0) g.motions[s.slot] = b;
}

template <class T>
TREEFIX_INLINE Force<T> begin_inward(const Segment& s, const LaneGroup<T>& g) {
  return s.slot >= 0 ? g.forces[s.slot] : Force<T>{};
}
template <bool accelerated, class C, class T>
TREEFIX_INLINE void end_inward(const Prepared<C>& m, const Segment& s, const LaneGroup<T>& g, const Force<T>& F) {
  Force<T> handed = F;
  const auto unmount = [&](Index k) {
    if (k >= 0) handed = back_over(m.mounts.data()[k], handed);
  };
  unmount(s.run_mount);
  if (s.has_general())
    with_general(m.bodies.data()[s.first].kind,
                 [&](auto kind) { general_inward<kind, accelerated>(m, s.first, g, handed); });
  if (s.is_at_root()) return;
  unmount(s.mount);
  g.forces[s.from] = s.is_last_child ? handed : g.forces[s.from] + handed;
}

// --- sweeps ----------------------------------------------------------------------------------------------

/// v, a -> F
template <bool accelerated, class C, class T>
[[gnu::noinline]] void rnea_out(const Prepared<C>& m, const Vec3<C>& gravity, const LaneGroup<T>& g) {
  const Axis<C>* axes = m.axes.data();
  for (const Segment& s : m.segments) {
    ClassicalMotion<T> b = begin_outward<accelerated>(m, s, gravity, g);
    Mat3<T> U = spin(b.w, b.dw);
    Index i = s.run, v = s.v;
    if (s.run_is_on_root() && s.mount < 0) {
      rnea_first<accelerated>(axes[i], i, v, g, b, U);
      ++i;
      ++v;
    }
    for (; i < s.end; ++i, ++v) rnea_outward<accelerated>(axes[i], i, v, g, b, U);
    end_outward(s, g, b);
  }
  if (m.has_sliders()) sliders_outward<accelerated>(m, g);
}

/// F -> tau, for several groups at once: each step waits for the one before, and the steps of other groups fill the
/// time. All groups must round alike; the tests RneaSweeps, AbaSweeps and BatchPromises check that compilers translate
/// every copy of a step alike.
template <bool accelerated, class C, class... Group>
[[gnu::noinline]] void rnea_in(const Prepared<C>& m, const Group&... g) {
  const Axis<C>* axes = m.axes.data();
  for (Index k = ssize(m.segments) - 1; k >= 0; --k) {
    const Segment& s = m.segments.data()[k];
    [&](auto... F) {
      Index i = s.end - 1;
      for (; i >= s.run_stop(); --i) (rnea_inward<accelerated, false>(axes[i], i, s.v + i - s.run, g, F), ...);
      if (s.run_is_on_root()) (rnea_inward<accelerated, true>(axes[i], i, s.v, g, F), ...);
      (end_inward<accelerated>(m, s, g, F), ...);
    }(begin_inward(s, g)...);
  }
  if (m.has_sliders()) (sliders_inward<accelerated>(m, g), ...);
}

}  // namespace treefix::kernels
