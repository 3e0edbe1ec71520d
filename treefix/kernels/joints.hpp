// Joints of a prepared model: their placement for given q, and their motion.
#pragma once

#include <algorithm>
#include <type_traits>
#include <utility>

#include <treefix/base/scalar.hpp>
#include <treefix/kernels/group.hpp>
#include <treefix/planner/table.hpp>
#include <treefix/simd/lanes.hpp>

namespace treefix::kernels {

using namespace simd;

template <class C, class T>
[[gnu::noinline]] void general_joint(const Prepared<C>& m, Index i, const LaneGroup<T>& g) {
  const PreparedBody& body = m.bodies.data()[i];
  const Axis<C>& axis = m.axes.data()[i];
  const GeneralBody<C>& general = m.general_bodies.data()[body.general];
  Place<T>& place = g.places[body.general];
  const T* q = g.q + body.q;
  const auto place_at = [&](const Mat3<T>& E, const Vec3<T>& r) {
    place.X = Transform<T>{E, r} * cast<T>(general.X_tree);
  };
  switch (body.kind) {
    case JointKind::prismatic:
      g.turns[i] = {T(general.cos), T(general.sin)};
      place.d = q[0] + axis.d;
      break;
    case JointKind::helical: place.d = general.pitch * q[0] + axis.d; break;
    case JointKind::spherical: {
      const Mat3<T> E = turned(Quaternion<T>{q[0], q[1], q[2], q[3]});
      place.X = {body.is_straight ? E : E * cast<T>(general.X_tree.E), cast<T>(general.X_tree.r)};
      break;
    }
    case JointKind::planar: place_at(turned(Vec3<T>{T(0), T(0), T(1)}, q[2]), {q[0], q[1], T(0)}); break;
    case JointKind::free: place_at(turned(Quaternion<T>{q[3], q[4], q[5], q[6]}), {q[0], q[1], q[2]}); break;
    case JointKind::revolute:
    case JointKind::fixed: break;
  }
}

/// Sines and cosines of many angles, in two steps; the intermediate values are stored where the results will be.
/// Whether an angle is far from zero is tested once, at the end: a branch for each angle would keep the compiler from
/// interleaving their instructions.
template <class T>
class Turning {
 public:
  TREEFIX_INLINE Turn<T> reduce(const T& angle) { return {angle, T(0)}; }
  TREEFIX_INLINE static Turn<T> finish(const Turn<T>& reduced) {
    using math::sine_cosine;
    const auto [sine, cosine] = sine_cosine(reduced.c);
    return {cosine, sine};
  }
  bool any_far() const { return false; }
};
template <class Number, int N, class Level>
class Turning<Lanes<Number, N, Level>> {
 public:
  using T = Lanes<Number, N, Level>;
  TREEFIX_INLINE Turn<T> reduce(const T& angle) {
    far_ = far_ | lanewise::is_far(angle);
    const auto [whole, r] = lanewise::reduced(angle);
    return {whole, r};
  }
  TREEFIX_INLINE static Turn<T> finish(const Turn<T>& reduced) {
    const auto [sine, cosine] = lanewise::sine_cosine(lanewise::ReducedAngle<T>{reduced.c, reduced.s});
    return {cosine, sine};
  }
  bool any_far() const { return any(far_); }

