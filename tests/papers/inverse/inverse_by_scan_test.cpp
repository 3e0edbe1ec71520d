// Laws of treefix/papers/inverse/inverse_by_scan.hpp.
#include <treefix/papers/inverse/inverse_by_scan.hpp>

#include <gtest/gtest.h>

#include <treefix/base/text.hpp>

#include "support/inverse_variants.hpp"
#include "support/messages.hpp"
#include "support/robot.hpp"
#include "support/threads.hpp"

namespace treefix::testing {
namespace {

constexpr InverseMethod scanned[] = {InverseMethod::pair_scan, InverseMethod::two_scan, InverseMethod::simulated};
constexpr ScanMethod scans_on_threads[] = {{ScanKind::sequential},
                                           {ScanKind::work_efficient},
                                           {ScanKind::blocked, 7},
                                           {ScanKind::per_component, 64},
                                           {ScanKind::native}};

TEST(InverseOnThreads, IsTheRecursionByEveryMethodAndTreeInEveryCall) {
  const EightThreads more;
  Workers workers(3);
  for (const Model& model : many_models(20)) {
    Robot<double> robot(model);
    for (const InverseMethod method : scanned)
      for (const TreeScan tree : {TreeScan::heavy, TreeScan::euler}) {
        InverseByScan made(robot.m, method, tree, scans_on_threads[robot.m.nbody() % 5]);
        InverseByScan scan = std::move(made);
        for (const ExternalFrame frame : {ExternalFrame::of_body, ExternalFrame::of_root}) {
          const auto external = robot.external(frame);
          const std::vector<double> expected = robot.id(robot.a, external);
          std::vector<double> tau(expected.size(), std::numeric_limits<double>::quiet_NaN());
          scan.run(workers, {robot.q, robot.v, robot.a, external}, tau);
          EXPECT_LE(largest(minus(tau, expected)), 1e-10 * (1 + largest(expected))) << describe(model);
          std::swap(robot.v, robot.a);
        }
      }
  }
}

TEST(InverseOnThreads, HasTheSameBitsForEveryNumberOfThreads) {
  const EightThreads more;
  for (const Model& model : {zoo::chain(3000), zoo::star(500), zoo::auto_tree(3000, 1.5, 0.1)}) {
    Robot<double> robot(model);
    for (const InverseMethod method : scanned)
      for (const TreeScan tree : {TreeScan::heavy, TreeScan::euler}) {
        InverseByScan scan(robot.m, method, tree, {ScanKind::blocked, 100});
        std::vector<double> expected;
        for (const int threads : {1, 2, 8}) {
          Workers workers(threads);
          std::vector<double> tau = robot.vector();
          scan.run(workers, {robot.q, robot.v, robot.a, robot.external()}, tau);
          if (expected.empty()) expected = tau;
          EXPECT_EQ(tau, expected) << model.name() << ", " << threads;
        }
      }
  }
}

TEST(InverseOnThreads, HasTheBitsOfTheScanThatWasChosen) {
  Workers workers(2);
  Robot<double> robot(zoo::chain(300));
  const ScanState<double> state{robot.q, robot.v, robot.a, robot.external()};
  for (const InverseMethod method : scanned) {
    std::vector<std::vector<double>> found;
    for (const ScanMethod& scan : scans_on_threads) {
      if (scan.kind == ScanKind::native) continue;  // of the executor
      std::vector<double> tau = robot.vector();
      InverseByScan(robot.m, method, TreeScan::euler, scan).run(workers, state, tau);
      EXPECT_EQ(tau, inverse_by_scan<double>(Serial(), {method, true, scan}, robot.m, state));
      found.push_back(tau);
    }
    EXPECT_NE(found.front(), found.back()) << "rounds as other scans do";
  }
}

TEST(InverseOnThreads, TakesBlocksOfAnyPositiveSize) {
  Robot<double> robot(zoo::auto_tree(300, 1.5, 0.1));
  const auto expected = robot.id(robot.a);
  Workers workers(2);
  for (const ScanMethod& method : scans_on_threads)
    for (const Index block : {Index(1), Index(7), Index(600), Index(1'000'000'000)}) {
      InverseByScan scan(robot.m, InverseMethod::pair_scan, TreeScan::euler, {method.kind, block});
      std::vector<double> tau = robot.vector();
      scan.run(workers, {robot.q, robot.v, robot.a}, tau);
      EXPECT_LE(largest(minus(tau, expected)), 1e-11 * largest(expected))
          << static_cast<int>(method.kind) << ", " << block;
    }
  for (const Index block : {0, -1})
    for (const TreeScan tree : {TreeScan::heavy, TreeScan::euler})
      EXPECT_EQ(message_of<ValueError>(
                    [&] { InverseByScan(robot.m, InverseMethod::pair_scan, tree, {ScanKind::blocked, block}); }),
                concat("the block size of the scan is ", block, ", expected a positive number of elements"));
}

TEST(InverseOnThreads, OfARobotWithoutBodiesDoesNothing) {
  const Mechanism<double> nothing;
  Workers workers(2);
  for (const TreeScan tree : {TreeScan::heavy, TreeScan::euler})
    InverseByScan(nothing, InverseMethod::pair_scan, tree).run(workers, {}, {});
}

}  // namespace
}  // namespace treefix::testing
