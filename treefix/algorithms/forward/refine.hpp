// Iterative refinement of forward dynamics, with any family as the solver.                              [Higham 2002, ch. 12]
#pragma once

#include <type_traits>

#include <treefix/algorithms/forward/state.hpp>

namespace treefix {

/// Steps of q̈ += δ from some q̈ on, as long as they help. δ is in U, which may be narrower than T: then each step makes the error
/// smaller by a factor of about κ(H)·ε_U.
///
/// A step whose δ is more than half as large as the one before is not taken, and none after it: it would be rounding only, or
/// what solves for δ is too far from H. In mixed precision a result is said to have converged if half of the digits of T, or more,
/// would not have changed by another step; with no steps, nothing is known of that.
///
/// Threads: one belongs to one thread; calls run on those of the executor. Allocation: none after construction.
template <class T, class U = T, Executor Memory = Serial>
class Corrections {
 public:
  explicit Corrections(Index nv) : delta_(nv), largest_(2) {}

  View<U> delta() { return delta_.view(); }

  /// report: of the q̈ that is in a. correct(): q̈ -> delta() = H⁻¹(τ − ID(q, v, q̈)), and whether that could be had.
  template <Executor Exec, class Correct>
  ForwardReport run(const Exec& exec, ForwardReport report, int steps, Correct correct, Out<T> a) {
    if (!report.has_result() || steps <= 0) return report;
    const View<U> delta = delta_.view();
    map(exec, ssize(delta), [=] TREEFIX_DEVICE(Index k) { delta[k] = U(0); });  // nobody may have written it yet
    Largest size = largest(exec, a);
    T last = size.a, error = last;
    for (; report.refinements < steps; ++report.refinements) {
      const bool corrected = correct();  // a -> δ
      if (corrected) size = largest(exec, a), error = size.delta;
      if (!corrected || !(size.delta + size.delta <= last)) return judged(report, Reason::no_progress, error, size.a);
      add(exec, a);  // δ -> a
      error = size.delta > T(0) ? size.delta / last * size.delta : T(0);  // what the next δ would be
      last = size.delta;
    }
    return judged(report, Reason::iteration_limit, error, size.a);
  }

  /// a += δ
  template <Executor Exec>
  void add(const Exec& exec, View<T> a) {
    const View<const U> delta = delta_.view();
    map(exec, ssize(a), [=] TREEFIX_DEVICE(Index k) { a[k] += static_cast<T>(delta[k]); });
  }

 private:
  static constexpr bool is_mixed = !std::is_same_v<T, U>;
  using Reason = ForwardReport::Reason;
  struct Largest {
    T delta, a;
  };

  /// The largest |δ| and the largest |a|.
  template <Executor Exec>
  Largest largest(const Exec& exec, View<const T> a) {
    using math::abs;
    const View<const U> delta = delta_.view();
    const View<T> out = largest_.view();
    exec.for_each(1, [=] TREEFIX_DEVICE(Index) {
      T most[2] = {T(0), T(0)};
      for (Index k = 0; k < ssize(a); ++k) {
        const T sizes[2] = {abs(static_cast<T>(delta[k])), abs(a[k])};
        for (int j = 0; j < 2; ++j)
          if (most[j] == most[j] && !(sizes[j] <= most[j])) most[j] = sizes[j];  // once NaN, it stays so
      }
      out[0] = most[0], out[1] = most[1];
    });
    T most[2];
    largest_.copy_to(most);
    return {most[0], most[1]};
  }

  /// In one precision the word of what gave q̈ counts; in two, how far the steps have come.
  static ForwardReport judged(ForwardReport report, Reason reason, const T& error, const T& a) {
    using math::sqrt;
    if constexpr (is_mixed) {
      report.converged = error <= sqrt(epsilon<T>()) * a;
      report.reason = report.converged ? Reason::none : reason;
    }
    return report;
  }

