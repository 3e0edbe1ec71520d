// Laws of treefix/primitives/cholesky.hpp.
#include <treefix/primitives/cholesky.hpp>

#include <gtest/gtest.h>

#include "support/solutions.hpp"

namespace treefix::testing {
namespace {

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
