// Dynamics: inverse dynamics of large trees compared with the recursion in quad precision. docs/accuracy.md has larger
// ones.
#include <gtest/gtest.h>

#include "support/robot.hpp"

namespace treefix::testing {
namespace {

std::vector<Model> large_models(Index n) {
  return {zoo::chain(n), zoo::auto_tree(n, 1.5, 0.1), zoo::auto_tree(n, 2, 0.1), zoo::star(n),
          zoo::random_tree({.n = n, .seed = 1})};
}

/// A state of a large tree, its torques in quad precision, and the errors of other results, including the tips.
struct Judge {
  Robot<double> robot;
  Dynamics dynamics;
  std::vector<double> scale, recursion;
  std::vector<Quad> exact;

  explicit Judge(const Model& model)
      : robot(model), dynamics(model), scale(robot.scale(robot.a)), recursion(robot.id(robot.a)) {
    Robot<Quad> wide(model);
    exact = wide.id(wide.a);
  }

  std::vector<double> torques(InverseMethod method, TreeScan tree) {
    std::vector<double> tau = robot.vector();
    dynamics.inverse(robot.q, robot.v, robot.a, tau, {.method = method, .tree = tree});
    return tau;
  }
  /// The largest error, in ε of the forces that cancel in the torque.
  double of_terms(const std::vector<double>& tau) const {
    double worst = 0;
    for (std::size_t k = 0; k < tau.size(); ++k)
      worst = larger(worst, plain(abs(Quad(tau[k]) - exact[k])) / (scale[k] * epsilon<double>()));
    return worst;
  }
  /// The largest error, in ε of the largest torque.
  double of_largest(const std::vector<double>& tau) const {
    double worst = 0;
    for (std::size_t k = 0; k < tau.size(); ++k) worst = larger(worst, plain(abs(Quad(tau[k]) - exact[k])));
    return worst / (plain(largest(exact)) * epsilon<double>());
  }
  static double larger(double a, double b) { return b <= a ? a : b; }  // keeps NaN
};

TEST(DynamicsAccuracy, OfLargeTreesByHeavyPathsIsWithinTenTimesThatOfTheRecursion) {
  for (const Model& model : large_models(10'000)) {
    Judge judge(model);
    const double of_terms = judge.of_terms(judge.recursion), of_largest = judge.of_largest(judge.recursion);
    for (const InverseMethod method : {InverseMethod::automatic, InverseMethod::recursive, InverseMethod::pieces,
                                       InverseMethod::pair_scan, InverseMethod::two_scan}) {
      const auto tau = judge.torques(method, TreeScan::heavy);
      EXPECT_LE(judge.of_terms(tau), 10 * std::max(1.0, of_terms)) << model.name() << ", " << to_string(method);
      EXPECT_LE(judge.of_largest(tau), 10 * std::max(1.0, of_largest)) << model.name() << ", " << to_string(method);
    }
  }
}

TEST(DynamicsAccuracy, OfVectorTreesIsThatOfTheWholeTour) {
  // in a star every torque has the forces of one body; a vector tree gives it the errors of a sum over all bodies
  double before = 0;
  for (const Index n : {100, 1000, 10'000}) {
    Judge judge(zoo::star(n));
    for (const InverseMethod method : {InverseMethod::pair_scan, InverseMethod::two_scan, InverseMethod::simulated}) {
      EXPECT_LE(judge.of_terms(judge.torques(method, TreeScan::heavy)), 10) << n << ", " << to_string(method);
      EXPECT_GT(judge.of_terms(judge.torques(method, TreeScan::euler)), 3 * before) << n << ", " << to_string(method);
    }
    before = judge.of_terms(judge.torques(InverseMethod::pair_scan, TreeScan::euler));
    EXPECT_GT(before, 10);
  }
}

}  // namespace
}  // namespace treefix::testing
