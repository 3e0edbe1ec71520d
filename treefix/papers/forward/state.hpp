// What all families of forward dynamics begin with, and what they say at the end.
//
// A family is a class in a file of its own: made for a ScanModel, which must outlive it, it holds all memory that it needs, and
// run(exec, state, a) is its list of passes. None allocates after construction, and all give the same bits from every executor
// that runs calls as they are.
#pragma once

#include <treefix/papers/inverse/scan_inverse.hpp>
#include <treefix/primitives/iteration.hpp>

namespace treefix::papers {

/// A state and what acts on it; arrays wherever calls of the executor can reach them.
template <class T>
struct ForwardState {
  View<const T> q, v, tau;
  ExternalForces<T> external{};  // one per body, numbered as in the mechanism that was given
  /// Whether only H⁻¹ tau is asked for, as refinement does: gravity is left out, v is zero and external empty.
  bool only_inertia = false;
  /// Whether q is that of the run before. What a family still has of it, such as the factors of H, it may use again.
  bool same_q = false;
};

/// What a family says of its result.
struct ForwardReport {
  enum class Reason {
    none,
    not_positive_definite,  // H, or what takes its place, as far as T can tell: there is no result
    iteration_limit,  // more iterations would have been needed
    breakdown,  // of iterations: H is not positive definite as far as they can tell
    no_progress,  // more iterations would not have helped
    step_limit,  // more steps of refinement would have been needed
    no_better_step,  // more steps of refinement would not have helped
  };

  int iterations = 0;  // 0 of those that do not iterate
  int refinements = 0;  // steps of refinement that made the result better
  bool converged = true;
  Reason reason = Reason::none;
  /// Of those that iterate: what they compare with their tolerance, at the end. Of refinement in mixed precision: by how much another
  /// step would change q̈, relative to the largest.
  double residual = 0;
  Index coordinate = -1;  // of v, whose pivot was not positive

  /// Whether there is a result, be it not as good as it should be.
  bool has_result() const { return reason != Reason::not_positive_definite; }

  /// Of pivots that were all positive, or else the coordinate of one that was not.
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

/// τ̂ = τ − ID(q, v, 0): what is left of the torques to accelerate, and the transforms of joints on the way.
///                                                                   [docs/theory/forward.md, What all methods share]
/// One belongs to each family.
template <class T, Executor Memory = Serial>
class RemainingTorques {
 public:
  explicit RemainingTorques(const ScanModel<T>& model)
      : fix_(model), workspace_(model.mechanism().nbody()), zero_(model.mechanism().nv), rest_(model.mechanism().nv) {}

  /// q, v, tau, forces from outside -> X, τ̂
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
  /// From parents to bodies, numbered as in the ScanModel.
  View<const Transform<T>> X() { return ScanPasses<T>(workspace_).X; }
  View<const T> torques() { return rest_.view(); }
  /// For other passes of the family, which may write all but X.
  ScanPasses<T> passes() { return workspace_; }
  /// For other rootfixes and leaffixes of the family.
  ByHeavyPaths<T, Memory>& fix() { return fix_; }

 private:
  ByHeavyPaths<T, Memory> fix_;
  ScanWorkspace<T, Memory> workspace_;
  typename Memory::template Array<T> zero_, rest_;
};

}  // namespace treefix::papers
