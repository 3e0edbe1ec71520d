// Laws of treefix/primitives/ltdl.hpp.
#include <treefix/primitives/ltdl.hpp>

#include <gtest/gtest.h>

#include <treefix/base/random.hpp>
#include <treefix/primitives/cholesky.hpp>

#include "support/scalars.hpp"
#include "support/solutions.hpp"

namespace treefix::testing {
namespace {

/// A matrix with the sparsity pattern of a tree.
template <class T>
struct Sparse {
  Index n = 0;
  RootPaths paths;
  std::vector<T> H;  // both triangles
  std::vector<bool> used;  // whether j is on the root path of i
};

/// Σ x xᵀ over vectors x that are nonzero on one root path only; scales of the coordinates differ by several decades.
template <class T>
Sparse<T> random_sparse(Index n, Random& random, double decades) {
  Sparse<T> s{
      n, {}, std::vector<T>(static_cast<std::size_t>(n * n), T(0)), std::vector<bool>(static_cast<std::size_t>(n * n))};
  std::vector<double> scale;
  for (Index i = 0; i < n; ++i) {
    const bool chain = n % 3 == 0;
    const Index above = chain ? i - 1 : random.below(i + 1) - 1;
    s.paths.above.push_back(static_cast<std::int32_t>(above));
    // runs may end anywhere: here some end earlier than necessary
    const bool goes_on = i > 0 && above == i - 1 && random.below(4) != 0;
    s.paths.run.push_back(goes_on ? s.paths.run.back() : static_cast<std::int32_t>(i));
    scale.push_back(std::pow(10.0, random.uniform(-decades, decades)));
    for (Index j = i; j >= 0; j = at(s.paths.above, j)) s.used[static_cast<std::size_t>(i * n + j)] = true;
  }
  for (Index i = 0; i < n; ++i)
    for (int again = 0; again < 3; ++again) {
      std::vector<T> x(static_cast<std::size_t>(n), T(0));
      for (Index j = i; j >= 0; j = at(s.paths.above, j)) at(x, j) = T(at(scale, j) * random.normal());
      for (Index k = 0; k < n; ++k)
        for (Index l = 0; l < n; ++l) at(s.H, k * n + l) += at(x, k) * at(x, l);
    }
  return s;
}

template <class T>
std::vector<T> ltdl_solution(const Sparse<T>& s, std::vector<T> x) {
  std::vector<T> factors = s.H;
  factor_ltdl<T>(s.n, s.paths, factors.data());
  solve_ltdl<T>(s.n, s.paths, factors.data(), x.data());
  return x;
}

template <class T>
std::vector<T> random_right_side(Index n, Random& random) {
  std::vector<T> b;
  for (Index i = 0; i < n; ++i) b.push_back(T(random.uniform(-1, 1)));
  return b;
}

TEST(Ltdl, EqualsDenseCholeskyInQuad) {
  Random random(1);
  for (Index n = 1; n <= 30; ++n) {
    const auto s = random_sparse<Quad>(n, random, 1);
    const auto b = random_right_side<Quad>(n, random);
    auto dense = s.H, expected = b;
    factor_cholesky<Quad>(n, dense);
    solve_cholesky<Quad>(n, dense, expected);
    const auto x = ltdl_solution(s, b);
    EXPECT_LT(plain(largest(minus(x, expected)) / largest(expected)), 1e-22) << "n = " << n;
  }
}

TEST(Ltdl, LeavesAResidualOfRoundingAlsoWhereUnitsDiffer) {
  Random random(2);
  for (const double decades : {0.0, 4.0})
    for (Index n = 1; n <= 40; ++n) {
      const auto s = random_sparse<double>(n, random, decades);
      const auto b = random_right_side<double>(n, random);
      EXPECT_LT(scaled_error(s.H, ltdl_solution(s, b), b), 2) << "n = " << n;
    }
}

TEST(Ltdl, FactorsMultiplyToTheMatrix) {
  Random random(3);
  for (Index n = 1; n <= 20; ++n) {
    const auto s = random_sparse<Quad>(n, random, 1);
    auto factors = s.H;
    factor_ltdl<Quad>(n, s.paths, factors.data());
    // L has ones on its diagonal, D⁻¹ is stored there
    const auto L = [&](Index k, Index i) {
      return k == i ? Quad(1) : k > i && s.used[static_cast<std::size_t>(k * n + i)] ? at(factors, k * n + i) : Quad(0);
    };
    for (Index i = 0; i < n; ++i)
      for (Index j = 0; j < n; ++j) {
        Quad sum = 0;
        for (Index k = 0; k < n; ++k) sum += L(k, i) * L(k, j) / at(factors, k * n + k);
        const Quad size = sqrt(at(s.H, i * n + i) * at(s.H, j * n + j));
        EXPECT_LT(plain(abs(sum - at(s.H, i * n + j)) / size), 1e-30);
      }
  }
}

TEST(Ltdl, TouchesOnlyEntriesOnRootPaths) {
  Random random(4);
  for (Index n = 2; n <= 20; ++n) {
    auto s = random_sparse<double>(n, random, 1);
    const auto b = random_right_side<double>(n, random);
    const auto x = ltdl_solution(s, b);
    for (std::size_t i = 0; i < s.H.size(); ++i)
      if (!s.used[i]) s.H[i] = std::nan("");
    auto factors = s.H, y = b;
    factor_ltdl<double>(n, s.paths, factors.data());
    solve_ltdl<double>(n, s.paths, factors.data(), y.data());
    EXPECT_EQ(x, y);
    for (std::size_t i = 0; i < s.H.size(); ++i) EXPECT_EQ(std::isnan(factors[i]), !s.used[i]);
  }
}

TEST(Ltdl, InLanesIsThatOfEachLane) {
  using T = Lanes<double, 4>;
  Random random(5);
  for (Index n = 1; n <= 12; ++n) {
    std::vector<Sparse<double>> four;
    for (int lane = 0; lane < 4; ++lane) {
      Random same(static_cast<std::uint64_t>(n));  // the same tree, other numbers
      four.push_back(random_sparse<double>(n, same, 1));
      for (double& h : four.back().H) h *= 1 + lane;
    }
    std::vector<T> H(four[0].H.size()), x;
    const auto b = random_right_side<double>(n, random);
    for (const double value : b) x.push_back(T(value));
    for (std::size_t i = 0; i < H.size(); ++i)
      for (int lane = 0; lane < 4; ++lane) H[i].set(lane, at(four, lane).H[i]);
    factor_ltdl<T>(n, four[0].paths, H.data());
    solve_ltdl<T>(n, four[0].paths, H.data(), x.data());
    for (int lane = 0; lane < 4; ++lane) EXPECT_LT(scaled_error(at(four, lane).H, test::lane_of(x, lane), b), 2);
  }
}

}  // namespace
}  // namespace treefix::testing
