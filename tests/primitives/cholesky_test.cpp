// Laws of treefix/primitives/cholesky.hpp.
#include <treefix/primitives/cholesky.hpp>

#include <gtest/gtest.h>

#include "support/robot.hpp"

namespace treefix::testing {
namespace {

/// B Bᵀ with random B, the rows of B scaled over several orders of magnitude.
template <class T>
std::vector<T> random_definite(Index n, Random& random, double decades) {
  std::vector<T> B, H(static_cast<std::size_t>(n * n), T(0));
  for (Index i = 0; i < n; ++i) {
    const double scale = std::pow(10.0, random.uniform(-decades, decades));
    for (Index j = 0; j < n; ++j) B.push_back(T(scale * random.normal()));
  }
  const auto at = [n](Index i, Index j) { return static_cast<std::size_t>(i * n + j); };
  for (Index i = 0; i < n; ++i)
    for (Index j = 0; j < n; ++j)
      for (Index k = 0; k < n; ++k) H[at(i, j)] += B[at(i, k)] * B[at(j, k)];
  return H;
}

/// The largest |H x − b|_i over n ε √H_ii Σ_j √H_jj |x_j|: of order one for a backward stable solution.
template <class T>
T scaled_error(const std::vector<T>& H, const std::vector<T>& x, const std::vector<T>& b) {
  const auto n = x.size();
  const auto residual = minus(matrix_times(H, x), b);
  T sum = T(0), worst = T(0);
  for (std::size_t j = 0; j < n; ++j) sum += sqrt(H[j * n + j]) * abs(x[j]);
  for (std::size_t i = 0; i < n; ++i) {
    const T error = abs(residual[i]) / (T(static_cast<double>(n)) * epsilon<T>() * sqrt(H[i * n + i]) * sum);
    if (!(error <= worst)) worst = error;
  }
  return worst;
}

template <class T>
void expect_small_residuals(double decades) {
  Random random(1);
  for (Index n = 1; n <= 40; ++n) {
    const std::vector<T> H = random_definite<T>(n, random, decades);
    std::vector<T> factors = H, b;
    for (Index i = 0; i < n; ++i) b.push_back(T(random.uniform(-1, 1)));
    std::vector<T> x = b;
    factor_cholesky<T>(n, factors);
    solve_cholesky<T>(n, factors, x);
    EXPECT_LT(static_cast<double>(scaled_error(H, x, b)), 2) << "n = " << n;
  }
}

TEST(Cholesky, LeavesAResidualOfRounding) {
  expect_small_residuals<float>(0);
  expect_small_residuals<double>(0);
  expect_small_residuals<Quad>(0);
}

TEST(Cholesky, LeavesAResidualOfRoundingWhereUnitsDiffer) {
  expect_small_residuals<double>(4);
  expect_small_residuals<Quad>(4);
}

TEST(Cholesky, ReadsTheLowerTriangleOnly) {
  Random random(2);
  constexpr Index n = 9;
  std::vector<double> H = random_definite<double>(n, random, 1), spoiled = H;
  for (Index i = 0; i < n; ++i)
    for (Index j = i + 1; j < n; ++j) spoiled[static_cast<std::size_t>(i * n + j)] = 1e300;
  std::vector<double> x(n, 1), y(n, 1);
  factor_cholesky<double>(n, H);
  solve_cholesky<double>(n, H, x);
  factor_cholesky<double>(n, spoiled);
  solve_cholesky<double>(n, spoiled, y);
  EXPECT_EQ(x, y);
}

TEST(Cholesky, OfADiagonalDivides) {
  std::vector<double> H{4, 0, 0, 0.5}, x{2, 3};
  factor_cholesky<double>(2, H);
  solve_cholesky<double>(2, H, x);
  EXPECT_EQ(x, (std::vector<double>{0.5, 6}));
}

}  // namespace
}  // namespace treefix::testing
