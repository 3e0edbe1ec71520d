// Forward dynamics by conjugate gradients, H never formed.  [Fijany 1989; docs/theory/forward.md, Conjugate gradients]
#pragma once

#include <treefix/base/methods.hpp>
#include <treefix/papers/forward/state.hpp>
#include <treefix/papers/mass/mass_operators.hpp>
#include <treefix/primitives/conjugate_gradients.hpp>

namespace treefix::papers {

struct PcgOptions {
  bool precondition = true;  // by the diagonal of H: the paper's PCG-DS; without it its CCG
  double tolerance = 0;  // of the residual η of ConjugateGradients, M = diag(H); 0: 64 ε of T, 1.4e-14 in double
  Index limit = 0;  // steps; 0: 20 nv + 100
  bool warm_start = false;  // begin with the accelerations that `a` has, for example those of the time step before
};

/// What H does to accelerations, in coordinates of the root: no transforms are left.
template <class T>
struct FixedFrame {
  View<Motion<T>> S;  // (nv) columns of the joints' subspaces
  View<Inertia<T>> I;  // (nbody)
};

/// X0 -> columns and inertias of body i in coordinates of the root
template <class T>
TREEFIX_DEVICE void place_body(const ScanView<T>& m, Index i, const Transform<T>& X0, const FixedFrame<T>& fixed) {
  const Joint<T>& joint = m.joints[i];
  for (int k = 0; k < joint.dof(); ++k) fixed.S[joint.v + k] = X0.back(joint_column(joint, k));
  fixed.I[i] = X0.back(m.inertias[i]);
}

/// diag(H) at the joint of body i: S·Ic S + armature, Ic the inertia of its subtree in its own coordinates.
template <class T>
TREEFIX_DEVICE void mass_diagonal(const ScanView<T>& m, Index i, const Inertia<T>& Ic, Out<T> diagonal) {
  const Joint<T>& joint = m.joints[i];
  for (int k = 0; k < joint.dof(); ++k) {
    const Motion<T> S = joint_column(joint, k);
    diagonal[joint.v + k] = dot(S, Ic * S) + m.armatures[joint.v + k];
  }
}

/// The motion across joint i.
template <class T>
TREEFIX_DEVICE Motion<T> fixed_motion(const Joint<T>& joint, View<const Motion<T>> S, In<T> x) {
  Motion<T> sum = x[joint.v] * S[joint.v];
  for (Index k = joint.v + 1; k < joint.v + joint.dof(); ++k) sum += x[k] * S[k];
  return sum;
}

/// y = H x: a sum along paths, a map, a sum over subtrees, products of vectors.             [Fijany 1989, eqs. 18–25]
template <class T, Executor Exec, class Fix>
void mass_times_fixed(const Exec& exec, const ScanView<T>& m, Fix& fix, const FixedFrame<T>& fixed, In<T> x,
                      const ScanPasses<T>& w, Out<T> y) {
  fix.rootfix(  // S, x -> A
      exec, Add(), [=] TREEFIX_DEVICE(Index i) { return fixed_motion<T>(m.joints[i], fixed.S, x); }, Motion<T>{},
      [=] TREEFIX_DEVICE(Index i) -> Motion<T>& { return w.moves[i].A; });
  map(exec, m.nbody(), [=] TREEFIX_DEVICE(Index i) { w.F[i] = fixed.I[i] * w.moves[i].A; });  // A -> F
  fix.sum_up(exec, w.F);  // F -> F of subtrees
  map(exec, m.nbody(), [=] TREEFIX_DEVICE(Index i) {  // S, F, x -> y
    const Joint<T>& joint = m.joints[i];
    for (Index k = joint.v; k < joint.v + joint.dof(); ++k) y[k] = dot(fixed.S[k], w.F[i]) + m.armatures[k] * x[k];
  });
}

/// H a = τ̂ by conjugate gradients: CCG, or preconditioned PCG-DS. (The paper prints r₀ = 0; it is b.)
///
/// Steps take H in coordinates of the root, about the root's origin: 37 multiplications per revolute joint, where the paper,
/// whose frame has one orientation but an origin in every link, takes 42. Lever arms of the whole mechanism are in all
/// moments then, and H p loses digits. So residuals are computed anew in coordinates of bodies: results are as good as if all
/// steps were made there, for some more steps, on chains of up to 1000 below a tenth more, at worst two thirds more (the
/// humanoid, without preconditioner).
///
/// How many steps: in exact arithmetic nv at most. In double, to the default tolerance, without preconditioner 2 nv on a chain
/// of 30 to 10 nv on one of 1000, 5 nv for the humanoid; with it twice as many on deep chains, whose H is far from diagonal, but
/// a half to a seventh on trees, 1.3 nv for the humanoid. κ(H) of a chain grows like n⁴; hence the limit, which the
/// preconditioned form reaches on a chain of 1000.
///
/// Threads: one run at a time; calls of the executor. Determinism: the same bits from every executor that runs calls as they
/// are. Allocation: none in run. Memory: 11 numbers per degree of freedom and 10 per body, beside RemainingTorques.
/// Accuracy: if it says that it converged, η is within the tolerance: backward stable in norm, an error of 2 κ η at most,
/// where κ is that of H scaled to a unit diagonal. Otherwise a is the last iterate, the report has the η of it, and why.
/// An H that is singular, as of tips without mass, never converges.
template <class T, Executor Memory = Serial>
class Pcg {
 public:
  explicit Pcg(const ScanModel<T>& model, const PcgOptions& options = {})
      : m_(model), torques_(model), S_(model.mechanism().nv), I_(model.mechanism().nbody()),
        diagonal_(model.mechanism().nv), solver_(model.mechanism().nv) {
    set(options);
  }

