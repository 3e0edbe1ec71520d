// Iterative refinement of forward dynamics, with any method as the solver.                              [Higham 2002, ch. 12]
#pragma once

#include <vector>

#include <treefix/papers/forward/state.hpp>

namespace treefix::papers {

/// Steps of   r = τ − ID(q, v, q̈),   δ = H⁻¹ r,   q̈ += δ   from some q̈ on, as long as they help.
///
/// r is computed in T. Where δ comes from a method that computes in T, too, a step takes away what the method's own way of rounding
/// has left, down to that of inverse dynamics; the error of q̈ itself stays of the order of κ(H)·ε. Where it comes from a method in
/// a narrower U (mixed precision), each step makes the error smaller by a factor of about κ(H)·ε_U, until q̈ is as good as T allows.
///
/// A step whose δ is more than half as large as the one before is not taken, and none after it: it would be rounding only, or
/// what solves for δ is too far from H. In mixed precision a result is said to have converged if half of the digits of T, or more,
/// would not have changed by another step; with no steps, nothing is known of that.
///
/// Threads: one belongs to one thread. Allocation: none after construction. Time: a step is an inverse dynamics and a solution.
template <class T>
class Corrections {
 public:
  explicit Corrections(Index nv) : delta_(static_cast<std::size_t>(nv)) {}

  View<T> delta() { return delta_; }

  /// report: of the q̈ that is in a. correct(): q̈ -> delta(), and whether that could be had.
  template <class Correct>
  ForwardReport run(ForwardReport report, int steps, bool is_mixed, Correct correct, Out<T> a) {
    if (!report.has_result() || steps <= 0) return report;
    T last = largest(a), error = last;
    Reason reason = Reason::step_limit;
    for (; report.refinements < steps; ++report.refinements) {
      const bool corrected = correct();  // a -> δ
      const T size = corrected ? largest(delta_) : error;
      if (!corrected || !(size + size <= last)) {
        error = size, reason = Reason::no_better_step;
        break;
      }
      for (Index k = 0; k < ssize(a); ++k) a[k] += at(delta_, k);  // δ -> a
      error = size > T(0) ? size / last * size : T(0);  // what the next δ would be
      last = size;
    }
    return is_mixed ? judged(report, reason, error, largest(a)) : report;
  }

 private:
  using Reason = ForwardReport::Reason;

  /// NaN if there is one.
  static T largest(View<const T> x) {
    using math::abs;
    T most(0);
    for (const T& number : x)
      if (most == most && !(abs(number) <= most)) most = abs(number);
    return most;
  }

  /// In one precision the word of what gave q̈ counts; in two, how far the steps have come.
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
