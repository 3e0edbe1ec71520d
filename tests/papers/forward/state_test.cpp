// Laws of treefix/papers/forward/state.hpp.
#include <treefix/papers/forward/state.hpp>

#include <gtest/gtest.h>

#include "support/robot.hpp"
#include "support/scalars.hpp"

namespace treefix::testing {
namespace {

TEST(RemainingTorques, AreTheTorquesMinusTheBias) {
  int k = 0;
  for (const Model& model : many_models(60)) {
    Robot<double> robot(model);
    const auto external = robot.external(k++ % 2 == 0 ? ExternalFrame::of_body : ExternalFrame::of_root);
    const ScanModel<double> scan(robot.m, 4);
    RemainingTorques<double> remaining(scan);
    remaining.run(Serial(), scan, {robot.q, robot.v, robot.a, external});
    const std::vector<double> expected = minus(robot.a, robot.bias(external));
    const std::vector<double> got(remaining.torques().begin(), remaining.torques().end());
    EXPECT_LE(largest(minus(got, expected)), 1e-11 * (1 + largest(expected))) << describe(model);
    const View<const Transform<double>> X = remaining.X();
    for (Index i = 0; i < robot.m.nbody(); ++i) {
      const Joint<double>& joint = robot.m.joint(scan.given(i));
      EXPECT_TRUE(test::near(X[i], joint_transform<double>(joint, robot.q), 8));
    }
  }
}

TEST(RemainingTorques, AreTheTorquesThemselvesIfOnlyInertiaCounts) {
  for (const Model& model : many_models(20)) {
    const Robot<double> robot(model), other(model, 9);
    const std::vector<double> zero = robot.vector();
    const ScanModel<double> scan(robot.m, 4);
    RemainingTorques<double> remaining(scan);
    const auto expect = [&](const Robot<double>& of_q, const std::vector<double>& tau) {
      EXPECT_EQ(std::vector<double>(remaining.torques().begin(), remaining.torques().end()), tau);
      for (Index i = 0; i < robot.m.nbody(); ++i) {
        const Joint<double>& joint = robot.m.joint(scan.given(i));
        EXPECT_TRUE(test::near(remaining.X()[i], joint_transform<double>(joint, of_q.q), 8));
      }
    };
    remaining.run(Serial(), scan, {robot.q, zero, robot.a, {}, true, false});
    expect(robot, robot.a);
    // same_q keeps the transforms of the previous run, although q differs here
    remaining.run(Serial(), scan, {other.q, zero, robot.v, {}, true, true});
    expect(robot, robot.v);
    remaining.run(Serial(), scan, {other.q, zero, robot.a, {}, true, false});
    expect(other, robot.a);
  }
}

TEST(ForwardReport, OfPivotsHasAResultIfAllArePositive) {
  using enum ForwardReport::Reason;
  for (const Index pivot : {-1, 0, 7}) {
    const ForwardReport report = ForwardReport::of_pivots(pivot);
    EXPECT_EQ(report.has_result(), pivot < 0);
    EXPECT_EQ(report.converged, pivot < 0);
    EXPECT_EQ(report.reason, pivot < 0 ? none : not_positive_definite);
    EXPECT_EQ(report.coordinate, pivot);
  }
}

TEST(ForwardReport, OfIterationsSaysWhyTheyEnded) {
  using enum ForwardReport::Reason;
  const std::pair<IterationEnd, ForwardReport::Reason> pairs[] = {{IterationEnd::converged, none},
                                                                  {IterationEnd::limit, iteration_limit},
                                                                  {IterationEnd::breakdown, breakdown},
                                                                  {IterationEnd::stagnation, no_progress}};
  for (const auto& [end, reason] : pairs) {
    const ForwardReport report = ForwardReport::of_iterations({.iterations = 12, .residual = 0.5, .end = end});
    EXPECT_EQ(report.reason, reason);
    EXPECT_EQ(report.converged, end == IterationEnd::converged);
    EXPECT_EQ(report.iterations, 12);
    EXPECT_EQ(report.residual, 0.5);
    EXPECT_TRUE(report.has_result()) << "possibly an inaccurate one";
  }
}

}  // namespace
}  // namespace treefix::testing
