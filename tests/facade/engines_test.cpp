// Laws of treefix/facade/engines.hpp.
#include <treefix/facade/engines.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <treefix/base/text.hpp>

#include "support/messages.hpp"
#include "support/robot.hpp"
#include "support/rooms.hpp"
#include "support/threads.hpp"

namespace treefix::testing {
namespace {

using Vector = std::vector<double>;
using facade::Engines;

/// Small models, and trees that are divided; the star gets memory for a dense H only when it is needed.
std::vector<Model> engine_models() {
  return {zoo::arm(),     zoo::humanoid(),
          zoo::chain(64), zoo::auto_tree(300, 1.5),
          zoo::star(600), zoo::make("random_tree:n=400,seed=3,joints=RPS")};
}

Vector run(Engines& engines, Quantity quantity, const Robot<double>& robot, Index size) {
  Vector out(static_cast<std::size_t>(size), -99);
  engines.run(quantity, robot.q, robot.v, robot.a, out);
  return out;
}

TEST(Engines, RunEveryQuantityOfOneStateAsTheRecursionDoes) {
  for (const Model& model : many_models(20)) {
    Engines engines(model);
    Robot<double> robot(model);
    const Index n = model.nv();
    const double most = 1e-12;
    const Vector scale = robot.scale(robot.a), tau = run(engines, Quantity::inverse, robot, n),
                 expected = robot.id(robot.a);
    for (std::size_t k = 0; k < tau.size(); ++k) EXPECT_NEAR(tau[k], expected[k], most * scale[k]);
    EXPECT_LE(robot.residual(run(engines, Quantity::forward, robot, n), robot.a), most) << describe(model);
    EXPECT_LE(robot.residual(run(engines, Quantity::forward_by_mass_matrix, robot, n), robot.a), most);
    const Vector H = robot.H();
    EXPECT_LE(largest(minus(run(engines, Quantity::mass_matrix, robot, n * n), H)), most * largest(H));
    // external forces of one call do not stay for the next
    Vector with(tau.size()), again(tau.size());
    engines.run(Quantity::inverse, robot.q, robot.v, robot.a, with, robot.external());
    EXPECT_LE(largest(minus(with, robot.id(robot.a, robot.external()))), most * (1 + largest(scale)));
    EXPECT_EQ(run(engines, Quantity::inverse, robot, n), tau);
  }
}

TEST(Engines, RunInFloatToTheAccuracyOfFloat) {
  for (const Model& model : {zoo::arm(), zoo::humanoid(), zoo::snake(12)}) {
    Engines engines(model);
    Robot<double> robot(model);
    Vector tau(robot.v.size()), in_double(tau);
    engines.run(Quantity::inverse, robot.q, robot.v, robot.a, in_double, robot.external());
    engines.run_in_float(Quantity::inverse, robot.q, robot.v, robot.a, tau, robot.external());
    const Vector scale = robot.scale(robot.a);
    for (std::size_t k = 0; k < tau.size(); ++k) {
      EXPECT_EQ(tau[k], static_cast<double>(static_cast<float>(tau[k])));
      EXPECT_NEAR(tau[k], in_double[k], 1000 * static_cast<double>(epsilon<float>()) * (1 + largest(scale)));
    }
  }
}

TEST(Engines, HaveOneScanOfEachKind) {
  const Model model = zoo::arm();
  Engines engines(model);
  std::vector<papers::InverseByScan*> scans;
  for (int round = 0; round < 2; ++round)
    for (const InverseMethod method : inverse_methods)
      for (const TreeScan tree : {TreeScan::heavy, TreeScan::euler})
        if (is_from_papers(method)) scans.push_back(&engines.inverse_by_scan(method, tree));
  ASSERT_EQ(scans.size(), 12U);
  for (std::size_t i = 0; i < 12; ++i)
    for (std::size_t j = 0; j < 12; ++j) EXPECT_EQ(scans[i] == scans[j], i % 6 == j % 6);
}

TEST(Engines, HaveAsManyThreadsAsAreAskedForAndAsTheMachineHas) {
  const EightThreads more;
  const Model model = zoo::chain(70);
  Engines engines(model);
  for (const int threads : {1, 8, 2, 2, 0, 5, 1000, 1}) {
    const int most = Workers(0).count();
    EXPECT_EQ(engines.workers(threads).count(), threads == 0 ? most : std::min(threads, most)) << threads;
    for (const int wrong : {-1, 1025, std::numeric_limits<int>::min()})
      for (int again = 0; again < 2; ++again)
        EXPECT_TRUE(message_of<ValueError>([&] { engines.workers(wrong); }).starts_with(concat("threads is ", wrong)));
  }
}

/// H, row by row, from the rows up to the diagonal.
Vector dense(Engines& engines, Workers& workers, const Robot<double>& robot) {
  const AncestorPaths& rows = engines.pattern().lower_rows();
  Vector values(static_cast<std::size_t>(rows.entries()), -99);
  engines.lower_rows(workers, robot.q, rows.begins(), values);
  Vector H(static_cast<std::size_t>(robot.m.nv * robot.m.nv));
  engines.pattern().expand(workers, values, H);
  return H;
}

TEST(Engines, SparseRowsMakeTheDenseMatrixWithAnyNumberOfThreads) {
  const EightThreads more;
  for (const Model& model : engine_models()) {
    Robot<double> robot(model);
    const Vector expected = robot.H();
    Engines engines(model);
    Vector first;
    for (const int threads : {1, 2, 8, 1}) {
      Workers& workers = engines.workers(threads);
      Vector H(expected.size(), -99);
      engines.sparse_as_dense(workers, robot.q, H);
      EXPECT_EQ(dense(engines, workers, robot), H) << describe(model);
      if (first.empty()) first = H;
      EXPECT_EQ(H, first) << describe(model) << threads;
    }
    const Index n = model.nv();
    for (Index i = 0; i < n; ++i)
      for (Index j = 0; j < n; ++j)
        ASSERT_NEAR(at(first, i * n + j), at(expected, i * n + j),
                    1e-12 * std::sqrt(at(expected, i * n + i) * at(expected, j * n + j)));
  }
}

TEST(Engines, ComputeRowsByScansUnlessThePlanPrefersPieces) {
  int by_scans = 0;
  for (const Model& model : engine_models()) {
    Engines engines(model);
    if (engines.plan().mass_in_pieces()) continue;
    ++by_scans;
    const Robot<double> robot(model);
    Workers& workers = engines.workers(1);
    const AncestorPaths& rows = engines.pattern().lower_rows();
    Vector values(static_cast<std::size_t>(rows.entries())), scanned(values);
    engines.lower_rows(workers, robot.q, rows.begins(), values);
    engines.mass_by_scan().lower(workers, robot.q, rows.begins(), scanned);
    EXPECT_EQ(values, scanned) << describe(model);
  }
  EXPECT_GT(by_scans, 0);
  EXPECT_LT(by_scans, ssize(engine_models()));
}

TEST(Engines, GiveTheSameBitsInAnyOrderOfCalls) {
  const EightThreads more;
  for (const Model& model : engine_models()) {
    const Robot<double> robot(model);
    Engines used(model);
    dense(used, used.workers(2), robot);
    used.forces_by_scan();
    used.inverse_by_scan(InverseMethod::two_scan, TreeScan::euler);
    used.inverse_in_pieces();
    Vector H(static_cast<std::size_t>(model.nv() * model.nv()));
    used.sparse_as_dense(used.workers(3), robot.q, H);
    for (const Quantity quantity :
         {Quantity::forward, Quantity::forward_by_mass_matrix, Quantity::mass_matrix, Quantity::inverse}) {
      Engines fresh(model);
      const Index size = quantity == Quantity::mass_matrix ? model.nv() * model.nv() : model.nv();
      EXPECT_EQ(run(used, quantity, robot, size), run(fresh, quantity, robot, size));
    }
    Engines fresh(model);
    EXPECT_EQ(dense(fresh, fresh.workers(1), robot), dense(used, used.workers(8), robot));
  }
}

}  // namespace
}  // namespace treefix::testing
