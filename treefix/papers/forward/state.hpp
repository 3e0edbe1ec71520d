// The state, the report and the first passes that methods of forward dynamics share.
//
// A method is a class in its own file. It is made for a ScanModel, which must outlive it, and owns all memory that it
// needs; run(exec, state, a) is its list of passes. No method allocates after construction, and all give the same bits
// from every executor that runs calls unchanged.
#pragma once

#include <treefix/papers/inverse/scan_inverse.hpp>
#include <treefix/primitives/iteration.hpp>

namespace treefix::papers {

/// A state and the forces on it, in memory that calls of the executor can reach.
template <class T>
struct ForwardState {
  View<const T> q, v, tau;
  ExternalForces<T> external{};  // one per body, numbered as in the given mechanism
  /// Whether to compute only H⁻¹ tau, as refinement does: gravity is omitted, v is zero and external empty.
  bool only_inertia = false;
  /// Whether q is that of the previous run. A method may then reuse its results, such as the factors of H.
  bool same_q = false;
};

/// The report of a method on its result.
struct ForwardReport {
  enum class Reason {
    none,
    not_positive_definite,  // H, or its substitute, is not positive definite in T: there is no result
    iteration_limit,  // the iterations were not enough
    breakdown,  // iterations: H is not positive definite to working precision
    no_progress,  // further iterations would not help
    step_limit,  // the refinement steps were not enough
    no_better_step,  // further refinement steps would not help
  };

  int iterations = 0;  // 0 for methods that do not iterate
  int refinements = 0;  // refinement steps that improved the result
  bool converged = true;
  Reason reason = Reason::none;
  /// Iterative methods: the final value of the quantity that they compare with their tolerance. Refinement in mixed
  /// precision: the change of q̈ by another step, relative to its largest entry.
  double residual = 0;
  Index coordinate = -1;  // the coordinate of v whose pivot was not positive

  /// Whether there is a result, possibly an inaccurate one.
  bool has_result() const { return reason != Reason::not_positive_definite; }

  /// The report for a factorisation. not_positive: the coordinate whose pivot is not positive, or −1.
  static ForwardReport of_pivots(Index not_positive) {
    if (not_positive < 0) return {};
    return {.converged = false, .reason = Reason::not_positive_definite, .coordinate = not_positive};
  }
  static ForwardReport of_iterations(const IterationResult& result) {
    constexpr Reason reasons[] = {Reason::none, Reason::iteration_limit, Reason::breakdown, Reason::no_progress};
    return {.iterations = static_cast<int>(result.iterations),
            .converged = result.converged(),
            .reason = reasons[static_cast<int>(result.end)],
            .residual = result.residual};
  }
};

/// τ̂ = τ − ID(q, v, 0): the torques that remain for acceleration; also computes the transforms of joints.
///                                                                   [docs/theory/forward.md, What all methods share]
/// Each method that needs them has an object of its own.
template <class T, Executor Memory = Serial>
class RemainingTorques {
 public:
  explicit RemainingTorques(const ScanModel<T>& model)
      : fix_(model), workspace_(model.mechanism().nbody()), zero_(model.mechanism().nv), rest_(model.mechanism().nv) {}

  /// q, v, tau, external forces -> X, τ̂
  template <Executor Exec>
  void run(const Exec& exec, const ScanView<T>& m, const ForwardState<T>& s) {
    const View<T> zero = zero_.view(), rest = rest_.view();
    const View<const T> tau = s.tau;
    if (s.only_inertia) {
      if (!s.same_q) joint_transforms(exec, m, s.q, ScanPasses<T>(workspace_).X);  // q -> X
      return map(exec, ssize(rest), [=] TREEFIX_DEVICE(Index k) { rest[k] = tau[k]; });  // tau -> τ̂
    }
    map(exec, ssize(zero), [=] TREEFIX_DEVICE(Index k) { zero[k] = T(0); });
    inverse_by_pair_scan<T>(exec, m, fix_, {s.q, s.v, zero, s.external}, workspace_, rest);  // q, v -> bias
    map(exec, ssize(zero), [=] TREEFIX_DEVICE(Index k) { rest[k] = tau[k] - rest[k]; });  // bias -> τ̂
  }
  /// Transforms from parents to bodies, numbered as in the ScanModel.
  View<const Transform<T>> X() { return ScanPasses<T>(workspace_).X; }
  View<const T> torques() { return rest_.view(); }
  /// For other passes of the method, which may overwrite everything but X.
  ScanPasses<T> passes() { return workspace_; }
  /// For other rootfixes and leaffixes of the method.
  ByHeavyPaths<T, Memory>& fix() { return fix_; }

 private:
  ByHeavyPaths<T, Memory> fix_;
  ScanWorkspace<T, Memory> workspace_;
  typename Memory::template Array<T> zero_, rest_;
};

}  // namespace treefix::papers
