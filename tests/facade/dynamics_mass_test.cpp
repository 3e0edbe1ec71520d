// Dynamics: the mass matrix of large trees, in compressed rows, and products with it and its inverse.
#include <gtest/gtest.h>

#include <treefix/primitives/cholesky.hpp>

#include "support/mimic.hpp"
#include "support/robot.hpp"
#include "support/sanitized.hpp"
#include "support/threads.hpp"

namespace treefix::testing {
namespace {

/// Small models with every joint; and models large enough for threads, of every shape, also with light children first.
std::vector<Model> models() {
  std::vector<Model> all = many_models(40);
  all.insert(all.end(),
             {zoo::chain(1), zoo::chain(700), zoo::star(600), zoo::snake(400), zoo::auto_tree(800, 2, 0.1),
              zoo::random_tree({.n = 600, .seed = 1, .joints = "R"}),
              zoo::random_tree({.n = 300, .seed = 2, .joints = "RPHSLF", .root = "F", .armature = 0.3}),
              zoo::random_tree({.n = 400, .seed = 3, .joints = "RRRRRRRRRRRRS", .branching = 1, .armature = 0.1})});
  return all;
}

std::vector<double> dense(Dynamics& dynamics, const std::vector<double>& q, int threads = 0) {
  const auto n = static_cast<std::size_t>(dynamics.model().nv());
  std::vector<double> H(n * n, std::nan(""));
  dynamics.mass_matrix(q, H, {.threads = threads});
  return H;
}
std::vector<double> lower(Dynamics& dynamics, const std::vector<double>& q, int threads = 0) {
  std::vector<double> values(static_cast<std::size_t>(dynamics.sparse_entries()), std::nan(""));
  dynamics.sparse_mass_matrix(q, values, {.threads = threads});
  return values;
}
std::vector<double> symmetric(Dynamics& dynamics, const std::vector<double>& q, int threads = 0) {
  std::vector<double> values(static_cast<std::size_t>(dynamics.symmetric_rows().entries()), std::nan(""));
  dynamics.symmetric_mass_matrix(q, values, {.threads = threads});
  return values;
}
std::vector<double> apply(Dynamics& dynamics, const std::vector<double>& q, const std::vector<double>& x,
                          int threads = 0) {
  std::vector<double> y(x.size(), std::nan(""));
  dynamics.mass_matrix_apply(q, x, y, {.threads = threads});
  return y;
}
std::vector<double> solve(Dynamics& dynamics, const std::vector<double>& q, const std::vector<double>& x) {
  std::vector<double> y(x.size(), std::nan(""));
  dynamics.mass_matrix_solve(q, x, y);
  return y;
}

/// √H_ii: the unit of errors of H and of H x.
std::vector<double> scales(const std::vector<double>& H, std::size_t n) {
  std::vector<double> w;
  for (std::size_t i = 0; i < n; ++i) w.push_back(std::sqrt(H[i * n + i]));
  return w;
}

TEST(DynamicsMass, DenseIsThatOfTheRecursion) {
  for (const Model& model : models()) {
    Robot<double> robot(model);
    Dynamics dynamics(model);
    const auto expected = robot.H(), H = dense(dynamics, robot.q);
    const std::size_t n = robot.a.size();
    const auto w = scales(expected, n);
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j < n; ++j) {
        ASSERT_NEAR(H[i * n + j], expected[i * n + j], 1e-11 * w[i] * w[j]) << describe(model) << i << ", " << j;
        ASSERT_EQ(H[i * n + j], H[j * n + i]) << describe(model);
      }
  }
}

TEST(DynamicsMass, CompressedRowsAreDenseWithoutEntriesThatAreAlwaysZero) {
  for (const Model& model : models()) {
    Robot<double> robot(model);
    Dynamics dynamics(model);
    const auto H = robot.H(), values = lower(dynamics, robot.q), both = symmetric(dynamics, robot.q);
    const std::size_t n = robot.a.size();
    const auto w = scales(H, n);
    const AncestorPaths& rows = dynamics.sparse_rows();
    const SymmetricRows& all = dynamics.symmetric_rows();
    ASSERT_EQ(rows.rows(), ssize(robot.a));
    ASSERT_EQ(rows.entries(), dynamics.sparse_entries());
    ASSERT_EQ(all.entries(), 2 * rows.entries() - ssize(robot.a));
    std::vector<std::int32_t> columns(both.size(), -1);
    for (Index i = 0; i < all.rows(); ++i) all.put_columns(i, columns.data());
    std::vector<double> left(H);  // entries that are not in the pattern
    for (Index i = 0; i < all.rows(); ++i) {
      for (Index k = all.begins()[i]; k < all.begins()[i + 1]; ++k) {
        const auto at_ij = static_cast<std::size_t>(i) * n + static_cast<std::size_t>(at(columns, k));
        ASSERT_LT(k > all.begins()[i] ? at(columns, k - 1) : -1, at(columns, k)) << describe(model);
        ASSERT_NEAR(at(both, k), H[at_ij], 1e-11 * at(w, i) * at(w, at(columns, k))) << describe(model);
        left[at_ij] = 0;
      }
      for (Index p = 0; p < ssize(rows.row(i)); ++p) {
        ASSERT_EQ(at(columns, all.begins()[i] + p), rows.row(i)[p]) << describe(model);
        ASSERT_EQ(at(both, all.begins()[i] + p), at(values, rows.begins()[i] + p)) << describe(model);
        ASSERT_EQ(at(both, all.place(rows.row(i)[p], i)), at(values, rows.begins()[i] + p)) << describe(model);
      }
    }
    EXPECT_EQ(left, std::vector<double>(n * n)) << describe(model);
  }
}

TEST(DynamicsMass, DenseHasTheBitsOfCompressedRowsIfNearlyAllEntriesAreZero) {
  for (const Model& model : {zoo::auto_tree(800, 2, 0.1), zoo::star(600), zoo::auto_tree(2000, 1.3, 0.1)}) {
    Robot<double> robot(model);
    Dynamics dynamics(model);
    ASSERT_LT(16 * dynamics.sparse_entries(), model.nv() * model.nv());
    const auto values = lower(dynamics, robot.q);
    const AncestorPaths& rows = dynamics.sparse_rows();
    std::vector<double> expected(static_cast<std::size_t>(model.nv() * model.nv()));
    for (Index i = 0; i < rows.rows(); ++i)
      for (Index p = 0; p < ssize(rows.row(i)); ++p) {
        const Index j = rows.row(i)[p];
        at(expected, i * model.nv() + j) = at(expected, j * model.nv() + i) = at(values, rows.begins()[i] + p);
      }
    EXPECT_TRUE(dense(dynamics, robot.q) == expected) << model.name();
  }
}

TEST(DynamicsMass, ApplyIsTheMatrixTimesAVector) {
  for (const Model& model : models()) {
    Robot<double> robot(model);
    Dynamics dynamics(model);
    const auto H = robot.H(), y = apply(dynamics, robot.q, robot.a);
    const std::size_t n = robot.a.size();
    const auto w = scales(H, n);
    double size = 0;  // Σ √H_jj |x_j|: an upper bound of |H x|_i / √H_ii
    for (std::size_t j = 0; j < n; ++j) size += w[j] * std::abs(robot.a[j]);
    const auto expected = matrix_times(H, robot.a);
    for (std::size_t i = 0; i < n; ++i) ASSERT_NEAR(y[i], expected[i], 1e-12 * w[i] * size) << describe(model);
  }
}

/// The largest |H y − x|_i / √H_ii over Σ √H_jj |y_j|: about ε for a y that is as accurate as x allows.
double residual(const std::vector<double>& Hy, const std::vector<double>& x, const std::vector<double>& y,
                const std::vector<double>& w) {
  double worst = 0, size = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    size += w[i] * std::abs(y[i]);
    const double error = std::abs(Hy[i] - x[i]) / w[i];
    if (!(error <= worst)) worst = error;
  }
  return worst / size;
}

