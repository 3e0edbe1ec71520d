// How well an acceleration solves the equations of motion.
#pragma once

#include <treefix/reference/rnea.hpp>

namespace treefix::reference {

namespace detail {

template <class T>
T length(const Vec3<T>& a) {
  using math::sqrt;
  return sqrt(dot(a, a));
}

template <class T>
Lengths<T> lengths(const Motion<T>& m) {
  return {length(m.w), length(m.v)};
}

/// Σ|terms| of I m.
template <class T>
Lengths<T> times(const Inertia<T>& I, const Lengths<T>& m) {
  using math::sqrt;
  const Sym3<T>& J = I.I;
  const T off = J.xy * J.xy + J.xz * J.xz + J.yz * J.yz;
  const T norm = sqrt(J.xx * J.xx + J.yy * J.yy + J.zz * J.zz + off + off), h = length(I.h);
  return {norm * m.angular + h * m.linear, I.m * m.linear + h * m.angular};
}

/// Σ|terms| of V ×* I V.
template <class T>
Lengths<T> gyroscopic(const Inertia<T>& I, const Motion<T>& V) {
  const Force<T> IV = I * V;
  return {length(cross(V.w, IV.n)) + length(cross(V.v, IV.f)), length(cross(V.w, IV.f))};
}

/// The componentwise maximum. Needs a scalar with an order, so not for lanes.
template <class T>
Lengths<T> larger(const Lengths<T>& a, const Lengths<T>& b) {
  return {a.angular < b.angular ? b.angular : a.angular, a.linear < b.linear ? b.linear : a.linear};
}

}  // namespace detail

/// The size of the forces that cancel in each torque: scale[k] = Σ|terms of tau[k]| over the subtree. Rounding changes
/// tau[k] by a few ε·scale[k], at any depth, so residuals and errors of torques are given relative to it. It adds
/// lengths of vectors, not components, because rotations preserve lengths. For the acceleration of a body it takes the
/// largest terms along the root path, not only those at the body: a free joint may cancel the acceleration before it,
/// but not the rounding errors of that acceleration. Needs X, V, A of rnea_outward, and X0 if external forces are in
/// root coordinates.
template <class T>
void torque_scale(const Mechanism<T>& m, In<T> a, const ExternalForces<T>& external, Workspace<T>& w, Out<T> scale) {
  using namespace detail;
  using math::abs;
  w.A_terms[root] = {};
  w.F_terms[root] = {};
  for (Index i = 0; i < m.nbody(); ++i) {
    const Index p = m.parent(i);
    const Motion<T> aJ = joint_motion(m.joint(i), a), carried = w.X[i] * w.A[p];
    const Lengths<T> terms = lengths(carried) + lengths(aJ) + lengths(w.A[i] - carried - aJ);
    const auto [angular, linear] = w.A_terms[p];
    w.A_terms[i] = larger({angular, linear + length(w.X[i].r) * angular}, terms);
    const Force<T> applied = external_force(external, i, w);
    w.F_terms[i] = times(m.inertia(i), w.A_terms[i]) + gyroscopic(m.inertia(i), w.V[i]) +
                   Lengths<T>{length(applied.n), length(applied.f)};
  }
  for (Index i = m.nbody() - 1; i >= 0; --i) {
    const auto [n, f] = w.F_terms[i];
    const Joint<T>& joint = m.joint(i);
    for (int k = 0; k < joint.dof(); ++k) {
      const Lengths<T> S = lengths(joint_column(joint, k));
      scale[joint.v + k] = S.angular * n + S.linear * f;
    }
    Lengths<T>& parent = w.F_terms[m.parent(i)];
    parent = parent + Lengths<T>{n + length(w.X[i].r) * f, f};
  }
  for (Index k = 0; k < m.nv; ++k) scale[k] += m.armature(k) * abs(a[k]);
}

/// The largest |residual − tau|, each entry divided by scale + |tau|.
template <class T>
T largest_scaled(In<T> residual, In<T> tau, In<T> scale) {
  using math::abs;
  T worst = T(0);
  for (Index k = 0; k < ssize(tau); ++k) {
    const T r = abs(residual[k] - tau[k]), s = scale[k] + abs(tau[k]);
    if (worst == worst && !(r <= worst * s)) worst = r / s;  // keeps NaN
  }
  return worst;
}

/// The largest |ID(q, v, a) − tau| over the coordinates, each divided by the size of the forces that cancel in it. A
/// solution that is accurate to T has a residual of about ε. Allocates nothing: the caller provides residual and scale.
template <class T>
T scaled_residual(const Mechanism<T>& m, In<T> q, In<T> v, In<T> a, In<T> tau, const ExternalForces<T>& external,
                  Workspace<T>& w, Out<T> residual, Out<T> scale) {
  rnea(m, q, v, a, external, w, residual);
  torque_scale(m, a, external, w, scale);
  return largest_scaled<T>(residual, tau, scale);
}

}  // namespace treefix::reference
