// Steps at one body, and simple passes, that the recursive algorithms share.
#pragma once

#include <treefix/model/external_forces.hpp>
#include <treefix/primitives/small_factor.hpp>
#include <treefix/reference/workspace.hpp>

namespace treefix::reference {

/// The motion of body i, given that of its parent: V = X V_λ + S v,  A = X A_λ + S a + V × S v
template <class T>
void body_motion(const Mechanism<T>& m, Index i, In<T> v, In<T> a, Workspace<T>& w) {
  const Index p = m.parent(i);
  const Motion<T> vJ = joint_motion(m.joint(i), v), aJ = joint_motion(m.joint(i), a);
  w.V[i] = w.X[i] * w.V[p] + vJ;
  w.A[i] = w.X[i] * w.A[p] + aJ + cross(w.V[i], vJ);
}

/// q -> X
template <class T>
void joint_pass(const Mechanism<T>& m, In<T> q, Workspace<T>& w) {
  for (Index i = 0; i < m.nbody(); ++i) w.X[i] = joint_transform(m.joint(i), q);
}

/// X -> X0
template <class T>
void pose_pass(const Mechanism<T>& m, Workspace<T>& w) {
  w.X0[root] = {};
  for (Index i = 0; i < m.nbody(); ++i) w.X0[i] = w.X[i] * w.X0[m.parent(i)];
}

/// The external force on body i in body coordinates; needs X0 if it is given in root coordinates.
template <class T>
Force<T> external_force(const ExternalForces<T>& external, Index i, const Workspace<T>& w) {
  if (external.empty()) return {};
  return external.in_root() ? w.X0[i] * external.forces[i] : external.forces[i];
}

/// Subtracts external forces: X, external forces -> F
template <class T>
void external_pass(const Mechanism<T>& m, const ExternalForces<T>& external, Workspace<T>& w) {
  if (external.empty()) return;
  if (external.in_root()) pose_pass(m, w);
  for (Index i = 0; i < m.nbody(); ++i) w.F[i] -= external_force(external, i, w);
}

}  // namespace treefix::reference
