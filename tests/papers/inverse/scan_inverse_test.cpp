// Inverse dynamics by scans, against the recursion.
#include <treefix/papers/inverse/scan_inverse.hpp>

#include <gtest/gtest.h>

#include "support/sanitized.hpp"
#include "support/scans.hpp"

namespace treefix::testing {
namespace {

constexpr double quad_tolerance = 1e-26;  // of values of order one to a thousand, in 113 bits

TEST(InverseByScan, EqualsTheRecursionOnEveryTree) {
  for (const Model& model : many_models(100)) {
    Robot<Quad> robot(model);
    const auto expected = robot.id(robot.a);
    for (const InverseVariant& variant : inverse_variants())
      EXPECT_LT(plain(largest(minus(inverse_by_scan(OneExecutor(), variant, robot), expected))), quad_tolerance)
          << describe(model) << ", " << variant;
  }
}

TEST(InverseByScan, TakesExternalForcesInCoordinatesOfBodyAndRoot) {
  for (const Model& model : many_models(40)) {
    Robot<Quad> robot(model);
    for (const ExternalFrame coordinates : {ExternalFrame::of_body, ExternalFrame::of_root}) {
      const auto expected = robot.id(robot.a, robot.external(coordinates));
      for (const InverseVariant& variant : inverse_variants())
        EXPECT_LT(plain(largest(
                      minus(inverse_by_scan(OneExecutor(), variant, robot, robot.external(coordinates)), expected))),
                  quad_tolerance)
            << describe(model) << ", " << variant;
    }
  }
}

TEST(InverseByScan, GivesTheSameBitsFromEveryExecutor) {
  const Index n = unless_sanitized(3000, 1100);
  const Model models[] = {zoo::chain(n),
                          zoo::auto_tree(n, 1.5),
                          zoo::auto_tree(n, 2),
                          zoo::star(n),
                          zoo::random_tree({.n = n, .seed = 4, .joints = "RPHSLF"}),
                          zoo::humanoid()};
  for (const Model& model : models) {
    Robot<double> robot(model);
    for (InverseVariant variant : inverse_variants()) {
      variant.piece_length *= 20;
      const auto expected = inverse_by_scan(Serial(), variant, robot);
      for_each_executor([&]<class Exec>(const Exec& exec) {
        if (Scanner<Exec, Compose, Transform<double>> && variant.scan.kind == ScanKind::native) return;
        EXPECT_EQ(inverse_by_scan(exec, variant, robot), expected) << model.name() << ", " << variant;
      });
    }
  }
}

TEST(InverseByScan, ByHeavyPathsIsAsAccurateAsTheRecursion) {
  // within ten times of its own error, in ε of the forces that cancel
  const Model models[] = {zoo::chain(2000),
                          zoo::snake(1000),
                          zoo::auto_tree(3000, 1.5, 0.1),
                          zoo::auto_tree(3000, 2, 0.1),
                          zoo::star(1000),
                          zoo::random_tree({.n = 3000, .seed = 4}),
                          zoo::random_tree({.n = 2000, .seed = 5, .joints = "RPHSLF", .branching = 1})};
  for (const Model& model : models) {
    Robot<double> robot(model);
    Robot<Quad> exact(model);
    exact.q = cast_all<Quad>(robot.q);
    const auto scale = robot.scale(robot.a), recursive = robot.id(robot.a);
    const auto reference = exact.id(exact.a);
    const auto worst = [&](const std::vector<double>& tau) {
      double largest = 0;
      for (std::size_t k = 0; k < tau.size(); ++k)
        largest =
            std::max(largest, static_cast<double>(abs(Quad(tau[k]) - reference[k])) / (scale[k] * epsilon<double>()));
      return largest;
    };
    for (const InverseMethod method : {InverseMethod::pair_scan, InverseMethod::two_scan})
      for (const Index length : {16, 256, 4096}) {
        const InverseVariant variant{method, false, {}, length};
        EXPECT_LE(worst(inverse_by_scan(OneExecutor(), variant, robot)), 10 * std::max(1.0, worst(recursive)))
            << model.name() << ", " << variant;
      }
  }
}

}  // namespace
}  // namespace treefix::testing
