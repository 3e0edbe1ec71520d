// Laws of treefix/primitives/blocked_cholesky.hpp.
#include <treefix/primitives/blocked_cholesky.hpp>

#include <limits>

#include <gtest/gtest.h>

#include "support/executors.hpp"
#include "support/solutions.hpp"

namespace treefix::testing {
namespace {

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

TEST(CholeskyByTiles, WritesAboveTheDiagonalOnlyInDiagonalTiles) {
  Random random(8);
  for (const Index n : sizes) {
    const std::vector<double> H = dominant<double>(n, random, 0);
    std::vector<double> factors = H;
    ASSERT_EQ(factor_by_tiles(Serial(), n, factors), -1);
    Index changed = 0;
    for (Index i = 0; i < n; ++i)
      for (Index j = (i / cholesky_tile + 1) * cholesky_tile; j < n; ++j)
        changed += at(factors, i * n + j) != at(H, i * n + j);
    EXPECT_EQ(changed, 0) << "n = " << n;
  }
}

TEST(CholeskyByTiles, NeedsNoScratchForATileAndAColumnOfTilesForMore) {
  EXPECT_EQ(cholesky_scratch(0), 0);
  EXPECT_EQ(cholesky_scratch(cholesky_tile), 0);
  for (Index n = cholesky_tile + 1; n < 5 * cholesky_tile; ++n) {
    EXPECT_GE(cholesky_scratch(n), n * cholesky_tile) << "a tile for every row of tiles";
    EXPECT_LT(cholesky_scratch(n), (n + cholesky_tile) * cholesky_tile);
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
