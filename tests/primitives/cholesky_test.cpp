// Laws of treefix/primitives/cholesky.hpp and blocked_cholesky.hpp.
#include <treefix/primitives/blocked_cholesky.hpp>

#include <gtest/gtest.h>

#include <treefix/base/random.hpp>

#include "support/executors.hpp"
#include "support/solutions.hpp"

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

// --- by tiles ----------------------------------------------------------------------------------------------

/// Sizes with one tile, several tiles, tiles that are not full, and a tile with a single row.
constexpr Index sizes[] = {0, 1, 2, 63, 64, 65, 127, 128, 129, 200, 257};

/// Fast to generate: 2 on the diagonal, random numbers of at most 1 / n elsewhere, rows and columns scaled.
template <class T>
std::vector<T> dominant(Index n, Random& random, double decades) {
  std::vector<T> H(static_cast<std::size_t>(n * n)), scale;
  for (Index i = 0; i < n; ++i) scale.push_back(T(std::pow(10.0, random.uniform(-decades, decades))));
  for (Index i = 0; i < n; ++i)
    for (Index j = 0; j <= i; ++j) {
      const T x = i == j ? T(2) : T(random.uniform(-1, 1)) / T(static_cast<double>(n));
      at(H, i * n + j) = at(H, j * n + i) = at(scale, i) * x * at(scale, j);
    }
  return H;
}

template <class T, class Exec>
Index factor_by_tiles(const Exec& exec, Index n, std::vector<T>& H) {
  // previous contents must not matter
  std::vector<T> scratch(static_cast<std::size_t>(cholesky_scratch(n)), std::numeric_limits<T>::quiet_NaN());
  return factor_cholesky_by_tiles<T>(exec, n, H, scratch);
}

template <class T>
std::vector<T> lower_triangle(const std::vector<T>& H, Index n) {
  std::vector<T> L;
  for (Index i = 0; i < n; ++i)
    for (Index j = 0; j <= i; ++j) L.push_back(at(H, i * n + j));
  return L;
}

TEST(CholeskyByTiles, GivesTheFactorsOfTheSimpleOne) {
  Random random(3);
  for (const Index n : {0, 1, 2, 63, 64, 65, 128, 129, 150}) {
    const std::vector<Quad> H = dominant<Quad>(n, random, 0);
    std::vector<Quad> expected = H, factors = H;
    factor_cholesky<Quad>(n, expected);
    ASSERT_EQ(factor_by_tiles(Serial(), n, factors), -1);
    const auto L = lower_triangle(factors, n), simple = lower_triangle(expected, n);
    EXPECT_LT(plain(largest(minus(L, simple))), 1e-31) << "n = " << n;
    EXPECT_TRUE(n > cholesky_tile || L == simple) << "n = " << n;
  }
}

template <class T>
void expect_small_residuals_by_tiles(double decades) {
  Random random(4);
  for (const Index n : sizes) {
    const std::vector<T> H = n < 100 ? random_definite<T>(n, random, decades) : dominant<T>(n, random, decades);
    std::vector<T> factors = H, b;
    for (Index i = 0; i < n; ++i) b.push_back(T(random.uniform(-1, 1)));
    std::vector<T> x = b;
    ASSERT_EQ(factor_by_tiles(Serial(), n, factors), -1);
    solve_cholesky<T>(n, factors, x);
    EXPECT_LT(static_cast<double>(scaled_error(H, x, b)), 2) << "n = " << n;
  }
}

TEST(CholeskyByTiles, LeavesAResidualOfRounding) {
  expect_small_residuals_by_tiles<float>(0);
  expect_small_residuals_by_tiles<double>(0);
  expect_small_residuals_by_tiles<double>(4);
}

TEST(CholeskyByTiles, LeavesAResidualOfRoundingWhereTheMatrixIsNearlySingular) {
  // smooth, so its rank is hardly more than ten without the diagonal: κ is about 1e14
  constexpr Index n = 150;
  std::vector<double> H(n * n);
  for (Index i = 0; i < n; ++i)
    for (Index j = 0; j < n; ++j) {
      const double d = static_cast<double>(i - j) / static_cast<double>(n);
      at(H, i * n + j) = std::exp(-d * d) + (i == j ? 1e-12 : 0);
    }
  std::vector<double> factors = H, b(n, 1);
  ASSERT_EQ(factor_by_tiles(Serial(), n, factors), -1);
  std::vector<double> x = b;
  solve_cholesky<double>(n, factors, x);
  EXPECT_LT(scaled_error(H, x, b), 2);
}

TEST(CholeskyByTiles, GivesTheSameBitsFromEveryExecutor) {
  Random random(5);
  for (const Index n : {65, 200, 450}) {
    const std::vector<double> H = dominant<double>(n, random, 1);
    std::vector<double> expected = H;
    factor_by_tiles(Serial(), n, expected);
    for_each_executor([&](const auto& exec) {
      std::vector<double> factors = H;
      factor_by_tiles(exec, n, factors);
      EXPECT_TRUE(factors == expected) << "n = " << n;
    });
  }
}

TEST(CholeskyByTiles, NamesThePivotThatIsNotPositive) {
  Random random(6);
  for (const Index n : {5, 64, 130, 200})
    for (const Index bad : {Index(0), n / 2, n - 1})
      for (const double value : {-1.0, 0.0, std::numeric_limits<double>::quiet_NaN()}) {
        std::vector<double> H = dominant<double>(n, random, 0);
        for (Index j = 0; j < n; ++j) at(H, bad * n + j) = at(H, j * n + bad) = 0;
        at(H, bad * n + bad) = value;
        EXPECT_EQ(factor_by_tiles(Serial(), n, H), bad) << "n = " << n << ", " << value;
      }
}

TEST(CholeskyByTiles, ReadsTheLowerTriangleOnly) {
  Random random(7);
  constexpr Index n = 150;
  std::vector<double> H = dominant<double>(n, random, 1), spoiled = H;
  for (Index i = 0; i < n; ++i)
    for (Index j = i + 1; j < n; ++j) at(spoiled, i * n + j) = std::numeric_limits<double>::quiet_NaN();
  factor_by_tiles(Serial(), n, H);
  factor_by_tiles(Serial(), n, spoiled);
  std::vector<double> x(n, 1), y(n, 1);
  solve_cholesky<double>(n, H, x);
  solve_cholesky<double>(n, spoiled, y);
  EXPECT_EQ(x, y);
}

}  // namespace
}  // namespace treefix::testing