TEST(DynamicsMass, BothSolversLeaveAResidualOfAFewEpsilon) {
  for (const Model& model : models()) {
    if (model.nv() == 0) continue;
    Robot<double> robot(model);
    Dynamics dynamics(model);
    const auto w = scales(robot.H(), robot.a.size());
    const auto y = solve(dynamics, robot.q, robot.a);
    EXPECT_LT(residual(apply(dynamics, robot.q, y), robot.a, y, w), 1e-12) << describe(model);
    std::vector<double> factors = lower(dynamics, robot.q), z = robot.a;
    dynamics.factor_sparse(factors);
    dynamics.solve_sparse(factors, z);
    EXPECT_LT(residual(apply(dynamics, robot.q, z), robot.a, z, w), 1e-12) << describe(model);
  }
}

TEST(DynamicsMass, IsPositiveDefinite) {
  for (const Model& model : models()) {
    Robot<double> robot(model);
    Dynamics dynamics(model);
    std::vector<double> factors = lower(dynamics, robot.q);
    EXPECT_NO_THROW(dynamics.factor_sparse(factors)) << describe(model);
    for (Index i = 0; i < dynamics.sparse_rows().rows(); ++i)  // D⁻¹
      EXPECT_GT(at(factors, dynamics.sparse_rows().begins()[i + 1] - 1), 0) << describe(model);
  }
}

