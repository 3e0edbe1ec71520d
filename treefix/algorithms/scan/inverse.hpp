// Inverse dynamics by scans.                                    [papers 001, §III–IV and 002, §5; algorithms.md, §3]
#pragma once

#include <treefix/algorithms/scan/fixes.hpp>
#include <treefix/algorithms/steps.hpp>

namespace treefix {

/// A state and what acts on it.
template <class T>
struct ScanState {
  View<const T> q, v, a;
  ExternalForces<T> external{};  // one per body, numbered as in the mechanism that was given
};

/// Scratch of the passes. Sizes: (nbody), or (nbody + root).
template <class T>
struct ScanWorkspace {
  explicit ScanWorkspace(Index nbody) : X(nbody), X0(nbody), moves(nbody), F(nbody) {}

  // written by joint_transforms
  Scratch<Transform<T>> X;  // from parent to body
  // written by rootfix
  BodyScratch<Transform<T>> X0;  // from root to body
  BodyScratch<Moves<T>> moves;  // velocity and acceleration; in coordinates of the body, or of the root where simulated
  // written by force passes, then by leaffix
  BodyScratch<Force<T>> F;  // force on the body, then through its joint
};

// --- passes ------------------------------------------------------------------------------------------------

/// q -> X, of any workspace that has them
template <class T, Executor Exec, class Work>
void joint_transforms(const Exec& exec, const Mechanism<T>& m, In<T> q, Work& w) {
  map(exec, m.nbody(), [&](Index i) { w.X[i] = joint_transform(m.joint(i), q); });
}

/// X -> X0
template <Executor Exec, class Fix, class Work>
void poses(const Exec& exec, Fix& fix, Work& w) {
  using X = std::remove_cvref_t<decltype(w.X0[0])>;
  fix.rootfix(
      exec, Compose(), [&](Index i) -> const X& { return w.X[i]; }, X{}, [&](Index i) -> X& { return w.X0[i]; });
}

/// moves -> F, without what acts from outside; X0 is needed where that is given in coordinates of the root
template <class T, Executor Exec>
void body_forces(const Exec& exec, const ScanModel<T>& model, const ScanState<T>& s, ScanWorkspace<T>& w) {
  const Mechanism<T>& m = model.mechanism();
  const auto& [forces, coordinates] = s.external;
  const bool in_root = coordinates == ExternalForces<T>::Coordinates::of_root;
  map(exec, m.nbody(), [&](Index i) {
    w.F[i] = body_force(m.inertia(i), w.moves[i].V, w.moves[i].A);
    if (forces.empty()) return;
    const Force<T>& outside = forces[model.given(i)];
    w.F[i] -= in_root ? w.X0[i] * outside : outside;
  });
}

/// F -> tau
template <class T, Executor Exec>
void torques(const Exec& exec, const Mechanism<T>& m, In<T> a, const ScanWorkspace<T>& w, Out<T> tau) {
  map(exec, m.nbody(), [&](Index i) {
    const Joint<T>& joint = m.joint(i);
    joint_torque(joint, w.F[i], &tau[joint.v]);
    for (Index k = joint.v; k < joint.v + joint.dof(); ++k) tau[k] += m.armature(k) * a[k];
  });
}

template <class T>
bool needs_poses(const ScanState<T>& s) {
  return !s.external.forces.empty() && s.external.coordinates == ExternalForces<T>::Coordinates::of_root;
}

// --- algorithms --------------------------------------------------------------------------------------------

/// Velocities and accelerations by one scan of pairs.
template <class T, Executor Exec, class Fix>
void inverse_by_pair_scan(const Exec& exec, const ScanModel<T>& model, Fix& fix, const ScanState<T>& s,
                          ScanWorkspace<T>& w, Out<T> tau) {
  const Mechanism<T>& m = model.mechanism();
  joint_transforms(exec, m, s.q, w);  // q -> X
  if (!Fix::gives_poses && needs_poses(s)) poses(exec, fix, w);  // X -> X0
  fix.rootfix_with_poses(  // X, v, a -> V, A
      exec, PropagatePair(),
      [&](Index i) { return PairStep<T>{w.X[i], joint_motion(m.joint(i), s.v), joint_motion(m.joint(i), s.a)}; },
      Moves<T>{{}, m.root_acceleration()}, [&](Index i) -> Moves<T>& { return w.moves[i]; },
      [&](Index i) -> Transform<T>& { return w.X0[i]; });
  body_forces(exec, model, s, w);  // V, A -> F
  fix.gather(exec, w.X.view(), w.X0, w.F);  // F -> F of subtrees
  torques(exec, m, s.a, w, tau);  // F -> tau
}

/// Velocities by a scan, then accelerations by another.                                 [paper 001, algorithm 1]
template <class T, Executor Exec, class Fix>
void inverse_by_two_scans(const Exec& exec, const ScanModel<T>& model, Fix& fix, const ScanState<T>& s,
                          ScanWorkspace<T>& w, Out<T> tau) {
  const Mechanism<T>& m = model.mechanism();
  joint_transforms(exec, m, s.q, w);  // q -> X
  if (!Fix::gives_poses && needs_poses(s)) poses(exec, fix, w);  // X -> X0
  fix.rootfix_with_poses(  // X, v -> V
      exec, Propagate(), [&](Index i) { return MotionStep<T>{w.X[i], joint_motion(m.joint(i), s.v)}; }, Motion<T>{},
      [&](Index i) -> Motion<T>& { return w.moves[i].V; }, [&](Index i) -> Transform<T>& { return w.X0[i]; });
  fix.rootfix(  // X, V, v, a -> A
      exec, Propagate(),
      [&](Index i) {
        const Motion<T> vJ = joint_motion(m.joint(i), s.v), aJ = joint_motion(m.joint(i), s.a);
        return MotionStep<T>{w.X[i], aJ + cross(w.moves[i].V, vJ)};
      },
      m.root_acceleration(), [&](Index i) -> Motion<T>& { return w.moves[i].A; });
  body_forces(exec, model, s, w);  // V, A -> F
  fix.gather(exec, w.X.view(), w.X0, w.F);  // F -> F of subtrees
  torques(exec, m, s.a, w, tau);  // F -> tau
}

/// Poses by a scan, all else as sums in coordinates of the root.                        [thesis, listing 7]
template <class T, Executor Exec, class Fix>
void inverse_simulated(const Exec& exec, const ScanModel<T>& model, Fix& fix, const ScanState<T>& s,
                       ScanWorkspace<T>& w, Out<T> tau) {
  const Mechanism<T>& m = model.mechanism();
  joint_transforms(exec, m, s.q, w);  // q -> X
  poses(exec, fix, w);  // X -> X0
  fix.rootfix(  // X0, v -> V in coordinates of the root
      exec, Add(), [&](Index i) { return w.X0[i].back(joint_motion(m.joint(i), s.v)); }, Motion<T>{},
      [&](Index i) -> Motion<T>& { return w.moves[i].V; });
  fix.rootfix(  // X0, V, v, a -> A, too
      exec, Add(),
      [&](Index i) {
        const Motion<T> vJ = w.X0[i].back(joint_motion(m.joint(i), s.v)),
                        aJ = w.X0[i].back(joint_motion(m.joint(i), s.a));
        return aJ + cross(w.moves[i].V, vJ);
      },
      m.root_acceleration(), [&](Index i) -> Motion<T>& { return w.moves[i].A; });
  map(exec, m.nbody(), [&](Index i) { w.moves[i] = {w.X0[i] * w.moves[i].V, w.X0[i] * w.moves[i].A}; });
  body_forces(exec, model, s, w);  // V, A -> F
  map(exec, m.nbody(), [&](Index i) { w.F[i] = w.X0[i].back(w.F[i]); });
  fix.sum_up(exec, w.F);  // F -> F of subtrees
  map(exec, m.nbody(), [&](Index i) { w.F[i] = w.X0[i] * w.F[i]; });
  torques(exec, m, s.a, w, tau);  // F -> tau
}

}  // namespace treefix
