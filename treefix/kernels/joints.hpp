// Joints of a prepared model: where q puts them, which way they move.
#pragma once

#include <type_traits>
#include <utility>

#include <treefix/base/scalar.hpp>
#include <treefix/kernels/group.hpp>

namespace treefix {

template <class C, class T>
[[gnu::noinline]] void solid_joint(const Prepared<C>& m, Index i, const Group<T>& g) {
  using math::sine_cosine;
  const Step& step = m.steps[static_cast<std::size_t>(i)];
  const Axis<C>& axis = m.axes[static_cast<std::size_t>(i)];
  const Solid<C>& solid = m.solids[static_cast<std::size_t>(step.solid)];
  Place<T>& place = g.places[step.solid];
  const T* q = g.q + step.q;
  const auto place_at = [&](const Mat3<T>& E, const Vec3<T>& r) {
    place.X = Transform<T>{E, r} * cast<T>(solid.X_tree);
  };
  switch (step.kind) {
    case JointKind::prismatic:
      g.turns[i] = {T(solid.cos), T(solid.sin)};
      place.d = q[0] + axis.d;
      break;
    case JointKind::helical: {
      const auto [sine, cosine] = sine_cosine(q[0] + m.angles.data()[i]);
      g.turns[i] = {cosine, sine};
      place.d = solid.pitch * q[0] + axis.d;
      break;
    }
    case JointKind::spherical: place_at(turned(Quaternion<T>{q[0], q[1], q[2], q[3]}), {}); break;
    case JointKind::planar: place_at(turned(Vec3<T>{T(0), T(0), T(1)}, q[2]), {q[0], q[1], T(0)}); break;
    case JointKind::free: place_at(turned(Quaternion<T>{q[3], q[4], q[5], q[6]}), {q[0], q[1], q[2]}); break;
    case JointKind::revolute:
    case JointKind::fixed: break;
  }
}

/// q -> turns, places. A sweep of its own, because sines and cosines of neighbouring joints are independent.
template <class C, class T>
void joint_sweep(const Prepared<C>& m, const Group<T>& g) {
  using math::sine_cosine;
  for (const Segment& s : m.segments) {
    if (s.has_solid()) solid_joint(m, s.first, g);
    const T* q = g.q + s.q;
    const C* angles = m.angles.data() + s.run;
    Turn<T>* turns = g.turns + s.run;
    const Index n = s.end - s.run;
    for (Index i = 0; i < n; ++i) {
      const auto [sine, cosine] = sine_cosine(q[i] + angles[i]);
      turns[i] = {cosine, sine};
    }
  }
}

/// Calls f with 0, 1, …, n − 1 as compile-time constants.
template <int n, class F>
TREEFIX_INLINE void for_each_constant(F f) {
  [&]<int... i>(std::integer_sequence<int, i...>) {
    (f(std::integral_constant<int, i>{}), ...);
  }(std::make_integer_sequence<int, n>{});
}

/// Calls f with a kind that has no axis of revolution only, as a compile-time constant.
template <class F>
TREEFIX_INLINE decltype(auto) with_solid(JointKind kind, F f) {
  switch (kind) {
    case JointKind::prismatic: return f(std::integral_constant<JointKind, JointKind::prismatic>{});
    case JointKind::helical: return f(std::integral_constant<JointKind, JointKind::helical>{});
    case JointKind::spherical: return f(std::integral_constant<JointKind, JointKind::spherical>{});
    case JointKind::planar: return f(std::integral_constant<JointKind, JointKind::planar>{});
    default: return f(std::integral_constant<JointKind, JointKind::free>{});
  }
}

/// Column k of the motion subspace S of such a joint is a unit vector, but for helical ones, where pitch times the last
/// coordinate is added: which Plücker coordinate is its one.
constexpr int solid_coordinate(JointKind kind, int k) {
  return kind == JointKind::prismatic ? 5 : kind == JointKind::helical ? 2 : joint_coordinate(kind, k);
}

template <int c, class T>
TREEFIX_INLINE const T& coordinate(const Vec3<T>& a, const Vec3<T>& b) {
  const Vec3<T>& half = c < 3 ? a : b;
  if constexpr (c % 3 == 0) return half.x;
  if constexpr (c % 3 == 1) return half.y;
  if constexpr (c % 3 == 2) return half.z;
}

/// Sᵀ F, number k.
template <JointKind kind, int k, class C, class T>
TREEFIX_INLINE T along(const Solid<C>& solid, const Force<T>& F) {
  const T& one = coordinate<solid_coordinate(kind, k)>(F.n, F.f);
  if constexpr (kind == JointKind::helical)
    return one + solid.pitch * F.f.z;
  else
    return one;
}

/// S x of such a joint; x are its own numbers.
template <class T, class C>
TREEFIX_INLINE Motion<T> solid_motion(JointKind kind, const Solid<C>& solid, const T* x) {
  switch (kind) {
    case JointKind::prismatic: return {{}, {T(0), T(0), x[0]}};
    case JointKind::helical: return {{T(0), T(0), x[0]}, {T(0), T(0), solid.pitch * x[0]}};
    case JointKind::spherical: return {{x[0], x[1], x[2]}, {}};
    case JointKind::planar: return {{T(0), T(0), x[2]}, {x[0], x[1], T(0)}};
    case JointKind::free: return {{x[3], x[4], x[5]}, {x[0], x[1], x[2]}};
    case JointKind::revolute:
    case JointKind::fixed: break;
  }
  return {};
}

/// A force from the frame of a body on a joint with an axis to the frame before its joint's placement on the parent:
/// over the joint and the common normal. d is how far along the axis the body is.
template <class C, class D, class T>
TREEFIX_INLINE Force<T> back_over(const Axis<C>& axis, const Turn<T>& turn, const D& d, const Force<T>& F) {
  const Turn<C> alpha{axis.cos_alpha, axis.sin_alpha};
  const Vec3<T> f = back_x(alpha, back_z(turn, F.f)), n = back_x(alpha, back_z(turn, plus_z_cross(F.n, d, F.f)));
  return {plus_x_cross(n, axis.a, f), f};
}
/// And over the mount.
template <class C, class T>
TREEFIX_INLINE Force<T> back_over(const Mount<C>& mount, const Force<T>& F) {
  const Turn<C> turn{mount.cos, mount.sin};
  return {back_z(turn, plus_y_cross(plus_z_cross(F.n, mount.lift, F.f), mount.b, F.f)), back_z(turn, F.f)};
}

/// An acceleration the other way, without velocities: ω̇ and a, from the parent's frame over the mount,
template <class C, class T>
TREEFIX_INLINE void out_over(const Mount<C>& mount, Vec3<T>& dw, Vec3<T>& a) {
  const Turn<C> turn{mount.cos, mount.sin};
  dw = turned_z(turn, dw), a = turned_z(turn, a);
  a = {a.x + mount.lift * dw.y - mount.b * dw.z, a.y - mount.lift * dw.x, a.z + mount.b * dw.x};
}
/// and over the common normal and the joint.
template <class C, class D, class T>
TREEFIX_INLINE void out_over(const Axis<C>& axis, const Turn<T>& turn, const D& d, Vec3<T>& dw, Vec3<T>& a) {
  const Turn<C> alpha{axis.cos_alpha, axis.sin_alpha};
  a = turned_z(turn, turned_x(alpha, Vec3<T>{a.x, a.y + axis.a * dw.z, a.z - axis.a * dw.y}));
  dw = turned_z(turn, turned_x(alpha, dw));
  a = {a.x + d * dw.y, a.y - d * dw.x, a.z};
}

}  // namespace treefix
