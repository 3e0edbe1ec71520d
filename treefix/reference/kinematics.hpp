// Positions, velocities and accelerations of bodies and frames.
#pragma once

#include <treefix/reference/steps.hpp>

namespace treefix::reference {

/// q, v, a -> X, X0, V, A; A does not include gravity.
template <class T>
void kinematics(const Mechanism<T>& m, In<T> q, In<T> v, In<T> a, Workspace<T>& w) {
  joint_pass(m, q, w);
  pose_pass(m, w);
  w.V[root] = {};
  w.A[root] = {};
  for (Index i = 0; i < m.nbody(); ++i) body_motion(m, i, v, a, w);
}

/// Acceleration of the point of the body that is at the origin of the frame, as an accelerometer on the body would
/// measure it (without gravity): spatial acceleration plus ω × v.               [Featherstone 2008, §2.11]
template <class T>
constexpr Vec3<T> classical_acceleration(const Motion<T>& A, const Motion<T>& V) {
  return A.v + cross(V.w, V.v);
}

}  // namespace treefix::reference