TEST(DynamicsMass, GivesTheSameBitsForEveryNumberOfThreads) {
  const EightThreads more;
  for (const Model& model : models()) {
    Robot<double> robot(model);
    Dynamics dynamics(model);
    for (const int threads : {2, 8}) {
      EXPECT_EQ(dense(dynamics, robot.q, threads), dense(dynamics, robot.q, 1)) << describe(model);
      EXPECT_EQ(lower(dynamics, robot.q, threads), lower(dynamics, robot.q, 1)) << describe(model);
      EXPECT_EQ(symmetric(dynamics, robot.q, threads), symmetric(dynamics, robot.q, 1)) << describe(model);
      EXPECT_EQ(apply(dynamics, robot.q, robot.a, threads), apply(dynamics, robot.q, robot.a, 1)) << describe(model);
    }
  }
}

TEST(DynamicsMass, AgreesWithApplyWhereItIsTooLargeForCaches) {
  for (const Model& model : {zoo::chain(2100), zoo::auto_tree(2200, 1.3, 0.1),
                             zoo::random_tree({.n = 1500, .seed = 5, .joints = "RRS", .armature = 0.1})}) {
    Robot<double> robot(model);
    Dynamics dynamics(model);
    const std::size_t n = robot.a.size();
    ASSERT_GT(n * n, 4'000'000U);
    // also if rows do not start at the start of a cache line
    std::vector<double> memory(n * n + 1), expected;
    for (const Index shift : {0, 1}) {
      const View<double> H(memory.data() + shift, static_cast<Index>(n * n));
      dynamics.mass_matrix(robot.q, H);
      std::vector<double> y(n);
      double size = 0;
      for (std::size_t j = 0; j < n; ++j) size += std::sqrt(H[static_cast<Index>(j * n + j)]) * std::abs(robot.a[j]);
      const auto wanted = apply(dynamics, robot.q, robot.a);
      for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = 0; j < n; ++j) {
          y[i] += H[static_cast<Index>(i * n + j)] * robot.a[j];
          ASSERT_EQ(H[static_cast<Index>(i * n + j)], H[static_cast<Index>(j * n + i)]) << model.name();
        }
        ASSERT_NEAR(y[i], wanted[i], 1e-12 * std::sqrt(H[static_cast<Index>(i * n + i)]) * size) << model.name();
      }
      if (shift == 0) expected.assign(H.begin(), H.end());
      EXPECT_TRUE(std::equal(H.begin(), H.end(), expected.begin())) << model.name();
    }
  }
}

TEST(DynamicsMass, InverseUndoesTimesOnAStarAndADeepChain) {
  const Index n = unless_sanitized(100'000, 20'000);
  for (const Model& model : {zoo::star(n), zoo::chain(n), zoo::auto_tree(n, 2, 0.1)}) {
    Robot<double> robot(model);
    Dynamics dynamics(model);
    const auto y = solve(dynamics, robot.q, robot.a), back = apply(dynamics, robot.q, y);
    // scaled by the torques that cancel at each joint
    double size = 0;
    for (const double x : robot.scale(y)) size = std::max(size, x);
    EXPECT_LT(largest(minus(back, robot.a)), 1e-13 * size) << model.name();
  }
  // in the star, whose rods do not affect each other, H is diagonal
  const Model star = zoo::star(n);
  Robot<double> robot(star);
  Dynamics dynamics(star);
  EXPECT_EQ(dynamics.sparse_entries(), n);
  EXPECT_EQ(dynamics.symmetric_rows().entries(), n);
  const auto values = lower(dynamics, robot.q), y = apply(dynamics, robot.q, robot.a);
  for (std::size_t i = 0; i < y.size(); ++i) ASSERT_NEAR(y[i], values[i] * robot.a[i], 1e-14);
}

