// Laws of treefix/primitives/conjugate_gradients.hpp, on dense systems.
#include <treefix/primitives/conjugate_gradients.hpp>

#include <gtest/gtest.h>

#include <treefix/base/random.hpp>

#include "support/executors.hpp"
#include "support/robot.hpp"

namespace treefix::testing {
namespace {

using Options = ConjugateGradientOptions;

/// B Bᵀ + share·1 with random B, then rows and columns scaled over several orders of magnitude.
template <class T>
struct Dense {
  Index n;
  std::vector<T> A, b, diagonal;
  T norm = T(1);  // at least 1 where the diagonal is 1

  Dense(Index size, double share, double decades, std::uint64_t seed)
      : n(size), A(static_cast<std::size_t>(n * n), T(0)) {
    Random random(seed);
    std::vector<T> B, scale;
    for (Index k = 0; k < n * n; ++k) B.push_back(T(random.normal()));
    for (Index i = 0; i < n; ++i) scale.push_back(T(std::pow(10.0, random.uniform(-decades, decades))));
    for (Index i = 0; i < n; ++i)
      for (Index j = 0; j < n; ++j) {
        T sum = i == j ? T(share) : T(0);
        for (Index k = 0; k < n; ++k) sum += at(B, i * n + k) * at(B, j * n + k);
        at(A, i * n + j) = sum * at(scale, i) * at(scale, j);
      }
    for (Index i = 0; i < n; ++i) {
      b.push_back(T(random.uniform(-1, 1)) * at(scale, i));
      diagonal.push_back(at(A, i * n + i));
    }
  }

  void times(View<const T> x, View<T> y) const {
    for (Index i = 0; i < n; ++i) {
      y[i] = T(0);
      for (Index j = 0; j < n; ++j) y[i] += at(A, i * n + j) * x[j];
    }
  }
  IterationResult solve(std::vector<T>& x, const Options& options, View<double> history = {}) const {
    return solve(x, options, [this](View<const T> p, View<T> y) { times(p, y); }, history);
  }
  /// With a different product for steps.
  template <class Times>
  IterationResult solve(std::vector<T>& x, const Options& options, Times steps, View<double> history = {}) const {
    ConjugateGradients<T, Serial> solver(n);
    x.resize(static_cast<std::size_t>(n), T(0));
    const auto exact = [this](View<const T> p, View<T> y) { times(p, y); };
    return solver.solve(Serial(), LinearSystem{steps, exact, View<const T>(diagonal), View<const T>(b), norm}, x,
                        options, history);
  }

