// Symmetric positive definite systems that are given only by matrix-vector products.     [Fijany 1989, eqs. 4–15]
#pragma once

#include <treefix/base/scalar.hpp>
#include <treefix/primitives/iteration.hpp>
#include <treefix/primitives/reduce.hpp>

namespace treefix {

/// A x = b, given by functions that compute y ← A x. Steps may use a cheap, less accurate product; residuals are
/// recomputed with the exact one, which may be the same function. Restarts from recomputed residuals correct the errors
/// of the cheap product.
template <class T, class Times, class Exact>
struct LinearSystem {
  Times times;
  Exact exact;
  View<const T> diagonal;  // M below, positive; empty: 1
  View<const T> b;
  T norm{};  // ‖A‖ in the norms below, or a lower bound: 1 if M = diag(A)
};
template <class T, class Times, class Exact>
LinearSystem(Times, Exact, View<const T>, View<const T>, T) -> LinearSystem<T, Times, Exact>;

struct ConjugateGradientOptions {
  double tolerance = 0;  // of the residual η below
  Index limit = 0;  // steps
  bool precondition = false;  // use M⁻¹r instead of r
  bool warm_start = false;  // start from the given x instead of 0
};

/// Conjugate gradients, preconditioned by a diagonal matrix M or not.
///
/// Norms are ‖r‖² = rᵀM⁻¹r for residuals and ‖x‖² = xᵀMx for solutions; with M = diag(A) they are free of units. The
/// residual is
///   η = ‖b − A x‖ / (‖b‖ + ν ‖x‖),    ν = the largest pᵀAp / pᵀMp so far, or system.norm; at most ‖A‖
/// It is an upper bound of the normwise backward error, the relative change of A and b for which x is the exact
/// solution. A residual relative to ‖b‖ alone could not be reached with rounded products if A is ill-conditioned. The
/// relative error of x, in the norm of x, is at most 2 κ(M^−½ A M^−½) η. [Higham 2002, §7.1, §17.5]
///
/// Threads: one call at a time. Determinism: the same bits from every executor if the products give the same bits.
/// Allocation: none after construction. Memory: 4 n numbers.
/// Accuracy: converged means that η, recomputed from x with the exact product, is within the tolerance; the recurrence
/// for r is not enough, because its rounding errors accumulate. Otherwise x is the last iterate, which is the closest
/// so far in the norm xᵀAx.
template <class T, Executor Memory>
class ConjugateGradients {
 public:
  explicit ConjugateGradients(Index n) : r_(n), z_(n), p_(n), Ap_(n), sums_(n) {}

  /// history[k] ← η after k steps, for k below the size of history, which is on the host. η comes from the recurrence
  /// for r, except at the start, before each restart and at the end, where it is recomputed from x.
  template <Executor Exec, class Times, class Exact>
  IterationResult solve(const Exec& exec, const LinearSystem<T, Times, Exact>& system, View<T> x,
                        const ConjugateGradientOptions& options, View<double> history = {}) {
    options_ = options;
    begin(exec, system, x);  // b, x -> r
    measure(exec, system, x);  // r, x -> z, η
    note(history);
    while (!within()) {
      const T before = eta_;
      const IterationEnd end = steps(exec, system, x, history);
      residual(exec, system, x);  // b, x -> r
      measure(exec, system, x);  // r, x -> z, η
      note(history);
      if (within()) break;
      if (end != IterationEnd::converged) return result(end);
      if (!(eta_ <= T(0.5) * before)) return result(IterationEnd::stagnation);
    }
    return result(IterationEnd::converged);
  }

 private:
  /// The sums of one pass over r, z, x.
  struct Sums {
    T step{}, force{}, motion{};
    friend constexpr Sums operator+(const Sums& a, const Sums& b) {
      return {a.step + b.step, a.force + b.force, a.motion + b.motion};
    }
  };

  static constexpr bool finite(const T& x) { return x - x == T(0); }
  static constexpr T times_diagonal(View<const T> M, Index k, const T& x) { return M.empty() ? x : M[k] * x; }
  bool within() const { return eta_ <= static_cast<T>(options_.tolerance); }
  IterationResult result(IterationEnd end) const { return {iterations_, static_cast<double>(eta_), end}; }
  void note(View<double> history) const {
    if (iterations_ < ssize(history)) history[iterations_] = static_cast<double>(eta_);
  }
  /// The residual that determines directions: preconditioned or not.
  View<T> direction() { return options_.precondition ? z_.view() : r_.view(); }

