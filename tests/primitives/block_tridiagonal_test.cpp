// Laws of treefix/primitives/block_tridiagonal.hpp.
#include <treefix/primitives/block_tridiagonal.hpp>

#include <gtest/gtest.h>

#include <treefix/base/random.hpp>

#include "support/executors.hpp"
#include "support/scalars.hpp"

namespace treefix::testing {
namespace {

using namespace math;

enum class Solver { thomas, odd_even_elimination, cyclic_reduction };
constexpr Solver all_solvers[] = {Solver::thomas, Solver::odd_even_elimination, Solver::cyclic_reduction};

constexpr int k = 6, columns = 7;

/// Systems of given lengths, with blocks of 6 or of any sizes from 0 to 6, padded. Springs connect neighbours as joints
/// connect bodies. The smallest eigenvalue of a system of full blocks is `least`; springs alone would leave it
/// singular.
template <class T>
struct Systems {
  std::vector<RowPlace> places;
  std::vector<int> sizes;
  std::vector<SmallMatrix<T, k, k>> D, U, P, Q, next;
  std::vector<SmallMatrix<T, k, columns>> R, y;
  Index longest = 0;

  Systems(const std::vector<Index>& lengths, double least, bool mixed, std::uint64_t seed) {
    Random random(seed);
    for (const Index n : lengths) {
      for (Index i = 0; i < n; ++i) places.push_back({shortened(i), shortened(n - 1 - i)});
      longest = std::max(longest, n);
    }
    const std::size_t rows = places.size();
    D.resize(rows);
    U.resize(rows);
    P.resize(rows);
    Q.resize(rows);
    next.resize(rows);
    R.resize(rows);
    y.resize(rows);
    for (std::size_t i = 0; i < rows; ++i) {
      sizes.push_back(mixed ? static_cast<int>(random.below(k + 1)) : k);
      for (int a = 0; a < k; ++a) {
        D[i][a][a] = T(a < sizes[i] ? least : 1.0);
        for (int c = 0; c < columns; ++c) R[i][a][c] = a < sizes[i] ? T(random.uniform(-1, 1)) : T(0);
      }
    }
    for (std::size_t i = 0; i < rows; ++i)
      if (places[i].after > 0) bind(i, random);
  }

  BlockTridiagonal<T, k, columns> view() { return {places, longest, D, U, R}; }
  EliminationRoom<T, k, columns> room() { return {P, Q, y, next}; }

  /// Row a of the product with x.
  T product(const std::vector<SmallMatrix<T, k, columns>>& x, std::size_t i, int a, int c) const {
    T sum = T(0);
    for (int b = 0; b < k; ++b) {
      sum += D[i][a][b] * x[i][b][c];
      if (places[i].after > 0) sum += U[i][a][b] * x[i + 1][b][c];
      if (places[i].before > 0) sum += U[i - 1][b][a] * x[i - 1][b][c];
    }
    return sum;
  }
  /// The largest sum of |numbers| in a row of A.
  T norm() const {
    T most = T(0);
    for (std::size_t i = 0; i < D.size(); ++i)
      for (int a = 0; a < k; ++a) {
        T sum = T(0);
        for (int b = 0; b < k; ++b) {
          sum += abs(D[i][a][b]);
          if (places[i].after > 0) sum += abs(U[i][a][b]);
          if (places[i].before > 0) sum += abs(U[i - 1][b][a]);
        }
        most = std::max(most, sum);
      }
    return most;
  }