TEST(DynamicsMass, CountsEntriesThatNoMemoryCouldHoldAndRefusesToListThem) {
  Dynamics dynamics(zoo::chain(300'000));
  EXPECT_EQ(dynamics.sparse_entries(), 45'000'150'000);
  try {
    dynamics.sparse_rows();
    FAIL() << "expected MemoryError";
  } catch (const MemoryError& error) {
    EXPECT_NE(std::string(error.what()).find("the list of the 45000150000 entries of H needs 180000600000 bytes"),
              std::string::npos)
        << error.what();
  }
}

TEST(DynamicsMass, OfARobotWithoutJointsIsEmpty) {
  const Model model = Builder("nothing").build();
  Dynamics dynamics(model);
  EXPECT_EQ(dynamics.sparse_entries(), 0);
  EXPECT_TRUE(dense(dynamics, {}).empty() && lower(dynamics, {}).empty() && symmetric(dynamics, {}).empty());
  EXPECT_TRUE(apply(dynamics, {}, {}).empty() && solve(dynamics, {}, {}).empty());
  dynamics.factor_sparse({});
  dynamics.solve_sparse({}, {});
}

TEST(DynamicsMass, OfMimicJointsIsDenseOrAnOperator) {
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    const MimicRobot robot = random_mimic_robot(6, seed);
    if (robot.coupled.mimic().empty()) continue;
    Dynamics dynamics(robot.coupled);
    const auto n = static_cast<std::size_t>(robot.coupled.nv());
    const auto q = random_configuration(robot.coupled, 1), x = random_velocity(robot.coupled, 2);
    const auto H = dense(dynamics, q), y = apply(dynamics, q, x), expected = matrix_times(H, x);
    const auto w = scales(H, n);
    double size = 0;
    for (std::size_t j = 0; j < n; ++j) size += w[j] * std::abs(x[j]);
    for (std::size_t i = 0; i < n; ++i) EXPECT_NEAR(y[i], expected[i], 1e-12 * w[i] * size);
    const auto z = solve(dynamics, q, x);
    EXPECT_LT(residual(matrix_times(H, z), x, z, w), 1e-12);
    EXPECT_THROW(dynamics.sparse_entries(), ValueError);
    EXPECT_THROW(dynamics.sparse_rows(), ValueError);
    EXPECT_THROW(dynamics.symmetric_rows(), ValueError);
  }
}

TEST(DynamicsMass, RefusesWhatIsWrongAndWritesNothing) {
  const Model model = zoo::auto_tree(300, 2);
  Robot<double> robot(model);
  Dynamics dynamics(model);
  std::vector<double> y(300, 7), values(static_cast<std::size_t>(dynamics.sparse_entries()), 7), small(3), H(90000, 7);
  auto bad = robot.a, bad_q = robot.q;
  bad[5] = bad_q[7] = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THROW(dynamics.mass_matrix_apply(robot.q, bad, y), ValueError);
  EXPECT_THROW(dynamics.mass_matrix_solve(robot.q, bad, y), ValueError);
  EXPECT_THROW(dynamics.mass_matrix_apply(bad_q, robot.a, y), ValueError);
  EXPECT_THROW(dynamics.mass_matrix_apply(robot.q, small, y), DimensionError);
  EXPECT_THROW(dynamics.mass_matrix_solve(robot.q, robot.a, small), DimensionError);
  EXPECT_THROW(dynamics.mass_matrix_apply(robot.q, y, y), ValueError);
  EXPECT_THROW(dynamics.mass_matrix_solve(robot.q, y, y), ValueError);
  EXPECT_THROW(dynamics.mass_matrix_apply(robot.q, robot.a, y, {.threads = -1}), ValueError);
  EXPECT_THROW(dynamics.mass_matrix(robot.q, H, {.threads = 1025}), ValueError);
  EXPECT_THROW(dynamics.mass_matrix(bad_q, H), ValueError);
  EXPECT_THROW(dynamics.sparse_mass_matrix(bad_q, values), ValueError);
  EXPECT_THROW(dynamics.sparse_mass_matrix(robot.q, small), DimensionError);
  EXPECT_THROW(dynamics.symmetric_mass_matrix(robot.q, values), DimensionError);
  EXPECT_THROW(dynamics.factor_sparse(small), DimensionError);
  EXPECT_THROW(dynamics.solve_sparse(small, y), DimensionError);
  EXPECT_THROW(dynamics.solve_sparse(values, bad), ValueError);
  EXPECT_EQ(y, std::vector<double>(300, 7));
  EXPECT_EQ(H, std::vector<double>(90000, 7));
  EXPECT_EQ(values, std::vector<double>(values.size(), 7));
}

TEST(DynamicsMass, NamesTheJointWhereValuesAreNotPositiveDefinite) {
  const Model model = zoo::humanoid();
  Robot<double> robot(model);
  Dynamics dynamics(model);
  for (const Index body : {Index(0), Index(4), model.nbody() - 1}) {
    std::vector<double> values = lower(dynamics, robot.q);
    const JointInfo joint = model.joint(body);
    for (Index k = joint.v; k < joint.v + joint.nv; ++k) at(values, dynamics.sparse_rows().begins()[k + 1] - 1) = -1;
    try {
      dynamics.factor_sparse(values);
      ADD_FAILURE() << joint.name;
    } catch (const ValueError& error) {
      EXPECT_NE(std::string(error.what()).find(concat("joint '", joint.name, "'")), std::string::npos) << error.what();
    }
  }
}

}  // namespace
}  // namespace treefix::testing
