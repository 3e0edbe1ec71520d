// Joints: how a body can move relative to its parent. Every joint here has a motion subspace S that is constant in body
// coordinates, so S̊ = 0 in all equations of motion.
#pragma once

#include <cstdint>
#include <iterator>
#include <string_view>
#include <type_traits>

#include <treefix/base/view.hpp>
#include <treefix/spatial/rotation.hpp>

namespace treefix {

/// Coordinates q and v of each kind (v in the body frame):
///   revolute, prismatic, helical   q: one angle (rad) or length (m)          v: its rate
///   spherical                      q: quaternion x y z w                     v: angular velocity
///   planar                         q: x, y, θ in the plane z = 0             v: linear x, y, angular z
///   free                           q: position, quaternion x y z w           v: linear, angular
///   fixed                          none; merged into the parent when a model is built
enum class JointKind : std::uint8_t { fixed, revolute, prismatic, helical, spherical, planar, free };

inline constexpr JointKind joint_kinds[] = {JointKind::fixed,   JointKind::revolute,  JointKind::prismatic,
                                            JointKind::helical, JointKind::spherical, JointKind::planar,
                                            JointKind::free};

constexpr int position_count(JointKind kind) {
  constexpr int count[] = {0, 1, 1, 1, 4, 3, 7};
  static_assert(std::size(count) == std::size(joint_kinds));
  return count[static_cast<int>(kind)];
}

constexpr int velocity_count(JointKind kind) {
  constexpr int count[] = {0, 1, 1, 1, 3, 3, 6};
  static_assert(std::size(count) == std::size(joint_kinds));
  return count[static_cast<int>(kind)];
}

constexpr std::string_view to_string(JointKind kind) {
  constexpr std::string_view name[] = {"fixed", "revolute", "prismatic", "helical", "spherical", "planar", "free"};
  static_assert(std::size(name) == std::size(joint_kinds));
  return name[static_cast<int>(kind)];
}

/// Calls f with the number of degrees of freedom as a compile-time constant, so that small loops unroll.
template <class F>
constexpr void with_dof(JointKind kind, F f) {
  switch (velocity_count(kind)) {
    case 1: return f(std::integral_constant<int, 1>{});
    case 3: return f(std::integral_constant<int, 3>{});
    case 6: return f(std::integral_constant<int, 6>{});
    default: TREEFIX_ASSERT(kind == JointKind::fixed);
  }
}

/// Whether the joint moves along or about a single axis.
constexpr bool has_axis(JointKind kind) {
  return kind == JointKind::revolute || kind == JointKind::prismatic || kind == JointKind::helical;
}

/// The position of the quaternion among the coordinates of a joint; −1 if it has none.
constexpr int quaternion_offset(JointKind kind) {
  return kind == JointKind::spherical ? 0 : kind == JointKind::free ? 3 : -1;
}

/// The data of a joint that the algorithms read.
template <class T>
struct Joint {
  JointKind kind{};
  Index q{}, v{};  // the first of its coordinates in the configuration and in the velocity
  Motion<T> S{};  // motion subspace of a joint with one degree of freedom: (u; 0), (0; u) or (u; pitch u)
  Transform<T> X_tree{};  // from the parent body to the joint frame

  constexpr int dof() const { return velocity_count(kind); }
};

template <class T>
TREEFIX_DEVICE Quaternion<T> quaternion_at(View<const T> q, Index i) {
  return {q[i], q[i + 1], q[i + 2], q[i + 3]};
}

template <class T>
TREEFIX_DEVICE Vec3<T> vector_at(View<const T> x, Index i) {
  return {x[i], x[i + 1], x[i + 2]};
}

/// X = X_J(q) X_tree: from parent coordinates to body coordinates.
template <class T>
TREEFIX_DEVICE Transform<T> joint_transform(const Joint<T>& joint, In<T> q) {
  const auto& [E, r] = joint.X_tree;
  const Index i = joint.q;
  switch (joint.kind) {
    case JointKind::revolute: return {turned(joint.S.w, q[i]) * E, r};
    case JointKind::prismatic: return {E, r + transpose_times(E, q[i] * joint.S.v)};
    case JointKind::helical: return {turned(joint.S.w, q[i]) * E, r + transpose_times(E, q[i] * joint.S.v)};
    case JointKind::spherical: return {turned(quaternion_at(q, i)) * E, r};
    case JointKind::planar:
      return Transform<T>{turned(Vec3<T>{T(0), T(0), T(1)}, q[i + 2]), {q[i], q[i + 1], T(0)}} * joint.X_tree;
    case JointKind::free: return Transform<T>{turned(quaternion_at(q, i + 3)), vector_at(q, i)} * joint.X_tree;
    case JointKind::fixed: break;
  }
  return joint.X_tree;
}

/// S v: the motion across the joint, in body coordinates.
template <class T>
TREEFIX_DEVICE Motion<T> joint_motion(const Joint<T>& joint, In<T> v) {
  const Index i = joint.v;
  switch (joint.kind) {
    case JointKind::revolute: return {v[i] * joint.S.w, {}};
    case JointKind::prismatic: return {{}, v[i] * joint.S.v};
    case JointKind::helical: return v[i] * joint.S;
    case JointKind::spherical: return {vector_at(v, i), {}};
    case JointKind::planar: return {{T(0), T(0), v[i + 2]}, {v[i], v[i + 1], T(0)}};
    case JointKind::free: return {vector_at(v, i + 3), vector_at(v, i)};
    case JointKind::fixed: break;
  }
  return {};
}

/// t = Sᵀ f, one number per degree of freedom: the component of a force across the joint along its motion.
template <class T>
TREEFIX_DEVICE void joint_torque(const Joint<T>& joint, const Force<T>& f, T* t) {
  const auto put = [](T* to, const Vec3<T>& x) {
    to[0] = x.x;
    to[1] = x.y;
    to[2] = x.z;
  };
  switch (joint.kind) {
    case JointKind::revolute: *t = dot(joint.S.w, f.n); break;
    case JointKind::prismatic: *t = dot(joint.S.v, f.f); break;
    case JointKind::helical: *t = dot(joint.S, f); break;
    case JointKind::spherical: put(t, f.n); break;
    case JointKind::planar:
      t[0] = f.f.x;
      t[1] = f.f.y;
      t[2] = f.n.z;
      break;
    case JointKind::free:
      put(t, f.f);
      put(t + 3, f.n);
      break;
    case JointKind::fixed: break;
  }
}

/// If a joint has several degrees of freedom, the columns of S are unit vectors. The index of the one in column k.
constexpr int joint_coordinate(JointKind kind, int k) {
  constexpr int planar[] = {3, 4, 2};
  return kind == JointKind::planar ? planar[k] : kind == JointKind::free ? (k + 3) % 6 : k;
}

/// Column k of S.
template <class T>
constexpr Motion<T> joint_column(const Joint<T>& joint, int k) {
  if (joint.dof() == 1) return joint.S;
  const int c = joint_coordinate(joint.kind, k);
  return {{T(c == 0), T(c == 1), T(c == 2)}, {T(c == 3), T(c == 4), T(c == 5)}};
}

}  // namespace treefix