 private:
  void bind(std::size_t i, Random& random) {
    SmallMatrix<T, k, k> G{}, H{};
    for (int a = 0; a < k; ++a)
      for (int b = 0; b < k; ++b) {
        const double g = random.normal() / 2, h = random.normal() / 2;
        if (a < sizes[i]) G[a][b] = T(g);
        if (a < sizes[i + 1]) H[a][b] = T(h);
      }
    D[i] = minus_product(D[i], negative(G), transpose(G));
    D[i + 1] = minus_product(D[i + 1], negative(H), transpose(H));
    U[i] = minus_product(U[i], G, transpose(H));
  }
  static SmallMatrix<T, k, k> negative(const SmallMatrix<T, k, k>& a) {
    SmallMatrix<T, k, k> b;
    for (int i = 0; i < k; ++i) b[i] = T(-1) * a[i];
    return b;
  }
};

template <class T>
using Solution = std::vector<SmallMatrix<T, k, columns>>;

template <class T, class Exec = Serial>
Solution<T> solve(Systems<T> systems, Solver solver, const Exec& exec = {}) {
  switch (solver) {
    case Solver::thomas: thomas(exec, systems.view()); break;
    case Solver::odd_even_elimination: odd_even_elimination(exec, systems.view(), systems.room()); break;
    case Solver::cyclic_reduction: cyclic_reduction(exec, systems.view(), systems.room()); break;
  }
  return systems.R;
}

/// All numbers of a solution.
template <class T>
std::vector<T> numbers(const Solution<T>& x) {
  std::vector<T> all;
  for (const auto& block : x)
    for (const auto& row : block.rows) all.insert(all.end(), row.x, row.x + columns);
  return all;
}

template <class T>
T largest(const std::vector<T>& x) {
  T most = T(0);
  for (const T& value : x)
    if (!(abs(value) <= most)) most = abs(value);  // keeps NaN
  return most;
}

/// The largest |A x − R| over |A| |x| + |R|, in units of ε.
template <class T>
double backward_error(const Systems<T>& systems, const Solution<T>& x) {
  std::vector<T> rest;
  for (std::size_t i = 0; i < x.size(); ++i)
    for (int a = 0; a < k; ++a)
      for (int c = 0; c < columns; ++c) rest.push_back(systems.product(x, i, a, c) - systems.R[i][a][c]);
  const T scale = systems.norm() * largest(numbers(x)) + largest(numbers(systems.R));
  return scale == T(0) ? 0 : static_cast<double>(largest(rest) / (epsilon<T>() * scale));  // no unknowns at all
}

/// The documented accuracy of the solvers, in units of ε.
double promise(Solver solver, double condition) {
  return solver == Solver::odd_even_elimination ? 10 * condition : 10 + std::sqrt(condition) / 100;
}

template <class T>
void expect_promised_error(Index n, double least, bool mixed, std::uint64_t seed) {
  const Systems<T> systems({n}, least, mixed, seed);
  const double condition = static_cast<double>(systems.norm()) / least;
  for (const Solver solver : all_solvers) {
    EXPECT_LT(backward_error(systems, solve(systems, solver)), promise(solver, condition))
        << "n " << n << ", least eigenvalue " << least << ", solver " << static_cast<int>(solver);
  }
}

TEST(BlockTridiagonal, SolversLeaveTheResidualTheyPromise) {
  std::uint64_t seed = 0;
  for (const bool mixed : {false, true})
    for (const double least : {1e-1, 1e-3, 1e-6, 1e-9, 1e-12})
      for (Index n = 1; n <= 40; ++n) expect_promised_error<double>(n, least, mixed, ++seed);
  for (const double least : {1e-1, 1e-6, 1e-12}) expect_promised_error<double>(1000, least, false, ++seed);
}

TEST(BlockTridiagonal, SolversLeaveTheResidualTheyPromiseInQuad) {
  std::uint64_t seed = 0;
  for (const bool mixed : {false, true})
    for (const double least : {1e-1, 1e-6, 1e-12})
      for (const Index n : {1, 2, 3, 4, 5, 7, 13, 40}) expect_promised_error<Quad>(n, least, mixed, ++seed);
}

TEST(BlockTridiagonal, SolversAgreeInQuad) {
  for (const Index n : {1, 2, 3, 4, 5, 8, 9, 31, 40})
    for (const double least : {1e-2, 1e-12}) {
      const Systems<Quad> systems({n}, least, n % 2 == 0, static_cast<std::uint64_t>(n));
      const auto expected = numbers(solve(systems, Solver::thomas));
      for (const Solver solver : all_solvers) {
        auto x = numbers(solve(systems, solver));
        for (std::size_t i = 0; i < x.size(); ++i) x[i] -= expected[i];
        EXPECT_LT(static_cast<double>(largest(x) / largest(expected)), 1e-31 / least) << n;
      }
    }
}

TEST(BlockTridiagonal, SystemsSideBySideAreSolvedEachByItself) {
  const std::vector<Index> lengths{1, 5, 2, 1, 1, 16, 3, 40, 7};
  Systems<Quad> all(lengths, 1e-2, true, 3);
  for (const Solver solver : all_solvers) {
    const auto together = numbers(solve(all, solver));
    std::vector<Quad> each;
    std::ptrdiff_t first = 0;
    for (const Index n : lengths) {
      Systems<Quad> one({n}, 1e-2, true, 1);
      std::copy_n(all.D.begin() + first, n, one.D.begin());
      std::copy_n(all.U.begin() + first, n, one.U.begin());
      std::copy_n(all.R.begin() + first, n, one.R.begin());
      const auto x = numbers(solve(one, solver));
      each.insert(each.end(), x.begin(), x.end());
      first += n;
    }
    // cyclic reduction eliminates rows in an order that depends on their numbers
    EXPECT_LE(test::distance(together, each), solver == Solver::cyclic_reduction ? 1e4 : 0);
  }
}

TEST(BlockTridiagonal, PaddingStaysZero) {
  const Systems<double> systems({20, 1, 7}, 1e-3, true, 4);
  for (const Solver solver : all_solvers) {
    const auto x = solve(systems, solver);
    for (std::size_t i = 0; i < x.size(); ++i)
      for (int a = systems.sizes[i]; a < k; ++a)
        for (int c = 0; c < columns; ++c) EXPECT_EQ(x[i][a][c], 0);
  }
}

TEST(BlockTridiagonal, SolversReadOnlyTheDocumentedEntries) {
  const Systems<double> systems({1, 20, 6}, 1e-3, true, 4);
  Systems<double> spoiled = systems;
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  for (std::size_t i = 0; i < systems.D.size(); ++i)
    for (int a = 0; a < k; ++a)
      for (int b = 0; b < k; ++b) {
        if (b > a) spoiled.D[i][a][b] = nan;
        if (systems.places[i].after == 0) spoiled.U[i][a][b] = nan;
        spoiled.P[i][a][b] = spoiled.Q[i][a][b] = spoiled.next[i][a][b] = nan;
      }
  for (const Solver solver : all_solvers)
    EXPECT_EQ(numbers(solve(spoiled, solver)), numbers(solve(systems, solver))) << static_cast<int>(solver);
}

TEST(BlockTridiagonal, GivesTheSameBitsFromEveryExecutor) {
  const Systems<double> systems({1, 500, 3, 1, 1, 700, 40}, 1e-3, true, 5);
  for (const Solver solver : all_solvers) {
    const auto expected = numbers(solve(systems, solver));
    for_each_executor([&](const auto& exec) { EXPECT_EQ(numbers(solve(systems, solver, exec)), expected); });
  }
}

TEST(BlockTridiagonal, SystemsWithoutRowsAreAccepted) {
  const Systems<double> systems({}, 1, true, 5);
  for (const Solver solver : all_solvers) EXPECT_TRUE(solve(systems, solver).empty());
}

/// Counts rounds, which run one after the other, and calls, which are the work.
struct Counting {
  template <class X>
  using Array = Scratch<X>;
  Index *rounds, *calls;

