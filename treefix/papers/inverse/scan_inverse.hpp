// Inverse dynamics by scans.                           [Yang 2016, §III–IV; Lynghus 2026, §5; docs/theory/inverse.md]
#pragma once

#include <treefix/papers/tree_scans.hpp>
#include <treefix/reference/steps.hpp>

namespace treefix::papers {

/// A state and the forces on it, in memory that calls of the executor can reach.
template <class T>
struct ScanState {
  View<const T> q, v, a;
  ExternalForces<T> external{};  // one per body, numbered as in the given mechanism
};

/// Inputs and outputs of the passes. Sizes: (nbody).
template <class T>
struct ScanPasses {
  // written by joint_transforms
  View<Transform<T>> X;  // from parent to body
  // written by rootfix
  View<Transform<T>> X0;  // from root to body
  View<MotionPair<T>> moves;  // velocity and acceleration, in body coordinates; root coordinates if simulated
  // written by force passes, then by leaffix
  View<Force<T>> F;  // force on the body, then through its joint
};

/// Memory for the passes that calls of an executor can reach.
template <class T, Executor Exec = Serial>
class ScanWorkspace {
 public:
  explicit ScanWorkspace(Index nbody) : X_(nbody), X0_(nbody), moves_(nbody), F_(nbody) {}
  // NOLINTNEXTLINE(google-explicit-constructor): a view of it
  operator ScanPasses<T>() { return {X_.view(), X0_.view(), moves_.view(), F_.view()}; }

