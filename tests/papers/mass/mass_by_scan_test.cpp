// Laws of treefix/papers/mass/mass_by_scan.hpp.
#include <treefix/papers/mass/mass_by_scan.hpp>

#include <atomic>
#include <limits>

#include <gtest/gtest.h>

#include <treefix/papers/mass/mass_pattern.hpp>

#include "support/mass.hpp"
#include "support/threads.hpp"

namespace treefix::testing {
namespace {

/// Robots with one block of rows and with many.
std::vector<Model> models_to_scan() {
  std::vector<Model> models = many_models(20);
  for (Model& large : std::vector<Model>{zoo::chain(300), zoo::star(300), zoo::auto_tree(300, 1.5, 0.1)})
    models.push_back(std::move(large));
  models.push_back(zoo::random_tree({.n = 200, .seed = 4, .joints = "RPHSLF", .branching = 1.2, .armature = 0.2}));
  return models;
}

std::vector<double> unwritten(Index count) {
  return std::vector<double>(static_cast<std::size_t>(count), std::numeric_limits<double>::quiet_NaN());
}

TEST(MassByScan, IsTheRecursionInEveryStateAndFromEveryNumberOfThreads) {
  const EightThreads more;
  Workers one(1), many(5);
  for (const Model& model : models_to_scan()) {
    Robot<double> robot(model);
    const Index n = robot.m.nv;
    MassByScan first(robot.m);
    MassByScan scan = std::move(first);
    MassPattern pattern(robot.m);
    const AncestorPaths& rows = pattern.lower_rows();
    for (std::uint64_t seed = 1; seed <= 2; ++seed) {
      robot.q = random_configuration(model, seed);
      const std::vector<double> expected = robot.H();
      std::vector<double> H = unwritten(n * n), again = H, lower = unwritten(rows.entries());
      scan.dense(one, robot.q, H);
      for (Index i = 0; i < n; ++i)
        for (Index j = 0; j < n; ++j) {
          const double size = std::sqrt(at(expected, i * n + i) * at(expected, j * n + j));
          ASSERT_NEAR(at(H, i * n + j), at(expected, i * n + j), 1e-12 * size) << describe(model);
        }
      scan.dense(many, robot.q, again);
      EXPECT_EQ(again, H);
      // compressed rows have the same bits
      scan.lower(many, robot.q, rows.begins(), lower);
      for (Index i = 0; i < n; ++i)
        for (Index k = 0; k < ssize(rows.row(i)); ++k)
          EXPECT_EQ(at(lower, rows.begins()[i] + k), at(H, i * n + rows.row(i)[k]));
    }
  }
}

/// Kernels that count their calls, and their products past the caches.
struct Calls {
  static inline std::atomic<Index> products, past_caches, finished;
  static void product(const double* a, Index stride, const double (&b)[6], double* out, Index count, bool past) {
    ++products;
    past_caches += past ? 1 : 0;
    plain_row_kernels.products(a, stride, b, out, count, past);
  }
  static void finish() { ++finished; }
};

TEST(MassByScan, UsesItsKernelsAndFinishesEveryBlockOnlyPastTheCaches) {
  Workers workers(2);
  const auto side = static_cast<Index>(std::sqrt(static_cast<double>(planner::table::cached_matrix_numbers)));
  for (const Index n : {Index{20}, side, side + 1}) {
    Robot<double> robot(zoo::chain(n));
    MassByScan plain(robot.m), counted(robot.m, {Calls::product, Calls::finish});
    std::vector<double> H = unwritten(n * n), expected = H;
    plain.dense(workers, robot.q, expected);
    Calls::products = Calls::past_caches = Calls::finished = 0;
    counted.dense(workers, robot.q, H);
    EXPECT_EQ(H, expected);
    const bool past = n * n > planner::table::cached_matrix_numbers;
    EXPECT_GT(Calls::products, 0);
    EXPECT_EQ(Calls::past_caches, past ? Calls::products.load() : 0);
    EXPECT_EQ(Calls::finished, past ? MassBlocks(ScanModel<double>(robot.m)).count() : 0);
    // compressed rows never go past the caches, because they are read soon
    Calls::past_caches = Calls::finished = 0;
    MassPattern pattern(robot.m);
    std::vector<double> lower = unwritten(pattern.lower_rows().entries());
    counted.lower(workers, robot.q, pattern.lower_rows().begins(), lower);
    EXPECT_EQ(Calls::past_caches + Calls::finished, 0);
  }
}

}  // namespace
}  // namespace treefix::testing