  template <class F>
  void for_each(Index n, F f, Index = 1) const {
    ++*rounds;
    *calls += n;
    for (Index i = 0; i < n; ++i) f(i);
  }
};

TEST(BlockTridiagonal, TheNumberOfRoundsIsLogarithmic) {
  for (const Index n : {1, 2, 3, 4, 5, 8, 9, 100}) {
    const Index steps = doubling_steps(n);
    EXPECT_TRUE((Index{1} << steps) >= n && (steps == 0 || (Index{1} << (steps - 1)) < n));
    const auto count = [&](Solver solver) {
      Index rounds = 0, calls = 0;
      solve(Systems<double>({n}, 1e-2, false, 1), solver, Counting{&rounds, &calls});
      return std::pair{rounds, calls};
    };
    // two rounds per step, D⁻¹ of all rows and then their use, and a last D⁻¹                [Yang 2018, algorithm 2]
    EXPECT_EQ(count(Solver::odd_even_elimination), (std::pair{2 * steps + 1, (2 * steps + 1) * n}));
    // and one more per step of back substitution; eliminated rows are called twice, the others once per step
    const auto [rounds, calls] = count(Solver::cyclic_reduction);
    EXPECT_EQ(rounds, 3 * steps + 1);
    EXPECT_LE(calls, 3 * n + steps);
    EXPECT_EQ(count(Solver::thomas).first, 1);
  }
}

}  // namespace
}  // namespace treefix::testing
