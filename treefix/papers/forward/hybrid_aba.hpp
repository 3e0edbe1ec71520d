// Forward dynamics by articulated bodies, with scans for everything but their inertias.
//                                                                        [Yang 2016, algorithm 3; Yang 2018, §II-B]
#pragma once

#include <treefix/papers/forward/articulated.hpp>

namespace treefix::papers {

/// Inputs and outputs of the passes of HybridAba. Sizes: (nbody), or (nv) where stated.
template <class T>
struct HybridPasses {
  // written by the articulated recursion
  View<ArticulatedInertia<T>> J;  // Ĵ: of the body and its subtree
  View<Index> not_positive;  // (1) the first coordinate whose Ω is not positive definite; −1 if none
  // written by joint_maps
  View<MotionMatrix<T>> A;  // Yᵀ: maps accelerations of the parent across the joint, and forces back
  View<Force<T>> G;  // (nv) columns of Ĵ S Ω⁻¹
  View<Force<T>> pushed;  // Π τ̂: the force of the motor on the parent
  // written by leaffix
  View<Force<T>> z;  // ẑ: on the body, due to its subtree
  // written by rootfix
  View<Motion<T>> acceleration;  // λ
};

namespace detail {

/// Ĵ_λ += Xᵀ(Ĵ − U Ω⁻¹ Uᵀ)X from the tips to the root, body by body.                               [Yang 2016, eq. 7]
template <class T>
void articulated_inertias(const ScanView<T>& m, View<const Transform<T>> X, const HybridPasses<T>& w) {
  w.not_positive[0] = -1;
  for (Index i = 0; i < m.nbody(); ++i) w.J[i] = m.inertias[i];
  for (Index i = m.nbody() - 1; i >= 0; --i)
    with_dof(m.joints[i].kind, [&](auto k) {
      const ArticulatedBody<T> load{w.J[i], {}};
      const auto joint = articulated_joint<k, T>(m, {}, i, load);
      if (w.not_positive[0] < 0 && !joint.D.positive()) w.not_positive[0] = m.joints[i].v;
      const Index p = m.tree.parent(i);
      if (p != root) w.J[p] += X[i].back(joint.across(load, {}).A);
    });
}

/// τ̂ = τ − ID(q, v, 0), body by body; X is known, and X0 if external forces are in root coordinates.
template <class T>
void remaining_torques(const ScanView<T>& m, const ForwardState<T>& s, const ScanPasses<T>& w, Out<T> rest) {
  const bool in_root = s.external.frame == ExternalFrame::of_root;
  for (Index i = 0; i < m.nbody(); ++i) {
    const Index p = m.tree.parent(i);
    const MotionPair<T> above = p == root ? MotionPair<T>{{}, m.root_acceleration} : w.moves[p];
    w.moves[i] = PropagatePair::apply(PairStep<T>{w.X[i], joint_motion(m.joints[i], s.v), {}}, above);
    w.F[i] = body_force(m.inertias[i], w.moves[i].V, w.moves[i].A);
    if (s.external.forces.empty()) continue;
    const Force<T>& applied = s.external.forces[m.given(i)];
    w.F[i] -= in_root ? w.X0[i] * applied : applied;
  }
  for (Index i = m.nbody() - 1; i >= 0; --i) {
    const Joint<T>& joint = m.joints[i];
    joint_torque(joint, w.F[i], &rest[joint.v]);
    for (Index k = joint.v; k < joint.v + joint.dof(); ++k) rest[k] = s.tau[k] - rest[k];
    if (m.tree.parent(i) != root) w.F[m.tree.parent(i)] += w.X[i].back(w.F[i]);
  }
}

/// G = Ĵ S Ω⁻¹,  Yᵀ = (1 − S Gᵀ) X,  Π τ̂ = Xᵀ G τ̂                                                [Yang 2016, eq. 8]
template <int k, class T>
void joint_map(const ScanView<T>& m, Index i, const Transform<T>& X, In<T> rest, const HybridPasses<T>& w) {
  const auto joint = articulated_joint<k, T>(m, {}, i, {w.J[i], {}});
  const Index v = m.joints[i].v;
  Force<T> push;
  MotionMatrix<T> passed = MotionMatrix<T>::identity();
  for (int j = 0; j < k; ++j) {
    w.G[v + j] = joint.G[j];
    passed.subtract_outer(joint.S[j], joint.G[j]);
    push += rest[v + j] * joint.G[j];
  }
  w.A[i] = passed * X;
  w.pushed[i] = X.back(push);
}

/// ĉ = Ω⁻¹(τ̂ − Sᵀ ẑ)                                                                              [Yang 2016, eq. 8]
template <int k, class T>
void joint_accelerations(const ScanView<T>& m, Index i, In<T> rest, const HybridPasses<T>& w, Out<T> c) {
  const auto joint = articulated_joint<k, T>(m, rest, i, {w.J[i], w.z[i]});
  for (int j = 0; j < k; ++j) c[m.joints[i].v + j] = joint.d[j];
}

}  // namespace detail

/// The recursion for the articulated inertias Ĵ is not linear, so they are computed body by body. At the same time
/// another thread computes the bias torques, which takes about as long. Everything else is linear: a leaffix and a
/// rootfix with 6 × 6 maps. The paper treats chains of joints with one degree of freedom; this supports all trees and
/// joints, and armature R in Ω = SᵀĴS + R. (In eq. 18 of the paper Ω must read Ω⁻¹.)
///
/// Threads: use one object per thread; calls run on the threads of the executor. The recursion for Ĵ limits the gain
/// from more than two threads.
/// Determinism: the same bits from every executor. Allocation: none after construction. Memory: O(n).
/// Accuracy: residuals are similar to those of the recursion. If some Ω is not positive definite in T, as below a
/// massless tip without armature, this is reported, and a is left unchanged.
template <class T, Executor Memory = Serial>
class HybridAba {
 public:
  explicit HybridAba(const ScanModel<T>& model)
      : model_(model), fix_(model, largest_), workspace_(model.mechanism().nbody()), rest_(model.mechanism().nv),
        J_(nbody()), not_positive_(1), A_(nbody()), G_(model.mechanism().nv), pushed_(nbody()), z_(nbody()),
        acceleration_(nbody()) {}