  typename Memory::template Array<U> delta_;  // (nv)
  typename Memory::template Array<T> largest_;  // (2)
};

/// q̈ by a family, then steps of   r = τ − ID(q, v, q̈),   δ = H⁻¹ r by the same family,   q̈ += δ.
///
/// The family computes in U; residuals and sums are in T. Where U is T, a step can take away what the family's own way of
/// rounding has left, down to that of inverse dynamics; the error of q̈ itself stays of the order of κ(H)·ε. Where U is narrower
/// (mixed precision), each step makes the error smaller by a factor of about κ(H)·ε_U, until q̈ is as good as T allows. The family
/// then solves for corrections only, so what gravity, velocities and forces from outside do is exact to T.
///
/// Threads: one belongs to one thread; calls run on those of the executor. Determinism: as the family.
/// Allocation: none after construction. Memory: O(n). Time: a step is an inverse dynamics and a solution by the family, which may
/// use again what it has of q.
template <class T, class U = T, Executor Memory = Serial>
class Refinement {
 public:
  explicit Refinement(const ScanModel<T>& model)
      : model_(model), fix_(model), workspace_(model.mechanism().nbody()), residual_(nv()),
        q_(is_mixed ? model.mechanism().nq : 0), right_(is_mixed ? nv() : 0), zero_(nv()), corrections_(nv()) {}

  /// family: made for the same mechanism, in U. Nothing is refined where it has no result; in mixed precision a is zero then.
  template <Executor Exec, class Family>
  ForwardReport run(const Exec& exec, Family& family, const ForwardState<T>& s, int steps, Out<T> a) {
    const ForwardReport report = begin(exec, family, s, a);  // q, v, tau -> a
    const auto correct = [&] {
      residual(exec, s, a);  // q, v, tau, a -> r
      return solve(exec, family, s.q, true).has_result();  // r -> δ
    };
    return corrections_.run(exec, report, steps, correct, a);
  }

 private:
  static constexpr bool is_mixed = !std::is_same_v<T, U>;
  template <class X>
  using Array = typename Memory::template Array<X>;

  Index nv() const { return model_.mechanism().nv; }

  /// q, v, tau -> a by the family
  template <Executor Exec, class Family>
  ForwardReport begin(const Exec& exec, Family& family, const ForwardState<T>& s, Out<T> a) {
    const View<U> zero = zero_.view();
    map(exec, nv(), [=] TREEFIX_DEVICE(Index k) { zero[k] = U(0); });
    if constexpr (is_mixed) {
      map(exec, nv(), [=] TREEFIX_DEVICE(Index k) { a[k] = T(0); });
      residual(exec, s, a);  // -> r = τ − ID(q, v, 0)
      const ForwardReport report = solve(exec, family, s.q, s.same_q);  // r -> δ
      if (report.has_result()) corrections_.add(exec, a);  // δ -> a
      return report;
    } else {
      return family.run(exec, s, a);
    }
  }

  /// q, v, tau, a -> r = τ − ID(q, v, a)
  template <Executor Exec>
  void residual(const Exec& exec, const ForwardState<T>& s, In<T> a) {
    ScanView<T> m = model_;
    if (s.only_inertia) m.root_acceleration = {};
    const View<T> r = residual_.view();
    const View<const T> tau = s.tau;
    inverse_by_pair_scan<T>(exec, m, fix_, {s.q, s.v, a, s.external}, workspace_, r);
    map(exec, ssize(r), [=] TREEFIX_DEVICE(Index k) { r[k] = tau[k] - r[k]; });
  }

  /// r -> δ = H⁻¹ r
  template <Executor Exec, class Family>
  ForwardReport solve(const Exec& exec, Family& family, In<T> q, bool same_q) {
    View<const U> q_of_family, right;
    if constexpr (is_mixed) {
      narrow(exec, q, q_.view());
      narrow(exec, residual_.view(), right_.view());
      q_of_family = q_.view(), right = right_.view();
    } else {
      q_of_family = q, right = residual_.view();
    }
    const ForwardState<U> s{q_of_family, zero_.view(), right, {}, /*only_inertia=*/true, same_q};
    return family.run(exec, s, corrections_.delta());
  }

  template <Executor Exec>
  static void narrow(const Exec& exec, In<T> x, View<U> y) {
    map(exec, ssize(y), [=] TREEFIX_DEVICE(Index k) { y[k] = static_cast<U>(x[k]); });
  }

  const ScanModel<T>& model_;
  ByHeavyPaths<T, Memory> fix_;
  ScanWorkspace<T, Memory> workspace_;
  Array<T> residual_;  // (nv)
  Array<U> q_, right_;  // (nq), (nv) in mixed precision: what the family reads
  Array<U> zero_;  // (nv)
  Corrections<T, U, Memory> corrections_;
};

}  // namespace treefix