 private:
  typename Exec::template Array<Transform<T>> X_, X0_;
  typename Exec::template Array<MotionPair<T>> moves_;
  typename Exec::template Array<Force<T>> F_;
};

// --- passes ------------------------------------------------------------------------------------------------

/// q -> X
template <class T, Executor Exec>
void joint_transforms(const Exec& exec, const ScanView<T>& m, In<T> q, View<Transform<T>> X) {
  map(exec, m.nbody(), [=] TREEFIX_DEVICE(Index i) { X[i] = joint_transform(m.joints[i], q); });
}

/// X -> X0; by heavy paths X0 may be X
template <class T, Executor Exec, class Fix>
void poses(const Exec& exec, Fix& fix, View<Transform<T>> X, View<Transform<T>> X0) {
  fix.rootfix(
      exec, Compose(), [=] TREEFIX_DEVICE(Index i) -> const Transform<T>& { return X[i]; }, Transform<T>{},
      [=] TREEFIX_DEVICE(Index i) -> Transform<T>& { return X0[i]; });
}

/// moves -> F, minus external forces; needs X0 if these are in root coordinates
template <class T, Executor Exec>
void body_forces(const Exec& exec, const ScanView<T>& m, const ScanState<T>& s, const ScanPasses<T>& w) {
  const View<const Force<T>> forces = s.external.forces;
  const bool in_root = s.external.frame == ExternalFrame::of_root;
  map(exec, m.nbody(), [=] TREEFIX_DEVICE(Index i) {
    w.F[i] = body_force(m.inertias[i], w.moves[i].V, w.moves[i].A);
    if (forces.empty()) return;
    const Force<T>& applied = forces[m.given(i)];
    w.F[i] -= in_root ? w.X0[i] * applied : applied;
  });
}

/// F -> tau
template <class T, Executor Exec>
void torques(const Exec& exec, const ScanView<T>& m, In<T> a, const ScanPasses<T>& w, Out<T> tau) {
  map(exec, m.nbody(), [=] TREEFIX_DEVICE(Index i) {
    const Joint<T>& joint = m.joints[i];
    joint_torque(joint, w.F[i], &tau[joint.v]);
    for (Index k = joint.v; k < joint.v + joint.dof(); ++k) tau[k] += m.armatures[k] * a[k];
  });
}

template <class T>
bool needs_poses(const ScanState<T>& s) {
  return !s.external.forces.empty() && s.external.frame == ExternalFrame::of_root;
}

// --- algorithms --------------------------------------------------------------------------------------------

/// Velocities and accelerations by one scan of pairs.
template <class T, Executor Exec, class Fix>
void inverse_by_pair_scan(const Exec& exec, const ScanView<T>& m, Fix& fix, const ScanState<T>& s,
                          const ScanPasses<T>& w, Out<T> tau) {
  joint_transforms(exec, m, s.q, w.X);  // q -> X
  if (!Fix::gives_poses && needs_poses(s)) poses(exec, fix, w.X, w.X0);  // X -> X0
  fix.rootfix_with_poses(  // X, v, a -> V, A
      exec, PropagatePair(),
      [=] TREEFIX_DEVICE(Index i) {
        return PairStep<T>{w.X[i], joint_motion(m.joints[i], s.v), joint_motion(m.joints[i], s.a)};
      },
      MotionPair<T>{{}, m.root_acceleration}, [=] TREEFIX_DEVICE(Index i) -> MotionPair<T>& { return w.moves[i]; },
      [=] TREEFIX_DEVICE(Index i) -> Transform<T>& { return w.X0[i]; });
  body_forces(exec, m, s, w);  // V, A -> F
  fix.gather(exec, w.X, w.X0, w.F, w.F);  // F -> F of subtrees
  torques(exec, m, s.a, w, tau);  // F -> tau
}

/// Velocities by a scan, then accelerations by another.                                 [Yang 2016, algorithm 1]
template <class T, Executor Exec, class Fix>
void inverse_by_two_scans(const Exec& exec, const ScanView<T>& m, Fix& fix, const ScanState<T>& s,
                          const ScanPasses<T>& w, Out<T> tau) {
  joint_transforms(exec, m, s.q, w.X);  // q -> X
  if (!Fix::gives_poses && needs_poses(s)) poses(exec, fix, w.X, w.X0);  // X -> X0
  fix.rootfix_with_poses(  // X, v -> V
      exec, Propagate(), [=] TREEFIX_DEVICE(Index i) { return MotionStep<T>{w.X[i], joint_motion(m.joints[i], s.v)}; },
      Motion<T>{}, [=] TREEFIX_DEVICE(Index i) -> Motion<T>& { return w.moves[i].V; },
      [=] TREEFIX_DEVICE(Index i) -> Transform<T>& { return w.X0[i]; });
  fix.rootfix(  // X, V, v, a -> A
      exec, Propagate(),
      [=] TREEFIX_DEVICE(Index i) {
        const Motion<T> vJ = joint_motion(m.joints[i], s.v), aJ = joint_motion(m.joints[i], s.a);
        return MotionStep<T>{w.X[i], aJ + cross(w.moves[i].V, vJ)};
      },
      m.root_acceleration, [=] TREEFIX_DEVICE(Index i) -> Motion<T>& { return w.moves[i].A; });
  body_forces(exec, m, s, w);  // V, A -> F
  fix.gather(exec, w.X, w.X0, w.F, w.F);  // F -> F of subtrees
  torques(exec, m, s.a, w, tau);  // F -> tau
}

/// Poses by a scan, everything else as sums in root coordinates.                        [Lynghus 2026, listing 7]
template <class T, Executor Exec, class Fix>
void inverse_simulated(const Exec& exec, const ScanView<T>& m, Fix& fix, const ScanState<T>& s, const ScanPasses<T>& w,
                       Out<T> tau) {
  joint_transforms(exec, m, s.q, w.X);  // q -> X
  poses(exec, fix, w.X, w.X0);  // X -> X0
  simulated_rootfix<T>(  // X0, v -> V in root coordinates
      exec, fix, w.X0, [=] TREEFIX_DEVICE(Index i) { return joint_motion(m.joints[i], s.v); }, Motion<T>{},
      [=] TREEFIX_DEVICE(Index i) -> Motion<T>& { return w.moves[i].V; });
  fix.rootfix(  // X0, V, v, a -> A in root coordinates
      exec, Add(),
      [=] TREEFIX_DEVICE(Index i) {
        const Motion<T> vJ = w.X0[i].back(joint_motion(m.joints[i], s.v)),
                        aJ = w.X0[i].back(joint_motion(m.joints[i], s.a));
        return aJ + cross(w.moves[i].V, vJ);
      },
      m.root_acceleration, [=] TREEFIX_DEVICE(Index i) -> Motion<T>& { return w.moves[i].A; });
  map(exec, m.nbody(), [=] TREEFIX_DEVICE(Index i) { w.moves[i] = {w.X0[i] * w.moves[i].V, w.X0[i] * w.moves[i].A}; });
  body_forces(exec, m, s, w);  // V, A -> F
  map(exec, m.nbody(), [=] TREEFIX_DEVICE(Index i) { w.F[i] = w.X0[i].back(w.F[i]); });
  fix.sum_up(exec, w.F);  // F -> F of subtrees
  map(exec, m.nbody(), [=] TREEFIX_DEVICE(Index i) { w.F[i] = w.X0[i] * w.F[i]; });
  torques(exec, m, s.a, w, tau);  // F -> tau
}

}  // namespace treefix::papers
