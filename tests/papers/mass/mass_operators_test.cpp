// H·x and H⁻¹·x without H.
#include <treefix/papers/mass/mass_operators.hpp>

#include <gtest/gtest.h>

#include <treefix/primitives/cholesky.hpp>

#include "support/mass.hpp"

namespace treefix::testing {
namespace {

template <class T, class Exec>
std::vector<T> times(const Exec& exec, const MassVariant& variant, const Robot<T>& robot, const std::vector<T>& x) {
  std::vector<T> y = robot.vector();
  with_fix<T>(variant, robot.m, [&](const ScanModel<T>& model, auto& fix) {
    ScanWorkspace<T> w(robot.m.nbody());
    mass_times<T>(exec, model, fix, robot.q, x, w, y);
  });
  return y;
}

template <class T>
std::vector<T> inverse_times(Robot<T>& robot, const std::vector<T>& x) {
  std::vector<T> y = robot.vector();
  inverse_mass_times<T>(robot.m, robot.q, x, robot.w, y);
  return y;
}

TEST(MassOperators, TimesIsThatOfTheMatrix) {
  for (const Model& model : many_models(100)) {
    Robot<Quad> robot(model);
    const auto expected = matrix_times(robot.H(), robot.a);
    for (const MassVariant& variant : mass_variants())
      EXPECT_LT(plain(largest(minus(times(OneExecutor(), variant, robot, robot.a), expected))), 1e-26)
          << describe(model) << ", " << variant;
  }
}

TEST(MassOperators, InverseTimesSolvesWithTheMatrix) {
  for (const Model& model : many_models(100)) {
    Robot<Quad> robot(model);
    auto factors = robot.H(), expected = robot.a;
    factor_cholesky<Quad>(robot.m.nv, factors);
    solve_cholesky<Quad>(robot.m.nv, factors, expected);
    EXPECT_LT(plain(largest(minus(inverse_times(robot, robot.a), expected)) / (1 + largest(expected))), 1e-22)
        << describe(model);
  }
}

TEST(MassOperators, InverseUndoesTimes) {
  for (const Model& model : many_models(100)) {
    Robot<Quad> robot(model);
    const auto y = inverse_times(robot, times(OneExecutor(), {}, robot, robot.a));
    EXPECT_LT(plain(largest(minus(y, robot.a))), 1e-22) << describe(model);
  }
}

TEST(MassOperators, InverseIsTheSameInEveryNumberingOfBodies) {
  for (const Model& model : random_models(60)) {
    Robot<Quad> robot(model);
    const auto expected = inverse_times(robot, robot.a);
    robot.m = renumbered(robot.m, heavy_first_order(robot.m.tree));
    EXPECT_LT(plain(largest(minus(inverse_times(robot, robot.a), expected))), 1e-22) << describe(model);
  }
}

TEST(MassOperators, TimesGivesTheSameBitsFromEveryExecutor) {
  const Model models[] = {zoo::chain(3000), zoo::auto_tree(3000, 2), zoo::star(3000),
                          zoo::random_tree({.n = 3000, .seed = 4, .joints = "RPHSLF", .armature = 0.1})};
  for (const Model& model : models) {
    Robot<double> robot(model);
    for (const MassVariant& variant : {MassVariant{false, 60}, MassVariant{true}}) {
      const auto expected = times(Serial(), variant, robot, robot.a);
      for_each_executor(
          [&](const auto& exec) { EXPECT_EQ(times(exec, variant, robot, robot.a), expected) << model.name(); });
    }
  }
}

TEST(MassOperators, OfARobotWithoutBodiesDoNothing) {
  const Mechanism<double> nothing;
  for (const MassVariant& variant : mass_variants())
    with_fix<double>(variant, nothing, [&](const ScanModel<double>& model, auto& fix) {
      ScanWorkspace<double> w(0);
      mass_times<double>(OneExecutor(), model, fix, {}, {}, w, {});
    });
  Workspace<double> w(nothing);
  inverse_mass_times<double>(nothing, {}, {}, w, {});
}

}  // namespace
}  // namespace treefix::testing