  /// For the runs that follow.
  void set(const PcgOptions& options) {
    options_ = options;
    if (options_.tolerance == 0) options_.tolerance = 64 * static_cast<double>(epsilon<T>());
    if (options_.limit == 0) options_.limit = default_iteration_limit(ssize(m_.armatures));
  }

  /// q, v, tau, forces from outside -> a. history[k] ← the residual after k steps, as far as there are places, on the host.
  template <Executor Exec>
  ForwardReport run(const Exec& exec, const ForwardState<T>& s, Out<T> a, View<double> history = {}) {
    torques_.run(exec, m_, s);  // q, v, tau -> X, τ̂
    if (!s.same_q) prepare(exec);  // X -> diag(H), S, I in coordinates of the root
    auto& fix = torques_.fix();
    const ScanView<T> m = m_;
    const FixedFrame<T> fixed{S_.view(), I_.view()};
    const ScanPasses<T> w = torques_.passes();
    // where only H⁻¹ tau is asked for, `a` has nothing of it yet
    const bool warm = options_.warm_start && !s.only_inertia;
    return ForwardReport::of_iterations(solver_.solve(  // τ̂, S, I, diag(H) -> a
        exec,
        LinearSystem{[&](View<const T> x, View<T> y) { mass_times_fixed<T>(exec, m, fix, fixed, x, w, y); },
                     [&](View<const T> x, View<T> y) { mass_times<T>(exec, m, fix, x, w, y); },
                     View<const T>(diagonal_.view()), torques_.torques(), T(1)},
        a, {options_.tolerance, options_.limit, options_.precondition, warm}, history));
  }

 private:
  /// X -> diag(H), X0, S and I in coordinates of the root. Moments of subtrees are taken about the origin of each body: seen from
  /// the root, those of a tip would be small differences of large numbers.           [Fijany 1989, eqs. 33–37, 64–67]
  template <Executor Exec>
  void prepare(const Exec& exec) {
    const ScanView<T> m = m_;
    const ScanPasses<T> w = torques_.passes();
    const FixedFrame<T> fixed{S_.view(), I_.view()};
    const View<T> diagonal = diagonal_.view();
    const View<Inertia<T>> Ic = I_.view();  // until it has the I of each body
    torques_.fix().gather(exec, w.X, w.X0, m.inertias, Ic);  // X, I -> Ic
    map(exec, m.nbody(), [=] TREEFIX_DEVICE(Index i) { mass_diagonal(m, i, Ic[i], diagonal); });  // Ic -> diag(H)
    poses(exec, torques_.fix(), w.X, w.X0);  // X -> X0
    map(exec, m.nbody(), [=] TREEFIX_DEVICE(Index i) { place_body(m, i, w.X0[i], fixed); });  // X0, I -> S, I
  }

  ScanView<T> m_;
  PcgOptions options_;
  RemainingTorques<T, Memory> torques_;
  typename Memory::template Array<Motion<T>> S_;
  typename Memory::template Array<Inertia<T>> I_;
  typename Memory::template Array<T> diagonal_;
  ConjugateGradients<T, Memory> solver_;
};

}  // namespace treefix::papers
