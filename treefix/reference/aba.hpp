// Forward dynamics: the articulated-body algorithm.                              [Featherstone 2008, table 7.1]
#pragma once

#include <treefix/reference/steps.hpp>

namespace treefix::reference {

/// X, v -> V, c, IA = I, F = pA = V ×* I V
template <class T>
void aba_velocities(const Mechanism<T>& m, In<T> v, Workspace<T>& w) {
  w.V[root] = {};
  for (Index i = 0; i < m.nbody(); ++i) {
    const Motion<T> vJ = joint_motion(m.joint(i), v);
    w.V[i] = w.X[i] * w.V[m.parent(i)] + vJ;
    w.c[i] = cross(w.V[i], vJ);
    w.IA[i] = m.inertia(i);
    w.F[i] = cross(w.V[i], m.inertia(i) * w.V[i]);
  }
}

/// One joint of k degrees of freedom, with U = IA S, D = SᵀU + R, u = tau − Sᵀ pA:
///   stores G = U D⁻¹ and d = D⁻¹ u;  passes to the parent  Ia = IA − G Uᵀ  and  pa = pA + Ia c + G u
template <int k, class T>
void aba_joint(const Mechanism<T>& m, Index i, In<T> tau, Workspace<T>& w) {
  const Joint<T>& joint = m.joint(i);
  Force<T> U[k], G[k];
  T D[k][k], u[k], d[k];
  for (int j = 0; j < k; ++j) {
    const Motion<T> S = joint_column(joint, j);
    U[j] = G[j] = w.IA[i] * S;
    for (int l = 0; l <= j; ++l) D[j][l] = dot(U[l], S);
    D[j][j] += m.armature(joint.v + j);
    u[j] = d[j] = tau[joint.v + j] - dot(S, w.F[i]);
  }
  const SmallFactor<T, k> factor(D);
  factor.solve(G);
  factor.solve(d);
  for (int j = 0; j < k; ++j) {
    w.G[joint.v + j] = G[j];
    w.d[joint.v + j] = d[j];
  }

  const Index p = m.parent(i);
  if (p == root) return;
  ArticulatedInertia<T> Ia = w.IA[i];
  for (int j = 0; j < k; ++j) Ia = Ia - symmetric_outer(G[j], U[j]);
  Force<T> pa = w.F[i] + Ia * w.c[i];
  for (int j = 0; j < k; ++j) pa += u[j] * G[j];
  w.IA[p] += w.X[i].back(Ia);
  w.F[p] += w.X[i].back(pa);
}

/// X, c, G, d -> A, a:   A' = X A_parent + c,  a = d − Gᵀ A',  A = A' + S a
template <class T>
void aba_accelerations(const Mechanism<T>& m, const Motion<T>& a_root, Workspace<T>& w, Out<T> a) {
  w.A[root] = a_root;
  for (Index i = 0; i < m.nbody(); ++i) {
    const Joint<T>& joint = m.joint(i);
    const Motion<T> A = w.X[i] * w.A[m.parent(i)] + w.c[i];
    for (Index k = joint.v; k < joint.v + joint.dof(); ++k) a[k] = w.d[k] - dot(w.G[k], A);
    w.A[i] = A + joint_motion(joint, a);
  }
}

/// a = FD(q, v, tau)
template <class T>
void aba(const Mechanism<T>& m, In<T> q, In<T> v, In<T> tau, const ExternalForces<T>& external, Workspace<T>& w,
         Out<T> a) {
  joint_pass(m, q, w);
  aba_velocities(m, v, w);
  external_pass(m, external, w);
  for (Index i = m.nbody() - 1; i >= 0; --i) with_dof(m.joint(i).kind, [&](auto k) { aba_joint<k>(m, i, tau, w); });
  aba_accelerations(m, m.root_acceleration(), w, a);
}

}  // namespace treefix::reference