  template <Executor Exec>
  ForwardReport run(const Exec& exec, const ForwardState<T>& s, Out<T> a) {
    const ScanView<T> m = model_;
    const ScanPasses<T> w = workspace_;
    const HybridPasses<T> h = passes();
    const View<T> rest = rest_.view();
    if (!s.same_q) joint_transforms(exec, m, s.q, w.X);  // q -> X
    if (needs_poses<T>({s.q, s.v, s.tau, s.external})) poses(exec, fix_, w.X, w.X0);  // X -> X0
    exec.for_each(2, [=] TREEFIX_DEVICE(Index k) {
      if (k == 0 && !s.same_q) detail::articulated_inertias<T>(m, w.X, h);  // X -> Ĵ
      if (k == 1) torques(m, s, w, rest);  // X, v, tau -> τ̂
    });
    if (const ForwardReport report = ForwardReport::of_pivots(not_positive()); !report.converged) return report;
    map(exec, m.nbody(), [=] TREEFIX_DEVICE(Index i) {  // Ĵ, X, τ̂ -> Yᵀ, G, Π τ̂
      with_dof(m.joints[i].kind, [&](auto k) { detail::joint_map<k, T>(m, i, w.X[i], rest, h); });
    });
    fix_.leaffix(  // Yᵀ, Π τ̂ -> ẑ
        exec, Transmit(), [=] TREEFIX_DEVICE(Index i) -> const MotionMatrix<T>& { return h.A[i]; },
        [=] TREEFIX_DEVICE(Index i) { return pushed_by_children(m.tree, h, i); },
        [=] TREEFIX_DEVICE(Index i) -> Force<T>& { return h.z[i]; });
    map(exec, m.nbody(), [=] TREEFIX_DEVICE(Index i) {  // Ĵ, ẑ, τ̂ -> ĉ
      with_dof(m.joints[i].kind, [&](auto k) { detail::joint_accelerations<k, T>(m, i, rest, h, a); });
    });
    fix_.rootfix(  // Yᵀ, ĉ -> λ
        exec, Follow(), [=] TREEFIX_DEVICE(Index i) { return MotionMap<T>{h.A[i], joint_motion<T>(m.joints[i], a)}; },
        Motion<T>{}, [=] TREEFIX_DEVICE(Index i) -> Motion<T>& { return h.acceleration[i]; });
    map(exec, m.nbody(), [=] TREEFIX_DEVICE(Index i) {  // ĉ, G, λ -> a = ĉ − Πᵀ λ of the parent
      const Index p = m.tree.parent(i);
      if (p == root) return;
      const Motion<T> moved = w.X[i] * h.acceleration[p];
      for (Index k = m.joints[i].v; k < m.joints[i].v + m.joints[i].dof(); ++k) a[k] -= dot(h.G[k], moved);
    });
    return {};
  }

 private:
  static constexpr Index largest_ = 42;  // numbers of a MotionMap, and of a MotionMatrix with a Force
  template <class X>
  using Array = typename Memory::template Array<X>;

  Index nbody() const { return model_.mechanism().nbody(); }
  HybridPasses<T> passes() {
    return {J_.view(), not_positive_.view(), A_.view(), G_.view(), pushed_.view(), z_.view(), acceleration_.view()};
  }
  Index not_positive() const {
    Index coordinate[1];
    not_positive_.copy_to(coordinate);
    return coordinate[0];
  }
  static void torques(const ScanView<T>& m, const ForwardState<T>& s, const ScanPasses<T>& w, View<T> rest) {
    if (!s.only_inertia) return detail::remaining_torques<T>(m, s, w, rest);
    for (Index k = 0; k < ssize(rest); ++k) rest[k] = s.tau[k];
  }
  static Force<T> pushed_by_children(const TreeView& tree, const HybridPasses<T>& h, Index i) {
    Force<T> sum;
    for (Index child = i + 1; child < tree.subtree_end(i); child = tree.subtree_end(child)) sum += h.pushed[child];
    return sum;
  }

  const ScanModel<T>& model_;
  ByHeavyPaths<T, Memory> fix_;
  ScanWorkspace<T, Memory> workspace_;
  Array<T> rest_;  // τ̂
  // see HybridPasses
  Array<ArticulatedInertia<T>> J_;
  Array<Index> not_positive_;
  Array<MotionMatrix<T>> A_;
  Array<Force<T>> G_, pushed_, z_;
  Array<Motion<T>> acceleration_;
};

}  // namespace treefix::papers
