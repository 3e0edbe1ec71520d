// The configuration space of a mechanism: q is a point of a manifold, and v is in its tangent space. For planar joints
// and joints with a quaternion, integrate(q, v) differs from q + v. Every function goes joint by joint, O(n), and
// allocates nothing.
#pragma once

#include <treefix/model/mechanism.hpp>
#include <treefix/spatial/exponential.hpp>

namespace treefix {

namespace detail {

template <class T>
void put(View<T> x, Index i, const Vec3<T>& v) {
  x[i] = v.x;
  x[i + 1] = v.y;
  x[i + 2] = v.z;
}
template <class T>
void put(View<T> x, Index i, const Quaternion<T>& a) {
  x[i] = a.x;
  x[i + 1] = a.y;
  x[i + 2] = a.z;
  x[i + 3] = a.w;
}
template <class T>
Quaternion<T> normalized(const Quaternion<T>& a) {
  using math::sqrt;
  const T s = T(1) / sqrt(squared_norm(a));
  return {s * a.x, s * a.y, s * a.z, s * a.w};
}

}  // namespace detail

/// All zeros, quaternions (0, 0, 0, 1): every joint frame coincides with its placement.
template <class T>
void neutral(const Mechanism<T>& m, Out<T> q) {
  for (Index i = 0; i < m.nq; ++i) q[i] = T(0);
  for (const Joint<T>& joint : m.joints)
    if (const int offset = quaternion_offset(joint.kind); offset >= 0) q[joint.q + offset + 3] = T(1);
}

/// Scales quaternions to length one and leaves the rest unchanged. A zero quaternion becomes NaN.
template <class T>
void normalize(const Mechanism<T>& m, Out<T> q) {
  for (const Joint<T>& joint : m.joints)
    if (const int offset = quaternion_offset(joint.kind); offset >= 0)
      detail::put(q, joint.q + offset, detail::normalized(quaternion_at(View<const T>(q), joint.q + offset)));
}

/// The configuration after moving from q with constant v (each joint in its own body frame) for unit time. out may be
/// q.
template <class T>
void integrate(const Mechanism<T>& m, In<T> q, In<T> v, Out<T> out) {
  for (const Joint<T>& joint : m.joints) {
    const Index i = joint.q, k = joint.v;
    switch (joint.kind) {
      case JointKind::spherical:
        detail::put(out, i, detail::normalized(quaternion_at(q, i) * exponential(vector_at(v, k))));
        break;
      case JointKind::free: {
        const Vec3<T> w = vector_at(v, k + 3), move = exponential_translation(w) * vector_at(v, k);
        const Quaternion<T> a = quaternion_at(q, i + 3);
        detail::put(out, i, vector_at(q, i) + transpose_times(turned(a), move));
        detail::put(out, i + 3, detail::normalized(a * exponential(w)));
        break;
      }
      case JointKind::planar: {
        const T angle = q[i + 2];
        const Vec3<T> z{T(0), T(0), T(1)}, move = exponential_translation(v[k + 2] * z) * Vec3<T>{v[k], v[k + 1], T(0)};
        const Vec3<T> step = transpose_times(turned(z, angle), move);
        out[i] = q[i] + step.x;
        out[i + 1] = q[i + 1] + step.y;
        out[i + 2] = angle + v[k + 2];
        break;
      }
      case JointKind::revolute:
      case JointKind::prismatic:
      case JointKind::helical: out[i] = q[i] + v[k]; break;
      case JointKind::fixed: break;
    }
  }
}

/// The shortest v with integrate(from, v) = to. Angles are not wrapped: an angle of 2π is one full turn.
template <class T>
void difference(const Mechanism<T>& m, In<T> from, In<T> to, Out<T> v) {
  for (const Joint<T>& joint : m.joints) {
    const Index i = joint.q, k = joint.v;
    switch (joint.kind) {
      case JointKind::spherical:
        detail::put(v, k, logarithm(conjugate(quaternion_at(from, i)) * quaternion_at(to, i)));
        break;
      case JointKind::free: {
        const Quaternion<T> a = quaternion_at(from, i + 3);
        const Vec3<T> w = logarithm(conjugate(a) * quaternion_at(to, i + 3));
        const Vec3<T> move = turned(a) * (vector_at(to, i) - vector_at(from, i));
        detail::put(v, k, solve(exponential_translation(w), move));
        detail::put(v, k + 3, w);
        break;
      }
      case JointKind::planar: {
        const Vec3<T> z{T(0), T(0), T(1)};
        const T turn = to[i + 2] - from[i + 2];
        const Vec3<T> step{to[i] - from[i], to[i + 1] - from[i + 1], T(0)};
        const Vec3<T> move = solve(exponential_translation(turn * z), turned(z, from[i + 2]) * step);
        v[k] = move.x;
        v[k + 1] = move.y;
        v[k + 2] = turn;
        break;
      }
      case JointKind::revolute:
      case JointKind::prismatic:
      case JointKind::helical: v[k] = to[i] - from[i]; break;
      case JointKind::fixed: break;
    }
  }
}

}  // namespace treefix