  template <Executor Exec, class System>
  void begin(const Exec& exec, const System& system, View<T> x) {
    const View<const T> b = system.b;
    const View<T> r = r_.view();
    map(exec, ssize(r), [=] TREEFIX_DEVICE(Index k) { r[k] = b[k]; });
    iterations_ = 0;
    norm_A_ = system.norm;
    norm_b_ = T(0);
    measure(exec, system, b);  // with r = b, only for its norm
    norm_b_ = norm_r_;
    if (options_.warm_start && !(eta_ == T(0))) return residual(exec, system, x);
    map(exec, ssize(r), [=] TREEFIX_DEVICE(Index k) { x[k] = T(0); });  // also the solution for b = 0
  }

  /// r ← b − A x
  template <Executor Exec, class System>
  void residual(const Exec& exec, const System& system, View<const T> x) {
    const View<T> r = r_.view(), Ax = Ap_.view();
    const View<const T> b = system.b;
    system.exact(x, Ax);
    map(exec, ssize(r), [=] TREEFIX_DEVICE(Index k) { r[k] = b[k] - Ax[k]; });
  }

  /// r, x -> z, η
  template <Executor Exec, class System>
  void measure(const Exec& exec, const System& system, View<const T> x) {
    using math::sqrt;
    const View<const T> M = system.diagonal;
    const View<T> r = r_.view(), z = z_.view(), d = direction();
    map(exec, ssize(r), [=] TREEFIX_DEVICE(Index k) { z[k] = M.empty() ? r[k] : r[k] / M[k]; });
    const Sums sums = sums_(exec, Add(), ssize(r), [=] TREEFIX_DEVICE(Index k) {
      return Sums{r[k] * d[k], r[k] * z[k], x[k] * times_diagonal(M, k, x[k])};
    });
    rd_ = sums.step;
    norm_r_ = sqrt(sums.force);
    eta_ = sums.force == T(0) && vanishes(exec) ? T(0) : norm_r_ / (norm_b_ + norm_A_ * sqrt(sums.motion));
  }

  /// Whether r is exactly zero. A sum of squares cannot decide this, because squares may underflow in T.
  template <Executor Exec>
  bool vanishes(const Exec& exec) {
    const View<T> r = r_.view();
    const auto nonzero = [=] TREEFIX_DEVICE(Index k) { return Sums{r[k] == T(0) ? T(0) : T(1), T(0), T(0)}; };
    return sums_(exec, Add(), ssize(r), nonzero).step == T(0);
  }

  /// Iterates from r and x until the recurrence for r is within the tolerance.             [Fijany 1989, eqs. 10–15]
  template <Executor Exec, class System>
  IterationEnd steps(const Exec& exec, const System& system, View<T> x, View<double> history) {
    const View<const T> M = system.diagonal;
    const View<T> r = r_.view(), d = direction(), p = p_.view(), Ap = Ap_.view();
    const Index n = ssize(r);
    map(exec, n, [=] TREEFIX_DEVICE(Index k) { p[k] = d[k]; });
    while (iterations_ < options_.limit) {
      system.times(View<const T>(p), Ap);  // p -> A p
      const Sums sums = sums_(exec, Add(), n, [=] TREEFIX_DEVICE(Index k) {  // p, A p -> pᵀAp, pᵀMp
        return Sums{p[k] * Ap[k], T(0), p[k] * times_diagonal(M, k, p[k])};
      });
      const T pAp = sums.step, rd = rd_, alpha = rd / pAp;
      if (!(rd > T(0)) || !(pAp > T(0)) || !finite(pAp) || !finite(alpha)) return IterationEnd::breakdown;
      if (norm_A_ * sums.motion < pAp) norm_A_ = pAp / sums.motion;
      map(exec, n, [=] TREEFIX_DEVICE(Index k) {  // x, r, p, A p -> x, r
        x[k] += alpha * p[k];
        r[k] -= alpha * Ap[k];
      });
      measure(exec, system, x);  // r, x -> z, η
      ++iterations_;
      note(history);
      if (within()) return IterationEnd::converged;
      const T beta = rd_ / rd;
      map(exec, n, [=] TREEFIX_DEVICE(Index k) { p[k] = d[k] + beta * p[k]; });  // d, p -> p
    }
    return IterationEnd::limit;
  }

  typename Memory::template Array<T> r_, z_, p_, Ap_;
  Reduction<Sums, Memory> sums_;
  ConjugateGradientOptions options_;
  T rd_{}, norm_r_{}, norm_b_{}, norm_A_{}, eta_{};
  Index iterations_ = 0;
};

}  // namespace treefix