  /// ‖b − A x‖ / (‖b‖ + ν ‖x‖) with products in Quad, ν the trace, above all eigenvalues.
  double backward_error(const std::vector<T>& x) const {
    Quad rr = 0, bb = 0, xx = 0;
    for (Index i = 0; i < n; ++i) {
      const Quad M(diagonal.empty() ? T(1) : at(diagonal, i)), bi(at(b, i)), xi(at(x, i));
      Quad r = bi;
      for (Index j = 0; j < n; ++j) r -= Quad(at(A, i * n + j)) * Quad(at(x, j));
      rr += r * r / M;
      bb += bi * bi / M;
      xx += xi * xi * M;
    }
    return plain(sqrt(rr) / (sqrt(bb) + Quad(static_cast<double>(n)) * sqrt(xx)));
  }
};

constexpr Index system_sizes[] = {1, 2, 3, 5, 10, 30, 60};

template <class T>
void expect_promise(double share, double decades) {
  for (const Index n : system_sizes)
    for (const bool precondition : {false, true}) {
      const Dense<T> system(n, share, decades, static_cast<std::uint64_t>(n));
      const double tolerance = 64 * static_cast<double>(epsilon<T>());
      std::vector<T> x;
      const auto result = system.solve(x, {tolerance, 200 * n, precondition});
      EXPECT_TRUE(result.converged()) << n;
      EXPECT_LE(result.residual, tolerance) << n;
      // the reported residual is an upper bound, except for the rounding of its last product
      EXPECT_LE(system.backward_error(x), result.residual + static_cast<double>(epsilon<T>()) * static_cast<double>(n))
          << n;
    }
}

TEST(ConjugateGradients, ReachTheTolerance) {
  expect_promise<float>(10, 0);
  expect_promise<double>(10, 0);
}

TEST(ConjugateGradients, ReachTheToleranceOnNearlySingularSystems) { expect_promise<double>(1e-6, 0); }

TEST(ConjugateGradients, ReachTheToleranceWhereUnitsDifferIfPreconditioned) {
  for (const Index n : system_sizes) {
    const Dense<double> system(n, 1, 4, static_cast<std::uint64_t>(n));
    std::vector<double> x;
    const auto result = system.solve(x, {1e-14, 200 * n, true});
    EXPECT_TRUE(result.converged()) << n;
    EXPECT_LE(system.backward_error(x), 2e-14) << n;
  }
}

/// The square of the matrix of −1, 2, −1: its largest eigenvalue is below 16, its condition grows like n⁴.
Dense<double> bending(Index n) {
  Dense<double> system(n, 1, 0, 3);
  // Euclidean norms, and nothing is known about A
  system.diagonal.clear();
  system.norm = 0;
  std::fill(system.A.begin(), system.A.end(), 0.0);
  for (Index i = 0; i < n; ++i)
    for (Index j = 0; j < n; ++j) {
      const Index off = std::abs(i - j);
      at(system.A, i * n + j) = off == 0 ? (i == 0 || i == n - 1 ? 5 : 6) : off == 1 ? -4 : off == 2 ? 1 : 0;
    }
  return system;
}

TEST(ConjugateGradients, DoNotMeasureResidualsRelativeToTheRightSideAlone) {
  const Dense<double> system = bending(100);
  std::vector<double> x;
  ASSERT_TRUE(system.solve(x, {1e-14, 10000}).converged());
  EXPECT_LE(system.backward_error(x), 1e-14);
  const auto r = minus(matrix_times(system.A, x), system.b);
  const double of_b = std::sqrt(dot_product(r, r) / dot_product(system.b, system.b));
  EXPECT_GT(of_b, 1e-12) << "this system does not show why residuals are not relative to b alone";
}

TEST(ConjugateGradients, EndAfterAsManyStepsAsUnknownsWhenThereIsHardlyAnyRounding) {
  for (const Index n : {1, 2, 3, 5, 10, 20})
    for (const bool precondition : {false, true}) {
      const Dense<Quad> system(n, 5, 0, static_cast<std::uint64_t>(n));
      std::vector<Quad> x;
      const auto result = system.solve(x, {1e-20, 10 * n, precondition});
      EXPECT_TRUE(result.converged()) << n;
      EXPECT_LE(result.iterations, n + 1) << n;
    }
}

TEST(ConjugateGradients, TakeNoStepWhereTheSolutionIsKnown) {
  const Dense<double> system(20, 1, 0, 1);
  std::vector<double> x;
  ASSERT_TRUE(system.solve(x, {1e-14, 400, true}).converged());
  const std::vector<double> solution = x;
  for (const bool precondition : {false, true}) {
    const auto result = system.solve(x, {1e-13, 400, precondition, /*warm_start=*/true});
    EXPECT_TRUE(result.converged());
    EXPECT_EQ(result.iterations, 0);
    EXPECT_EQ(x, solution);
  }
}

TEST(ConjugateGradients, BeginAtZeroUnlessWarm) {
  const Dense<double> system(20, 1, 0, 1);
  std::vector<double> x, y(20, 1e3);
  system.solve(x, {1e-14, 7});
  system.solve(y, {1e-14, 7});
  EXPECT_EQ(x, y);
}

/// xᵀAx of the error.
double energy(const Dense<double>& system, const std::vector<double>& x, const std::vector<double>& solution) {
  const std::vector<double> error = minus(x, solution);
  return dot_product(error, matrix_times(system.A, error));
}

TEST(ConjugateGradients, KeepToTheirLimitAndSayThatTheyDidNotConverge) {
  const Dense<double> system(60, 1e-3, 0, 4);
  std::vector<double> solution;
  ASSERT_TRUE(system.solve(solution, {1e-15, 6000, true}).converged());
  for (const bool precondition : {false, true}) {
    double before = energy(system, std::vector<double>(60, 0.0), solution);
    for (const Index limit : {1, 2, 5, 10, 20}) {
      std::vector<double> x;
      const auto result = system.solve(x, {1e-14, limit, precondition});
      EXPECT_EQ(result.end, IterationEnd::limit);
      EXPECT_FALSE(result.converged());
      EXPECT_EQ(result.iterations, limit);
      EXPECT_GT(result.residual, 1e-14);
      const double now = energy(system, x, solution);
      EXPECT_LT(now, before) << "further steps did not reduce the error";
      before = now;
    }
  }
  std::vector<double> x;
  EXPECT_EQ(system.solve(x, {1e-14, 0}).end, IterationEnd::limit);
  EXPECT_EQ(x, std::vector<double>(60, 0.0));
}

TEST(ConjugateGradients, ReportThatASystemIsNotDefinite) {
  Dense<double> system(10, 1, 0, 5);
  for (Index i = 0; i < 10; ++i) at(system.A, i * 11) -= 12;  // some negative eigenvalues
  std::vector<double> x;
  const auto result = system.solve(x, {1e-14, 1000});
  EXPECT_EQ(result.end, IterationEnd::breakdown);
  for (const double value : x) EXPECT_TRUE(std::isfinite(value));
}

TEST(ConjugateGradients, DoNotSolveWhatHasNoSolution) {
  Dense<double> system(2, 1, 0, 5);
  system.A = {1, 0, 0, 0};
  system.b = {1, 1};
  for (const bool precondition : {false, true}) {
    system.diagonal = {1, precondition ? 0.0 : 1.0};
    std::vector<double> x;
    EXPECT_FALSE(system.solve(x, {1e-14, 1000, precondition}).converged());
  }
}

TEST(ConjugateGradients, DoNotSolveWhatIsNotFinite) {
  for (const double bad : {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()})
    for (const bool precondition : {false, true}) {
      Dense<double> right(5, 1, 0, 6), left(5, 1, 0, 6), start(5, 1, 0, 6);
      at(right.b, 2) = bad;
      at(left.A, 7) = bad;
      std::vector<double> x;
      EXPECT_EQ(right.solve(x, {1e-14, 1000, precondition}).end, IterationEnd::breakdown);
      EXPECT_EQ(left.solve(x, {1e-14, 1000, precondition}).end, IterationEnd::breakdown);
      x.assign(5, bad);
      EXPECT_EQ(start.solve(x, {1e-14, 1000, precondition, true}).end, IterationEnd::breakdown);
    }
}

TEST(ConjugateGradients, ReturnZeroForAZeroRightSide) {
  Dense<double> system(5, 1, 0, 7);
  system.b.assign(5, 0);
  std::vector<double> x(5, 3);
  const auto result = system.solve(x, {1e-14, 100, true, /*warm_start=*/true});
  EXPECT_TRUE(result.converged());
  EXPECT_EQ(result.iterations, 0);
  EXPECT_EQ(x, std::vector<double>(5, 0.0));
}

TEST(ConjugateGradients, DoNotClaimConvergenceWhereSquaresUnderflow) {
  Dense<float> system(5, 1, 0, 8);
  for (float& value : system.b) value *= 1e-30f;
  std::vector<float> x;
  EXPECT_FALSE(system.solve(x, {1e-5, 100}).converged());
}

TEST(ConjugateGradients, ReachTheToleranceWithALessAccurateProductForSteps) {
  for (const bool precondition : {false, true}) {
    const Dense<double> system(30, 10, 0, 9);
    const auto cheap = [&](View<const double> x, View<double> y) {
      system.times(x, y);
      for (Index i = 0; i < ssize(y); ++i) y[i] = static_cast<float>(y[i]);
    };
    std::vector<double> x;
    const auto result = system.solve(x, {1e-14, 1000, precondition}, cheap);
    EXPECT_TRUE(result.converged());
    EXPECT_LE(system.backward_error(x), 2e-14);
  }
}

TEST(ConjugateGradients, DoNotClaimConvergenceWithAWrongProductForSteps) {
  const Dense<double> system(30, 10, 0, 10);
  const auto wrong = [&](View<const double> x, View<double> y) {
    system.times(x, y);
    for (Index i = 0; i < ssize(y); ++i) y[i] = 0.3 * y[i];  // steps that are three times too long
  };
  std::vector<double> x;
  const auto result = system.solve(x, {1e-14, 1000, true}, wrong);
  EXPECT_EQ(result.end, IterationEnd::stagnation);
  EXPECT_GT(result.residual, 1e-3);
}

TEST(ConjugateGradients, ReportStagnationAtTheLevelOfRounding) {
  const Dense<double> system(30, 10, 0, 11);
  std::vector<double> x;
  const auto result = system.solve(x, {1e-18, 3000, true});
  EXPECT_EQ(result.end, IterationEnd::stagnation);
  EXPECT_LE(system.backward_error(x), 1e-15) << "as good as double can hold, and yet not what was asked for";
}

TEST(ConjugateGradients, WriteTheHistoryOfResiduals) {
  const Dense<double> system(30, 1, 0, 12);
  std::vector<double> x, history(1000, -1), few(3, -1);
  const auto result = system.solve(x, {1e-13, 900, true}, View<double>(history));
  ASSERT_TRUE(result.converged());
  EXPECT_EQ(history[0], 1);
  const auto steps = static_cast<std::size_t>(result.iterations);
  EXPECT_LE(history[steps], 1e-13);
  EXPECT_EQ(history[steps + 1], -1) << "more than there were steps";
  for (std::size_t k = 1; k < steps; ++k) EXPECT_GT(history[k], history[steps]);
  system.solve(x, {1e-13, 900, true}, View<double>(few));
  EXPECT_EQ(few, std::vector<double>(history.begin(), history.begin() + 3));
}

TEST(ConjugateGradients, GiveTheSameBitsFromEveryExecutor) {
  constexpr Index n = 5000;
  std::vector<double> diagonal, b;
  Random random(13);
  for (Index i = 0; i < n; ++i) {
    diagonal.push_back(random.uniform(2.1, 5));
    b.push_back(random.normal());
  }
  const auto solved = [&]<class Exec>(const Exec& exec, bool precondition) {
    const View<const double> d(diagonal);
    const auto times = [&](View<const double> x, View<double> y) {  // −1, d, −1
      map(exec, n, [=](Index i) { y[i] = d[i] * x[i] - (i > 0 ? x[i - 1] : 0) - (i + 1 < n ? x[i + 1] : 0); });
    };
    std::vector<double> x(n);
    ConjugateGradients<double, Exec> solver(n);
    const auto result = solver.solve(exec, LinearSystem{times, times, d, View<const double>(b), 1.0}, View<double>(x),
                                     {1e-13, 1000, precondition});
    EXPECT_TRUE(result.converged());
    x.push_back(result.residual);
    x.push_back(static_cast<double>(result.iterations));
    return x;
  };
  for (const bool precondition : {false, true}) {
    const auto expected = solved(Serial(), precondition);
    for_each_executor([&](const auto& exec) { EXPECT_EQ(solved(exec, precondition), expected); });
  }
}

}  // namespace
}  // namespace treefix::testing
