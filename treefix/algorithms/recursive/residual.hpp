// How well an acceleration solves the equations of motion.
#pragma once

#include <treefix/algorithms/recursive/rnea.hpp>

namespace treefix {

namespace detail {

template <class T>
T length(const Vec3<T>& a) {
  using math::sqrt;
  return sqrt(dot(a, a));
}

/// Σ|terms| of the force on one body, moment and force apart: of I A, of V ×* I V and of what acts from outside.
template <class T>
ForceMagnitude<T> body_force_magnitude(const Inertia<T>& I, const Motion<T>& V, const Motion<T>& A,
                                       const Force<T>& outside) {
  const Force<T> IV = I * V;
  return {length(I.I * A.w) + length(cross(I.h, A.v)) + length(cross(V.w, IV.n)) + length(cross(V.v, IV.f)) +
              length(outside.n),
          length(I.m * A.v) + length(cross(I.h, A.w)) + length(cross(V.w, IV.f)) + length(outside.f)};
}

}  // namespace detail

/// The sums that make up each torque with nothing cancelled: scale[k] = Σ|terms of tau[k]| over the subtree. Rounding
/// moves tau[k] by a small multiple of depth·ε·scale[k], so this is the yardstick for residuals and errors of torques.
/// Lengths of vectors are added, not components, because rotations keep them: |n| grows by |r||f| from body to body.
/// Needs X, V, A of rnea_outward, and X0 where forces from outside are in root coordinates.
template <class T>
void torque_scale(const Mechanism<T>& m, In<T> a, const ExternalForces<T>& external, Workspace<T>& w, Out<T> scale) {
  using math::abs;
  for (Index i = 0; i < m.nbody(); ++i)
    w.magnitude[i] = detail::body_force_magnitude(m.inertia(i), w.V[i], w.A[i], external_force(external, i, w));
  w.magnitude[root] = {};
  for (Index i = m.nbody() - 1; i >= 0; --i) {
    const auto [n, f] = w.magnitude[i];
    const Joint<T>& joint = m.joint(i);
    for (int k = 0; k < joint.dof(); ++k) {
      const Motion<T> S = joint_column(joint, k);
      scale[joint.v + k] = detail::length(S.w) * n + detail::length(S.v) * f;
    }
    ForceMagnitude<T>& parent = w.magnitude[m.parent(i)];
    parent.n += n + detail::length(w.X[i].r) * f;
    parent.f += f;
  }
  for (Index k = 0; k < m.nv; ++k) scale[k] += m.armature(k) * abs(a[k]);
}

/// The largest |ID(q, v, a) − tau| over the coordinates, each divided by the forces that cancel in it. A solution as
/// good as T can hold has a residual of a few depth·ε. Allocates nothing: residual and scale are lent by the caller.
template <class T>
T scaled_residual(const Mechanism<T>& m, In<T> q, In<T> v, In<T> a, In<T> tau, const ExternalForces<T>& external,
                  Workspace<T>& w, Out<T> residual, Out<T> scale) {
  using math::abs;
  rnea(m, q, v, a, external, w, residual);
  torque_scale(m, a, external, w, scale);
  T worst = T(0);
  for (Index k = 0; k < m.nv; ++k) {
    const T r = abs(residual[k] - tau[k]), s = scale[k] + abs(tau[k]);
    if (!(r <= worst * s)) worst = r / s;  // NaN is kept, not passed over
  }
  return worst;
}

}  // namespace treefix
