// Inverse dynamics: the recursive Newton-Euler algorithm.                        [Featherstone 2008, table 5.1]
#pragma once

#include <treefix/reference/steps.hpp>

namespace treefix::reference {

/// X, v, a -> V, A, F
template <class T>
void rnea_outward(const Mechanism<T>& m, In<T> v, In<T> a, const Motion<T>& a_root, Workspace<T>& w) {
  w.V[root] = {};
  w.A[root] = a_root;
  for (Index i = 0; i < m.nbody(); ++i) {
    body_motion(m, i, v, a, w);
    w.F[i] = body_force(m.inertia(i), w.V[i], w.A[i]);
  }
}

/// X, F -> F of the subtree, tau
template <class T>
void rnea_inward(const Mechanism<T>& m, Workspace<T>& w, Out<T> tau) {
  w.F[root] = {};
  for (Index i = m.nbody() - 1; i >= 0; --i) {
    joint_torque(m.joint(i), w.F[i], &tau[m.joint(i).v]);
    w.F[m.parent(i)] += w.X[i].back(w.F[i]);
  }
}

/// tau = ID(q, v, a). Afterwards w.F[i] is the force that the parent exerts on body i through its joint.
template <class T>
void rnea(const Mechanism<T>& m, In<T> q, In<T> v, In<T> a, const ExternalForces<T>& external, Workspace<T>& w,
          Out<T> tau) {
  joint_pass(m, q, w);
  rnea_outward(m, v, a, m.root_acceleration(), w);
  external_pass(m, external, w);
  rnea_inward(m, w, tau);
  for (Index k = 0; k < m.nv; ++k) tau[k] += m.armature(k) * a[k];
}

/// tau = ID(q, v, 0): the torques due to gravity, velocities and external forces.
template <class T>
void bias_torques(const Mechanism<T>& m, In<T> q, In<T> v, const ExternalForces<T>& external, Workspace<T>& w,
                  Out<T> tau) {
  rnea(m, q, v, w.zero.view(), external, w, tau);
}

/// tau = ID(q, 0, 0): the torques due to gravity.
template <class T>
void gravity_torques(const Mechanism<T>& m, In<T> q, Workspace<T>& w, Out<T> tau) {
  rnea(m, q, w.zero.view(), w.zero.view(), ExternalForces<T>{}, w, tau);
}

}  // namespace treefix::reference
