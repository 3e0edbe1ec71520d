// The mass matrix of a prepared model. Composite inertias are summed from body to body. Then every coordinate has a
// motion S and the force F that its unit acceleration needs, all in root axes, and H_ij = S_i · F_j takes six
// multiplications.
//
// Moments about the root's origin would cancel at the end of a long chain. So each coordinate has a moment frame:
// moments are taken about a body nearby, and F moves to the next moment frame when the walk to the root reaches it.
#pragma once

#include <treefix/base/packed.hpp>
#include <treefix/kernels/sliders.hpp>

namespace treefix::kernels {

/// A rigid inertia by its second moments S = ∫ r rᵀ dm, which move with fewer operations than Ī = tr(S) 1 − S.
template <class T>
struct Composite {
  T m{};
  Vec3<T> h{};
  Sym3<T> S{};

  friend Composite operator+(const Composite& a, const Composite& b) { return {a.m + b.m, a.h + b.h, a.S + b.S}; }
};

/// What the mass matrix needs in addition to a LaneGroup.
template <class T>
struct CrbaGroup {
  Transform<T>* poses = nullptr;  // (nbody) axes as seen from the root, origin relative to the moment frame
  Vec3<T>* jumps = nullptr;  // (nbody) of moment frames: the origin relative to the parent's moment frame
  Motion<T>* S = nullptr;  // (nv) motion of each coordinate, about the moment frame of its body
  Force<T>* F = nullptr;  // (nv) force that its unit acceleration needs
  Composite<T>* composites = nullptr;  // (slots)
  /// (nv × nv) row-major: H_ij where j is on the path from i to the root; or only the rows up to the diagonal, one
  /// after the other. Other entries are never written.
  T* H = nullptr;
};

// --- outward: where bodies are ---------------------------------------------------------------------------

template <AxisLike A, class D, class T>
TREEFIX_INLINE void out_over(const A& axis, const Turn<T>& turn, const D& d, Transform<T>& b) {
  b.r = plus_scaled(b.r, axis.a, b.E.x);
  turn_axes(alpha_of(axis), b.E.y, b.E.z);
  turn_axes(turn, b.E.x, b.E.y);
  b.r = plus_scaled(b.r, d, b.E.z);
}
template <class C, class T>
TREEFIX_INLINE void out_over(const Mount<C>& mount, Transform<T>& b) {
  turn_axes(turn_of(mount), b.E.x, b.E.y);
  b.r = plus_scaled(plus_scaled(b.r, mount.b, b.E.y), mount.lift, b.E.z);
}

template <class T>
TREEFIX_INLINE void settle(const PreparedBody& body, Index i, const CrbaGroup<T>& c, Transform<T>& b) {
  if (body.is_moment_frame) {
    c.jumps[i] = b.r;
    b.r = {};
  }
  c.poses[i] = b;
}

template <class C, class T>
[[gnu::noinline]] void general_pose(const Prepared<C>& m, Index i, const LaneGroup<T>& g, Transform<T>& b) {
  const PreparedBody& body = m.bodies.data()[i];
  const Place<T>& place = g.places[body.general];
  if (has_axis(body.kind))
    out_over(m.axes.data()[i], g.turns[i], place.d, b);
  else
    b = place.X * b;
}

/// turns, places -> poses
template <class C, class T>
[[gnu::noinline]] void crba_out(const Prepared<C>& m, const LaneGroup<T>& g, const CrbaGroup<T>& c) {
  const Axis<C>* axes = m.axes.data();
  const PreparedBody* bodies = m.bodies.data();
  for (const Segment& s : m.segments) {
    Transform<T> b = s.is_at_root() ? Transform<T>{} : c.poses[bodies[s.first].parent];
    if (s.mount >= 0) out_over(m.mounts.data()[s.mount], b);
    if (s.has_general()) {
      Transform<T> moved = b;  // a copy whose address is taken, so that b stays in registers
      general_pose(m, s.first, g, moved);
      b = moved;
      settle(bodies[s.first], s.first, c, b);
      if (s.run_mount >= 0) out_over(m.mounts.data()[s.run_mount], b);
    }
    for (Index i = s.run; i < s.end; ++i) {
      out_over(axes[i], g.turns[i], axes[i].d, b);
      settle(bodies[i], i, c, b);
    }
  }
}

// --- inward: composite inertias and columns --------------------------------------------------------------

/// Second moments about a point at p on the z (x, y) axis, seen from the origin: S' = S + h pᵀ + p hᵀ + m p pᵀ.
template <class C, class T>
TREEFIX_INLINE void move_z(const C& p, Composite<T>& b) {
  const T mp = p * b.m;
  b.S.xz = b.S.xz + p * b.h.x;
  b.S.yz = b.S.yz + p * b.h.y;
  b.S.zz = b.S.zz + p * (b.h.z + b.h.z + mp);
  b.h.z = b.h.z + mp;
}
template <class C, class T>
TREEFIX_INLINE void move_x(const C& p, Composite<T>& b) {
  const T mp = p * b.m;
  b.S.xy = b.S.xy + p * b.h.y;
  b.S.xz = b.S.xz + p * b.h.z;
  b.S.xx = b.S.xx + p * (b.h.x + b.h.x + mp);
  b.h.x = b.h.x + mp;
}
template <class C, class T>
TREEFIX_INLINE void move_y(const C& p, Composite<T>& b) {
  const T mp = p * b.m;
  b.S.xy = b.S.xy + p * b.h.x;
  b.S.yz = b.S.yz + p * b.h.z;
  b.S.yy = b.S.yy + p * (b.h.y + b.h.y + mp);
  b.h.y = b.h.y + mp;
}
template <class C, class T>
TREEFIX_INLINE void turn_back_z(const Turn<C>& t, Composite<T>& b) {
  turn_back(t, b.h.x, b.h.y);
  turn_back(t, b.S.xx, b.S.xy, b.S.yy);
  turn_back(t, b.S.xz, b.S.yz);
}
template <class C, class T>
TREEFIX_INLINE void turn_back_x(const Turn<C>& t, Composite<T>& b) {
  turn_back(t, b.h.y, b.h.z);
  turn_back(t, b.S.yy, b.S.yz, b.S.zz);
  turn_back(t, b.S.xy, b.S.xz);
}

template <AxisLike A, class D, class T>
TREEFIX_INLINE void back_over(const A& axis, const Turn<T>& turn, const D& d, Composite<T>& b) {
  turn_back_z(turn, b);
  move_z(d, b);
  turn_back_x(alpha_of(axis), b);
  move_x(axis.a, b);
}
template <class C, class T>
TREEFIX_INLINE void back_over(const Mount<C>& mount, Composite<T>& b) {
  move_z(mount.lift, b);
  move_y(mount.b, b);
  turn_back_z(Turn<C>{mount.cos, mount.sin}, b);
}

/// Any transform of a composite inertia, from coordinates of B to those of A.
template <class T>
TREEFIX_INLINE Composite<T> moved_back(const Transform<T>& X_BA, const Composite<T>& b) {
  const Inertia<T> moved = X_BA.back(Inertia<T>{b.m, b.h, rotational_inertia(b.S)});
  return {moved.m, moved.h, second_moments(moved.I)};
}

/// Adds the regrouped inertia of a body on a revolute joint.
template <AxisLike A, class T>
TREEFIX_INLINE void add_body(const A& axis, Composite<T>& b) {
  b.h.x = b.h.x + axis.hx;
  b.h.y = b.h.y + axis.hy;
  b.S.xx = b.S.xx + axis.Sxx;
  b.S.xy = b.S.xy + axis.Sxy;
  b.S.yy = b.S.yy + axis.Syy;
  b.S.xz = b.S.xz + axis.Sxz;
  b.S.yz = b.S.yz + axis.Syz;
}

/// The force that unit acceleration of a revolute joint needs, S = (z; 0): n = Ī z = (−Sxz, −Syz, Sxx + Syy), f = z × h
/// = (−hy, hx, 0).
template <class T>
struct Column {
  T hx, hy, Sxz, Syz, around;
};
template <class T>
TREEFIX_INLINE Column<T> column_of(const Composite<T>& b) {
  return {b.h.x, b.h.y, b.S.xz, b.S.yz, b.S.xx + b.S.yy};
}

/// S and F of the revolute joint of a body at this pose, about the moment frame.
template <class T>
TREEFIX_INLINE Motion<T> motion_at(const Transform<T>& at) {
  return {at.E.z, cross(at.r, at.E.z)};
}
template <class T>
TREEFIX_INLINE Force<T> force_at(const Transform<T>& at, const Column<T>& b) {
  const Vec3<T> f = minus_scaled(b.hx * at.E.y, b.hy, at.E.x);
  const Vec3<T> n = plus_scaled(-(b.Sxz * at.E.x) - b.Syz * at.E.y, b.around, at.E.z);
  return {n + cross(at.r, f), f};
}

/// A body on a joint that is not revolute: calls f(k, S, F) with the columns of S and the forces they need, in body
/// coordinates.
template <class C, class T, class F>
TREEFIX_INLINE void for_each_general_column(JointKind kind, const GeneralBody<C>& general, const Composite<T>& b, F f) {
  const Inertia<T> inertia{b.m, b.h, rotational_inertia(b.S)};
  for (int k = 0; k < velocity_count(kind); ++k) {
    const T unit[6] = {T(k == 0), T(k == 1), T(k == 2), T(k == 3), T(k == 4), T(k == 5)};
    const Motion<T> S = general_motion(kind, general, unit);
    f(k, S, inertia * S);
  }
}
template <class C, class T>
TREEFIX_INLINE void add_general(const GeneralBody<C>& general, Composite<T>& b) {
  b = b + Composite<T>{T(general.m), cast<T>(general.h), cast<T>(general.S)};
}
/// Moves an inertia from such a body inward, up to its mount.
template <class C, class T>
TREEFIX_INLINE void back_over_general(const Prepared<C>& m, Index i, const LaneGroup<T>& g, Composite<T>& b) {
  const PreparedBody& body = m.bodies.data()[i];
  if (has_axis(body.kind))
    back_over(m.axes.data()[i], g.turns[i], g.places[body.general].d, b);
  else
    b = moved_back(g.places[body.general].X, b);
}

template <class C, class T>
[[gnu::noinline]] void general_composite(const Prepared<C>& m, Index i, const LaneGroup<T>& g, const CrbaGroup<T>& c,
                                         Composite<T>& b) {
  const PreparedBody& body = m.bodies.data()[i];
  const GeneralBody<C>& general = m.general_bodies.data()[body.general];
  add_general(general, b);
  for_each_general_column(body.kind, general, b, [&](int k, const Motion<T>& S, const Force<T>& F) {
    c.S[body.v + k] = c.poses[i].back(S);
    c.F[body.v + k] = c.poses[i].back(F);
  });
  if (body.parent >= 0) back_over_general(m, i, g, b);
}

/// A body on a revolute joint, inward: its column, and the inertia that it passes on to its parent, unless that is the
/// root.
template <bool on_root, class C, class T>
TREEFIX_INLINE void crba_inward(const Axis<C>& axis, Index i, Index v, const LaneGroup<T>& g, const CrbaGroup<T>& c,
                                Composite<T>& b) {
  add_body(axis, b);
  c.S[v] = motion_at(c.poses[i]);
  c.F[v] = force_at(c.poses[i], column_of(b));
  if constexpr (!on_root) back_over(axis, g.turns[i], axis.d, b);
}

/// Columns of sliders, and the inertia that they add to their hosts.
template <class C, class T>
[[gnu::noinline]] void sliders_composite(const Prepared<C>& m, const LaneGroup<T>& g, const CrbaGroup<T>& c) {
  for (const SliderHost& host : m.hosts) {
    const Transform<T>& at = c.poses[host.body];
    Composite<T> b;
    for_each_slider(m, host, g, [&](const Slider<C>& slider, const Vec3<T>& r, const Vec3<T>& z) {
      const Vec3<T> along = transpose_times(at.E, z), f = T(slider.m) * along, h = T(slider.m) * r;
      c.S[slider.v] = {{}, along};
      c.F[slider.v] = {cross(at.r + transpose_times(at.E, r), f), f};
      b = b + Composite<T>{T(slider.m), h, {h.x * r.x, h.x * r.y, h.y * r.y, h.x * r.z, h.y * r.z, h.z * r.z}};
    });
    c.composites[host.slot] = b;
  }
}

template <class C, class T>
[[gnu::noinline]] void crba_in(const Prepared<C>& m, const LaneGroup<T>& g, const CrbaGroup<T>& c) {
  const Axis<C>* axes = m.axes.data();
  if (m.has_sliders()) sliders_composite(m, g, c);
  for (Index k = ssize(m.segments) - 1; k >= 0; --k) {
    const Segment& s = m.segments.data()[k];
    Composite<T> b = s.slot >= 0 ? c.composites[s.slot] : Composite<T>{};
    Index i = s.end - 1;
    for (; i >= s.run_stop(); --i) crba_inward<false>(axes[i], i, s.v + i - s.run, g, c, b);
    if (s.run_is_on_root()) crba_inward<true>(axes[i], i, s.v, g, c, b);
    Composite<T> handed = b;
    if (s.run_mount >= 0) back_over(m.mounts.data()[s.run_mount], handed);
    if (s.has_general()) general_composite(m, s.first, g, c, handed);
    if (s.is_at_root()) continue;
    if (s.mount >= 0) back_over(m.mounts.data()[s.mount], handed);
    c.composites[s.from] = s.is_last_child ? handed : c.composites[s.from] + handed;
  }
}

// --- the matrix ------------------------------------------------------------------------------------------

/// Which part of H is computed: H_ij with j on the path from i to the root, or H_ji as well. Packed is the lower
/// triangle, with rows of 1, 2, …, nv numbers one after the other.
enum class Triangle { lower, both, packed };

/// Rows j and, if paired, j + 1 of H: the products of F with the motions on the root path. Two rows with the same path
/// read each motion only once.
template <Triangle part, bool paired, class C, class T>
TREEFIX_INLINE void crba_rows(const Prepared<C>& m, Index j, const CrbaGroup<T>& c) {
  constexpr bool is_packed = part == Triangle::packed;
  T *row = c.H + (is_packed ? packed_size(j) : j * m.nv), *next = row + (is_packed ? j + 1 : m.nv), *column = c.H + j;
  Force<T> F = c.F[j], G{};
  if constexpr (paired) {
    G = c.F[j + 1];
    next[j + 1] = dot(G, c.S[j + 1]) + m.armatures.data()[j + 1];
  }
  m.moment_frame_paths.for_each_run(j, [&](Index first, Index last) {
    for (Index i = first; i <= last; ++i) {
      const Motion<T> S = c.S[i];
      const T x = dot(F, S);
      row[i] = x;
      if constexpr (part == Triangle::both) column[i * m.nv] = x;
      if constexpr (!paired) continue;
      const T y = dot(G, S);
      next[i] = y;
      if constexpr (part == Triangle::both) column[i * m.nv + 1] = y;
    }
    const std::int32_t left = m.leaves_moment_frame.data()[first];
    if (left < 0) return;
    F.n += cross(c.jumps[left], F.f);
    if constexpr (paired) G.n += cross(c.jumps[left], G.f);
  });
  row[j] = row[j] + m.armatures.data()[j];
}

/// S, F -> H
template <Triangle part, class C, class T>
[[gnu::noinline]] void crba_matrix(const Prepared<C>& m, const CrbaGroup<T>& c) {
  const std::int32_t *above = m.paths.above.data(), *leaves_moment_frame = m.leaves_moment_frame.data();
  for (Index j = 0; j < m.nv;) {
    const bool paired = j + 1 < m.nv && above[j + 1] == j && leaves_moment_frame[j + 1] < 0;
    paired ? crba_rows<part, true>(m, j, c) : crba_rows<part, false>(m, j, c);
    j += paired ? 2 : 1;
  }
}

/// q -> H, given turns and places.
template <Triangle part = Triangle::lower, class C, class T>
void crba(const Prepared<C>& m, const LaneGroup<T>& g, const CrbaGroup<T>& c) {
  crba_out(m, g, c);
  crba_in(m, g, c);
  crba_matrix<part>(m, c);
}

}  // namespace treefix::kernels