 private:
  typename T::Mask far_;
};

/// turns[k] = cosine and sine of angle(k) for k < n, in blocks, so that the values between the two steps stay in the
/// cache.
template <class T, class Angle>
TREEFIX_INLINE void turn_all(Index n, Angle angle, Turn<T>* turns) {
  using math::sine_cosine;  // for numbers; for lanes, argument-dependent lookup finds it
  constexpr Index block = planner::table::angles_at_once;
  Turning<T> turning;
  for (Index first = 0; first < n; first += block) {
    const Index end = std::min(first + block, n);
    for (Index k = first; k < end; ++k) turns[k] = turning.reduce(angle(k));
    for (Index k = first; k < end; ++k) turns[k] = Turning<T>::finish(turns[k]);
  }
  if (!turning.any_far()) return;
  for (Index k = 0; k < n; ++k) {
    const auto [sine, cosine] = sine_cosine(angle(k));
    turns[k] = {cosine, sine};
  }
}

/// Computes the sines and cosines again, because some angles are far from zero.
template <class C, class T>
[[gnu::noinline, gnu::cold]] void turn_far(const Prepared<C>& m, const LaneGroup<T>& g) {
  using math::sine_cosine;
  for (const Angle<C>& angle : m.angles) {
    const auto [sine, cosine] = sine_cosine(g.q[angle.q] + angle.offset);
    g.turns[angle.body] = {cosine, sine};
  }
}

/// q -> turns, places. Does not use turn_all, whose blocks cost an eighth of the time if there are few joints.
template <class C, class T>
void joint_sweep(const Prepared<C>& m, const LaneGroup<T>& g) {
  Turning<T> turning;
  for (const Angle<C>& angle : m.angles) g.turns[angle.body] = turning.reduce(g.q[angle.q] + angle.offset);
  for (const Angle<C>& angle : m.angles) g.turns[angle.body] = Turning<T>::finish(g.turns[angle.body]);
  if (turning.any_far()) turn_far(m, g);
  for (const Segment& s : m.segments)
    if (s.has_general()) general_joint(m, s.first, g);
}

/// Calls f with 0, 1, …, n − 1 as compile-time constants.
template <int n, class F>
TREEFIX_INLINE void for_each_constant(F f) {
  [&]<int... i>(std::integer_sequence<int, i...>) {
    (f(std::integral_constant<int, i>{}), ...);
  }(std::make_integer_sequence<int, n>{});
}

/// Calls f with a kind other than revolute, as a compile-time constant.
template <class F>
TREEFIX_INLINE decltype(auto) with_general(JointKind kind, F f) {
  switch (kind) {
    case JointKind::prismatic: return f(std::integral_constant<JointKind, JointKind::prismatic>{});
    case JointKind::helical: return f(std::integral_constant<JointKind, JointKind::helical>{});
    case JointKind::spherical: return f(std::integral_constant<JointKind, JointKind::spherical>{});
    case JointKind::planar: return f(std::integral_constant<JointKind, JointKind::planar>{});
    case JointKind::free:
    case JointKind::revolute:
    case JointKind::fixed: break;  // not general
  }
  return f(std::integral_constant<JointKind, JointKind::free>{});
}

/// Column k of the motion subspace S of such a joint is a unit vector, except that helical joints add pitch times the
/// last coordinate. Returns the Plücker coordinate that is one.
constexpr int general_coordinate(JointKind kind, int k) {
  return kind == JointKind::prismatic ? 5 : kind == JointKind::helical ? 2 : joint_coordinate(kind, k);
}

template <int c, class T>
TREEFIX_INLINE const T& coordinate(const Vec3<T>& a, const Vec3<T>& b) {
  const Vec3<T>& half = c < 3 ? a : b;
  if constexpr (c % 3 == 0) return half.x;
  if constexpr (c % 3 == 1) return half.y;
  if constexpr (c % 3 == 2) return half.z;
}

/// Entry k of Sᵀ F.
template <JointKind kind, int k, class C, class T>
TREEFIX_INLINE T along(const GeneralBody<C>& general, const Force<T>& F) {
  const T& one = coordinate<general_coordinate(kind, k)>(F.n, F.f);
  if constexpr (kind == JointKind::helical)
    return one + general.pitch * F.f.z;
  else
    return one;
}

/// S x of such a joint, where x are its own coordinates.
template <class T, class C>
TREEFIX_INLINE Motion<T> general_motion(JointKind kind, const GeneralBody<C>& general, const T* x) {
  switch (kind) {
    case JointKind::prismatic: return {{}, {T(0), T(0), x[0]}};
    case JointKind::helical: return {{T(0), T(0), x[0]}, {T(0), T(0), general.pitch * x[0]}};
    case JointKind::spherical: return {{x[0], x[1], x[2]}, {}};
    case JointKind::planar: return {{T(0), T(0), x[2]}, {x[0], x[1], T(0)}};
    case JointKind::free: return {{x[3], x[4], x[5]}, {x[0], x[1], x[2]}};
    case JointKind::revolute:
    case JointKind::fixed: break;
  }
  return {};
}

/// An Axis, or a struct of references to the numbers of one.
template <class A>
concept AxisLike = requires(const A& axis) { axis.cos_alpha, axis.sin_alpha, axis.a, axis.d, axis.hx, axis.Sxx; };

/// An AxisLike with the whole inertia of the body: regrouping moved nothing.
template <class A>
concept WholeAxisLike = AxisLike<A> && requires(const A& axis) { axis.m, axis.hz, axis.Szz; };

template <AxisLike A>
TREEFIX_INLINE auto alpha_of(const A& axis) {
  return Turn<std::remove_cvref_t<decltype(axis.cos_alpha)>>{axis.cos_alpha, axis.sin_alpha};
}

template <class C>
TREEFIX_INLINE Turn<C> turn_of(const Mount<C>& mount) {
  return {mount.cos, mount.sin};
}
/// Whether a constant is known to be x. Constants in lanes are never known.
template <class C>
TREEFIX_INLINE bool is_known(const C& constant, int x) {
  if constexpr (requires { constant == constant; })
    return constant == C(x);
  else
    return false;
}
/// Calls f with the rotation of a mount, as RightAngles if possible: most axes of robots are parallel to an axis of the
/// body they are on.
template <class C, class F>
TREEFIX_INLINE void with_turn(const Mount<C>& mount, F f) {
  if (is_known(mount.sin, 0)) return is_known(mount.cos, 1) ? f(RightAngles<0>{}) : f(RightAngles<2>{});
  if (is_known(mount.cos, 0)) return is_known(mount.sin, 1) ? f(RightAngles<1>{}) : f(RightAngles<3>{});
  f(turn_of(mount));
}

/// The rotation from a parent's axis to a body's, as a type: any angle, or right angles. RightAngles<0> also implies d
/// = 0.
struct AnyAlpha {};
template <class R, class A>
TREEFIX_INLINE auto alpha_as(const A& axis) {
  if constexpr (std::is_same_v<R, AnyAlpha>)
    return alpha_of(axis);
  else
    return R{};
}
/// Whether a body's axis is parallel to its parent's, and its placement is a translation along x.
template <class C>
TREEFIX_INLINE bool is_parallel(const Axis<C>& axis) {
  return is_known(axis.cos_alpha, 1) && is_known(axis.sin_alpha, 0) && is_known(axis.d, 0);
}
/// Calls f with what is known about that rotation.
template <class C, class F>
TREEFIX_INLINE void with_alpha(const Axis<C>& axis, F f) {
  if (is_parallel(axis)) return f(RightAngles<0>{});
  if (is_known(axis.cos_alpha, 0) && is_known(axis.sin_alpha, 1)) return f(RightAngles<1>{});
  if (is_known(axis.cos_alpha, 0) && is_known(axis.sin_alpha, -1)) return f(RightAngles<3>{});
  f(AnyAlpha{});
}

/// Moves a force from the frame of a body on a joint with an axis to the frame before the joint's placement on the
/// parent: across the joint and the common normal. d is the distance along the axis.
template <class R = AnyAlpha, AxisLike A, class D, class T>
TREEFIX_INLINE Force<T> back_over(const A& axis, const Turn<T>& turn, const D& d, const Force<T>& F) {
  const auto alpha = alpha_as<R>(axis);
  Vec3<T> n = F.n;
  if constexpr (!std::is_same_v<R, RightAngles<0>>) n = plus_z_cross(n, d, F.f);
  const Vec3<T> f = back_x(alpha, back_z(turn, F.f));
  return {plus_x_cross(back_x(alpha, back_z(turn, n)), axis.a, f), f};
}
/// The same across the mount, whose rotation may be known.
template <class C, class T, class R>
TREEFIX_INLINE Force<T> back_over(const Mount<C>& mount, const Force<T>& F, const R& turn) {
  return {back_z(turn, plus_y_cross(plus_z_cross(F.n, mount.lift, F.f), mount.b, F.f)), back_z(turn, F.f)};
}
template <class C, class T>
TREEFIX_INLINE Force<T> back_over(const Mount<C>& mount, const Force<T>& F) {
  return back_over(mount, F, turn_of(mount));
}

/// Moves the acceleration ω̇, a of a robot at rest outward: from the parent's frame across the mount.
template <class C, class T>
TREEFIX_INLINE void out_over(const Mount<C>& mount, Vec3<T>& dw, Vec3<T>& a) {
  const Turn<C> turn = turn_of(mount);
  dw = turned_z(turn, dw);
  a = turned_z(turn, a);
  a = {a.x + mount.lift * dw.y - mount.b * dw.z, a.y - mount.lift * dw.x, a.z + mount.b * dw.x};
}
/// The same across the common normal and the joint.
template <AxisLike A, class D, class T>
TREEFIX_INLINE void out_over(const A& axis, const Turn<T>& turn, const D& d, Vec3<T>& dw, Vec3<T>& a) {
  const auto alpha = alpha_of(axis);
  a = turned_z(turn, turned_x(alpha, Vec3<T>{a.x, a.y + axis.a * dw.z, a.z - axis.a * dw.y}));
  dw = turned_z(turn, turned_x(alpha, dw));
  a = {a.x + d * dw.y, a.y - d * dw.x, a.z};
}

}  // namespace treefix::kernels
