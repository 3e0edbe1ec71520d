// H·x and H⁻¹·x without H.                                     [docs/theory/mass.md, Products with H and its inverse]
#pragma once

#include <treefix/papers/inverse/scan_inverse.hpp>
#include <treefix/reference/aba.hpp>

namespace treefix::papers {

/// y = H x: the torques for accelerations x of a robot at rest without gravity. w must already contain X.
template <class T, Executor Exec, class Fix>
void mass_times(const Exec& exec, const ScanView<T>& m, Fix& fix, In<T> x, const ScanPasses<T>& w, Out<T> y) {
  fix.rootfix_with_poses(  // X, x -> A
      exec, Propagate(), [=] TREEFIX_DEVICE(Index i) { return MotionStep<T>{w.X[i], joint_motion(m.joints[i], x)}; },
      Motion<T>{}, [=] TREEFIX_DEVICE(Index i) -> Motion<T>& { return w.moves[i].A; },
      [=] TREEFIX_DEVICE(Index i) -> Transform<T>& { return w.X0[i]; });
  map(exec, m.nbody(), [=] TREEFIX_DEVICE(Index i) { w.F[i] = m.inertias[i] * w.moves[i].A; });  // A -> F
  fix.gather(exec, w.X, w.X0, w.F, w.F);  // F -> F of subtrees
  torques(exec, m, x, w, y);  // F -> y
}

/// y = H(q) x
template <class T, Executor Exec, class Fix>
void mass_times(const Exec& exec, const ScanView<T>& m, Fix& fix, In<T> q, In<T> x, const ScanPasses<T>& w, Out<T> y) {
  joint_transforms(exec, m, q, w.X);  // q -> X
  mass_times(exec, m, fix, x, w, y);  // X, x -> y
}

/// y = H(q)⁻¹ x: the accelerations due to torques x of a robot at rest without gravity. Body by body; m may have any
/// numbering of the bodies.
template <class T>
void inverse_mass_times(const Mechanism<T>& m, In<T> q, In<T> x, reference::Workspace<T>& w, Out<T> y) {
  joint_pass(m, q, w);  // q -> X
  aba_velocities(m, w.zero.view(), w);  // -> c = 0, IA = I, F = 0
  for (Index i = m.nbody() - 1; i >= 0; --i)  // X, IA, F, x -> G, d
    with_dof(m.joint(i).kind, [&](auto k) { aba_joint<k>(m, i, x, w); });
  aba_accelerations(m, Motion<T>{}, w, y);  // X, c, G, d -> y
}

}  // namespace treefix::papers
