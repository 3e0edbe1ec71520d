// Iterative refinement of forward dynamics, with any method as the solver.
//                                                                                                 [Higham 2002, ch. 12]
#pragma once

#include <vector>

#include <treefix/papers/forward/state.hpp>

namespace treefix::papers {

/// Steps of   r = τ − ID(q, v, q̈),   δ = H⁻¹ r,   q̈ += δ   from a given q̈, as long as they improve it.
///
/// r is computed in T. If the method that gives δ also computes in T, a step removes the rounding errors of that
/// method, down to those of inverse dynamics; the error of q̈ itself remains of order κ(H)·ε. If the method computes in
/// a narrower U (mixed precision), each step reduces the error by a factor of about κ(H)·ε_U, until q̈ is as accurate
/// as T allows.
///
/// Refinement stops, without applying δ, if δ is more than half as large as the previous one: then δ is only rounding
/// error, or the solver for δ is too inaccurate. In mixed precision a result counts as converged if another step is
/// expected to change q̈ by at most √ε of its largest entry. Without steps there is no such estimate, and the report of
/// the method remains.
///
/// Threads: use one object per thread. Allocation: none after construction. Time: per step one inverse dynamics and one
/// solution.
template <class T>
class Corrections {
 public:
  explicit Corrections(Index nv) : delta_(static_cast<std::size_t>(nv)) {}

  View<T> delta() { return delta_; }

  /// report: that of the q̈ in a. correct(): computes delta() from q̈, and returns whether it succeeded.
  template <class Correct>
  ForwardReport run(ForwardReport report, int steps, bool is_mixed, Correct correct, Out<T> a) {
    if (!report.has_result() || steps <= 0) return report;
    T last = largest(a), error = last;
    Reason reason = Reason::step_limit;
    for (; report.refinements < steps; ++report.refinements) {
      const bool corrected = correct();  // a -> δ
      const T size = corrected ? largest(delta_) : error;
      if (!corrected || !(size + size <= last)) {
        error = size;
        reason = Reason::no_better_step;
        break;
      }
      for (Index k = 0; k < ssize(a); ++k) a[k] += at(delta_, k);  // δ -> a
      error = size > T(0) ? size / last * size : T(0);  // the expected size of the next δ
      last = size;
    }
    return is_mixed ? judged(report, reason, error, largest(a)) : report;
  }

 private:
  using Reason = ForwardReport::Reason;

  /// The largest magnitude; NaN if there is one.
  static T largest(View<const T> x) {
    using math::abs;
    T most(0);
    for (const T& number : x)
      if (most == most && !(abs(number) <= most)) most = abs(number);
    return most;
  }

  /// The report for mixed precision: convergence depends on the steps, not on the method that gave q̈.
  static ForwardReport judged(ForwardReport report, Reason reason, const T& error, const T& a) {
    using math::sqrt;
    report.converged = error <= sqrt(epsilon<T>()) * a;
    report.reason = report.converged ? Reason::none : reason;
    report.residual = static_cast<double>(error / a);
    return report;
  }

  std::vector<T> delta_;  // (nv)
};

}  // namespace treefix::papers
