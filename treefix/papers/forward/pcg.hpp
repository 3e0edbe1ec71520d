// Forward dynamics by conjugate gradients, without forming H.
// [Fijany 1989; docs/theory/forward.md, Conjugate gradients]
#pragma once

#include <treefix/base/methods.hpp>
#include <treefix/papers/forward/state.hpp>
#include <treefix/papers/mass/mass_operators.hpp>
#include <treefix/primitives/conjugate_gradients.hpp>

namespace treefix::papers {

struct PcgOptions {
  bool precondition = true;  // by the diagonal of H: PCG-DS of the paper; otherwise its CCG
  double tolerance = 0;  // of the residual η of ConjugateGradients, M = diag(H); 0: 64 ε of T, 1.4e-14 in double
  Index limit = 0;  // steps; 0: 20 nv + 100
  bool warm_start = false;  // start from the accelerations in `a`, for example those of the previous time step
};

/// The constants of the product with H in root coordinates, which needs no transforms.
template <class T>
struct FixedFrame {
  View<Motion<T>> S;  // (nv) columns of the joints' subspaces
  View<Inertia<T>> I;  // (nbody)
};

/// X0 -> columns and inertias of body i in root coordinates
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
/// Steps compute products with H in root coordinates, about the origin of the root: 37 multiplications per revolute
/// joint. The paper takes 42, with frames of one orientation but an origin in every link. All moments then contain
/// lever arms of the whole mechanism, so H p loses digits. Therefore residuals are recomputed in body coordinates:
/// results are as accurate as if all steps used them, at the cost of more steps: less than a tenth more on chains of up
/// to 1000, at worst two thirds more (the humanoid, without preconditioner).
///
/// Number of steps: at most nv in exact arithmetic. In double, without preconditioner, reaching the default tolerance
/// takes from 2 nv on a chain of 30 to 10 nv on a chain of 1000, and 5 nv for the humanoid. The preconditioner doubles
/// the number on deep chains, whose H is far from diagonal, but reduces it to between a half and a seventh on trees,
/// and to 1.3 nv for the humanoid. κ(H) of a chain grows like n⁴; hence the limit, which the preconditioned form
/// reaches on a chain of 1000.
///
/// Threads: one run at a time; runs on the executor. Determinism: the same bits from every executor that runs calls
/// unchanged. Allocation: none in run. Memory: 11 numbers per degree of freedom and 10 per body, in addition to
/// RemainingTorques.
/// Accuracy: if it reports convergence, η is within the tolerance: backward stable in norm, with an error of at most 2
/// κ η, where κ is the condition number of H scaled to a unit diagonal. Otherwise a is the last iterate, and the report
/// gives its η and the reason. It never converges if H is singular, as with massless tips.
template <class T, Executor Memory = Serial>
class Pcg {
 public:
  explicit Pcg(const ScanModel<T>& model, const PcgOptions& options = {})
      : m_(model), torques_(model), S_(model.mechanism().nv), I_(model.mechanism().nbody()),
        diagonal_(model.mechanism().nv), solver_(model.mechanism().nv) {
    set(options);
  }

  /// Options for the following runs.
  void set(const PcgOptions& options) {
    options_ = options;
    if (options_.tolerance == 0) options_.tolerance = 64 * static_cast<double>(epsilon<T>());
    if (options_.limit == 0) options_.limit = default_iteration_limit(ssize(m_.armatures));
  }

  /// q, v, tau, external forces -> a. history[k], on the host, receives the residual after k steps, as far as there is
  /// room.
  template <Executor Exec>
  ForwardReport run(const Exec& exec, const ForwardState<T>& s, Out<T> a, View<double> history = {}) {
    torques_.run(exec, m_, s);  // q, v, tau -> X, τ̂
    if (!s.same_q) prepare(exec);  // X -> diag(H), S, I in root coordinates
    auto& fix = torques_.fix();
    const ScanView<T> m = m_;
    const FixedFrame<T> fixed{S_.view(), I_.view()};
    const ScanPasses<T> w = torques_.passes();
    // if only H⁻¹ tau is computed, `a` has no initial value
    const bool warm = options_.warm_start && !s.only_inertia;
    return ForwardReport::of_iterations(solver_.solve(  // τ̂, S, I, diag(H) -> a
        exec,
        LinearSystem{[&](View<const T> x, View<T> y) { mass_times_fixed<T>(exec, m, fix, fixed, x, w, y); },
                     [&](View<const T> x, View<T> y) { mass_times<T>(exec, m, fix, x, w, y); },
                     View<const T>(diagonal_.view()), torques_.torques(), T(1)},
        a, {options_.tolerance, options_.limit, options_.precondition, warm}, history));
  }

 private:
  /// X -> diag(H), X0, S and I in root coordinates. Moments of subtrees are taken about the origin of each body: about
  /// the root, those of a tip would be small differences of large numbers.
  ///                                                                                   [Fijany 1989, eqs. 33–37, 64–67]
  template <Executor Exec>
  void prepare(const Exec& exec) {
    const ScanView<T> m = m_;
    const ScanPasses<T> w = torques_.passes();
    const FixedFrame<T> fixed{S_.view(), I_.view()};
    const View<T> diagonal = diagonal_.view();
    const View<Inertia<T>> Ic = I_.view();  // before it holds I of each body
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
