// Laws of treefix/primitives/sparse_ltdl.hpp.
#include <treefix/primitives/sparse_ltdl.hpp>

#include <gtest/gtest.h>

#include <treefix/base/random.hpp>
#include <treefix/primitives/cholesky.hpp>

#include "support/forests.hpp"
#include "support/mass.hpp"
#include "support/solutions.hpp"

namespace treefix::testing {
namespace {

template <class T>
SparseMatrix<T> zero_matrix_of(const Tree& tree) {
  SparseMatrix<T> H{SparsePattern(tree), {}};
  H.values.resize(static_cast<std::size_t>(H.pattern.entries()), T(0));
  return H;
}

/// Adds x xᵀ with a random x that is nonzero only on the root path of i.
template <class T>
void add_square(SparseMatrix<T>& H, Index i, Random& random) {
  const auto way = H.pattern.row(i);
  std::vector<T> x;
  for (Index p = 0; p < ssize(way); ++p) x.push_back(T(random.normal()));
  for (Index p = 0; p < ssize(way); ++p)
    for (Index r = 0; r <= p; ++r) at(H.values, H.pattern.begins()[way[p]] + r) += at(x, p) * at(x, r);
}

/// Positive definite, with the sparsity pattern of the tree.
template <class T>
SparseMatrix<T> random_matrix_of(const Tree& tree, Random& random) {
  auto H = zero_matrix_of<T>(tree);
  for (Index i = 0; i < tree.size(); ++i)
    for (int again = 0; again < 3; ++again) add_square(H, i, random);
  return H;
}

/// A matrix of half the rank, plus a diagonal that gives it this condition number; rows and columns then differ by
/// several decades.
SparseMatrix<double> nearly_singular(const Tree& tree, Random& random, double condition, double decades) {
  auto H = zero_matrix_of<double>(tree);
  for (Index i = 0; i < tree.size(); i += 2) add_square(H, i, random);
  const double least = largest(H.values) / condition;
  std::vector<double> scale;
  for (Index i = 0; i < tree.size(); ++i) scale.push_back(std::pow(10.0, random.uniform(-decades, decades)));
  for (Index i = 0; i < tree.size(); ++i)
    for (Index p = 0; p < ssize(H.pattern.row(i)); ++p) {
      const Index j = H.pattern.row(i)[p];
      double& value = at(H.values, H.pattern.begins()[i] + p);
      value = at(scale, i) * (value + (i == j ? least : 0)) * at(scale, j);
    }
  return H;
}

template <class T>
std::vector<T> right_side(Index n, Random& random) {
  std::vector<T> b;
  for (Index i = 0; i < n; ++i) b.push_back(T(random.uniform(-1, 1)));
  return b;
}

TEST(SparseLtdl, FactorsMultiplyToTheMatrix) {
  Random random(1);
  for (const auto& [name, tree] : all_trees()) {
    const auto H = random_matrix_of<Quad>(tree, random);
    SparseMatrix<Quad> factors = H;
    ASSERT_EQ(factor_sparse_ltdl<Quad>(factors.pattern, factors.values), -1) << name;
    const auto full = expanded(H), LD = expanded(factors);  // D⁻¹ on the diagonal
    const Index n = tree.size();
    const auto L = [&](Index k, Index i) { return k == i ? Quad(1) : k > i ? at(LD, k * n + i) : Quad(0); };
    Quad worst = 0;
    for (Index i = 0; i < n; ++i)
      for (Index j = 0; j <= i; ++j) {
        Quad sum = 0;  // H_ij = Σ L_ki D_k L_kj over k >= i
        for (Index k = i; k < n; ++k) sum += L(k, i) * L(k, j) / at(LD, k * n + k);
        const Quad error = abs(sum - at(full, i * n + j)) / sqrt(at(full, i * n + i) * at(full, j * n + j));
        if (!(error <= worst)) worst = error;
      }
    EXPECT_LT(plain(worst), 1e-30) << name;
  }
}

TEST(SparseLtdl, SolvesAsDenseCholesky) {
  Random random(2);
  for (const auto& [name, tree] : all_trees()) {
    auto H = random_matrix_of<Quad>(tree, random);
    auto dense = expanded(H), x = right_side<Quad>(tree.size(), random), expected = x;
    factor_cholesky<Quad>(tree.size(), dense);
    solve_cholesky<Quad>(tree.size(), dense, expected);
    ASSERT_EQ(factor_sparse_ltdl<Quad>(H.pattern, H.values), -1) << name;
    solve_sparse_ltdl<Quad>(H.pattern, H.values, x);
    EXPECT_LT(plain(largest(minus(x, expected)) / (1 + largest(expected))), 1e-20) << name;
  }
}

TEST(SparseLtdl, SolvesWithMassMatrices) {
  for (const Model& model : many_models(100)) {
    Robot<Quad> robot(model);
    auto H = sparse_by_scan(Serial(), {}, robot);
    auto factors = robot.H(), expected = robot.a, x = robot.a;
    factor_cholesky<Quad>(robot.m.nv, factors);
    solve_cholesky<Quad>(robot.m.nv, factors, expected);
    ASSERT_EQ(factor_sparse_ltdl<Quad>(H.pattern, H.values), -1) << describe(model);
    solve_sparse_ltdl<Quad>(H.pattern, H.values, x);
    EXPECT_LT(plain(largest(minus(x, expected)) / (1 + largest(expected))), 1e-22) << describe(model);
  }
}

TEST(SparseLtdl, LeavesAResidualOfRoundingHoweverNearlySingularTheMatrix) {
  Random random(4);
  for (const auto& [name, tree] : all_trees())
    for (const double condition : {10.0, 1e4, 1e8, 1e12})
      for (const double decades : {0.0, 4.0}) {
        auto H = nearly_singular(tree, random, condition, decades);
        const auto full = expanded(H), b = right_side<double>(tree.size(), random);
        auto x = b;
        ASSERT_EQ(factor_sparse_ltdl<double>(H.pattern, H.values), -1) << name << ", condition " << condition;
        solve_sparse_ltdl<double>(H.pattern, H.values, x);
        EXPECT_LT(scaled_error(full, x, b), 2) << name << ", condition " << condition;
      }
}

TEST(SparseLtdl, NamesTheCoordinateWhereAMatrixIsNotPositiveDefinite) {
  Random random(3);
  for (const auto& [name, tree] : all_trees())
    for (const double bad : {0.0, -1.0, std::nan("")}) {
      if (tree.size() == 0) continue;
      auto H = random_matrix_of<double>(tree, random);
      const Index k = random.below(tree.size());
      at(H.values, H.pattern.begins()[k + 1] - 1) =
          bad;  // a diagonal entry that is not positive, so that its pivot cannot be positive
      const Index found = factor_sparse_ltdl<double>(H.pattern, H.values);
      EXPECT_EQ(found, k) << name;
    }
}

TEST(SparseLtdl, NamesTheCoordinateAlsoWhereOnlyAPivotIsNotPositive) {
  // (1 2; 2 1) with a positive diagonal, eliminated from the last coordinate: the pivot of the first is 1 − 4
  const SparsePattern pattern(Tree({root, 0}));
  std::vector<double> H{1, 2, 1};
  EXPECT_EQ(factor_sparse_ltdl<double>(pattern, H), 0);
}

}  // namespace
}  // namespace treefix::testing
