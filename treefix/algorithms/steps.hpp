// What the recursive algorithms do at one body or in one simple pass, shared between them.
#pragma once

#include <type_traits>

#include <treefix/algorithms/workspace.hpp>
#include <treefix/primitives/small_factor.hpp>

namespace treefix {

/// Forces that act on bodies from outside, one per body, and the coordinates they are given in. Empty: none.
template <class T>
struct ExternalForces {
  enum class Coordinates { of_body, of_root };  // of_root: moments about the origin of the root frame
  View<const Force<T>> forces{};
  Coordinates coordinates = Coordinates::of_body;
};

/// How body i moves, given its parent: V = X V_λ + S v,  A = X A_λ + S a + V × S v
template <class T>
void body_motion(const Mechanism<T>& m, Index i, In<T> v, In<T> a, Workspace<T>& w) {
  const Index p = m.parent(i);
  const Motion<T> vJ = joint_motion(m.joint(i), v), aJ = joint_motion(m.joint(i), a);
  w.V[i] = w.X[i] * w.V[p] + vJ;
  w.A[i] = w.X[i] * w.A[p] + aJ + cross(w.V[i], vJ);
}

/// Rate of change of momentum: F = I A + V ×* I V.                              [Featherstone 2008, §5.3]
template <class T>
constexpr Force<T> body_force(const Inertia<T>& I, const Motion<T>& V, const Motion<T>& A) {
  return I * A + cross(V, I * V);
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

/// The force on body i from outside in body coordinates; needs X0 where it is given in root coordinates.
template <class T>
Force<T> external_force(const ExternalForces<T>& external, Index i, const Workspace<T>& w) {
  if (external.forces.empty()) return {};
  const bool in_root = external.coordinates == ExternalForces<T>::Coordinates::of_root;
  return in_root ? w.X0[i] * external.forces[i] : external.forces[i];
}

/// X, forces from outside -> F −= them
template <class T>
void external_pass(const Mechanism<T>& m, const ExternalForces<T>& external, Workspace<T>& w) {
  if (external.forces.empty()) return;
  if (external.coordinates == ExternalForces<T>::Coordinates::of_root) pose_pass(m, w);
  for (Index i = 0; i < m.nbody(); ++i) w.F[i] -= external_force(external, i, w);
}

/// Calls f with the number of degrees of freedom as a compile-time constant, so that small loops unroll.
template <class F>
constexpr void with_dof(JointKind kind, F f) {
  switch (velocity_count(kind)) {
    case 1: return f(std::integral_constant<int, 1>{});
    case 3: return f(std::integral_constant<int, 3>{});
    case 6: return f(std::integral_constant<int, 6>{});
    default: return;
  }
}

}  // namespace treefix
