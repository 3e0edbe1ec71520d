// Forward dynamics by conjugate gradients against the recursion.
#include <treefix/papers/forward/pcg.hpp>

#include <gtest/gtest.h>

#include "support/executors.hpp"
#include "support/forests.hpp"
#include "support/robot.hpp"

namespace treefix::testing {
namespace {

template <class T>
struct Answer {
  std::vector<T> a;
  ForwardReport report;
};

/// Forward dynamics of robot.a as torques, from `start` on.
template <class T, class Exec = Serial>
Answer<T> solve(const Robot<T>& robot, const PcgOptions& options, const ExternalForces<T>& external = {},
                std::vector<T> start = {}, const Exec& exec = {}, View<double> history = {}) {
  const ScanModel<T> model(robot.m, 60);
  Pcg<T> pcg(model, options);
  Answer<T> answer{std::move(start), {}};
  answer.a.resize(robot.a.size(), std::numeric_limits<T>::quiet_NaN());  // previous contents must not matter
  answer.report = pcg.run(exec, ForwardState<T>{robot.q, robot.v, robot.a, external}, answer.a, history);
  return answer;
}

// Recomputed residuals would hide mistakes in the product that the steps use, so it is tested by itself.

TEST(Pcg, MultipliesByTheMassMatrixAndHasItsDiagonal) {
  for (const Model& model : many_models(60)) {
    Robot<Quad> robot(model);
    const ScanModel<Quad> scans(robot.m, 3);
    const ScanView<Quad> m = scans;
    ByHeavyPaths<Quad> fix(m);
    ScanWorkspace<Quad> workspace(m.nbody());
    const ScanPasses<Quad> w = workspace;
    std::vector<Motion<Quad>> S(robot.a.size());
    std::vector<Inertia<Quad>> I(static_cast<std::size_t>(m.nbody()));
    const FixedFrame<Quad> fixed{S, I};
    std::vector<Quad> product = robot.vector(), diagonal = robot.vector();

    joint_transforms<Quad>(Serial(), m, robot.q, w.X);
    fix.gather(Serial(), w.X, w.X0, m.inertias, fixed.I);
    for (Index i = 0; i < m.nbody(); ++i) mass_diagonal<Quad>(m, i, fixed.I[i], diagonal);
    poses(Serial(), fix, w.X, w.X0);
    for (Index i = 0; i < m.nbody(); ++i) place_body(m, i, w.X0[i], fixed);
    mass_times_fixed<Quad>(Serial(), m, fix, fixed, robot.a, w, product);

    const auto H = robot.H();
    EXPECT_LT(plain(largest(minus(product, matrix_times(H, robot.a)))), 1e-26) << describe(model);
    for (std::size_t k = 0; k < diagonal.size(); ++k)
      EXPECT_LT(plain(abs(diagonal[k] - H[k * diagonal.size() + k])), 1e-28) << describe(model);
  }
}

/// To 1e-28 of the forces, so that accelerations are accurate to that times the condition number of H.
void expect_as_recursive(Robot<Quad>& robot, ExternalFrame coordinates) {
  const auto external = robot.external(coordinates);
  const auto expected = robot.fd(robot.a, external);
  for (const bool precondition : {false, true}) {
    const auto [a, report] = solve(robot, {.precondition = precondition, .tolerance = 1e-28}, external);
    EXPECT_TRUE(report.converged) << describe(robot.model);
    EXPECT_LE(report.residual, 1e-28) << describe(robot.model);
    EXPECT_LE(report.iterations, 3 * robot.m.nv) << describe(robot.model);
    EXPECT_LT(plain(largest(minus(a, expected)) / (1 + largest(expected))), 1e-21) << describe(robot.model);
  }
}
void expect_as_recursive(const Model& model, ExternalFrame coordinates) {
  Robot<Quad> robot(model);
  expect_as_recursive(robot, coordinates);
}

TEST(Pcg, IsThatOfTheRecursion) {
  int i = 0;
  for (const Model& model : random_models(300, 8))
    expect_as_recursive(model, i++ % 2 == 0 ? ExternalFrame::of_body : ExternalFrame::of_root);
}

TEST(Pcg, IsThatOfTheRecursionOnLargerTreesAndTheZoo) {
  for (const Model& model : many_models(25))
    if (model.nv() <= 40) expect_as_recursive(model, ExternalFrame::of_body);
}

TEST(Pcg, IsThatOfTheRecursionOnTreesOfEveryShape) {
  for (const Index n : {1, 2, 16})
    for (const NamedTree& named : trees_of_size(n)) {
      SCOPED_TRACE(named.name);
      Robot<Quad> robot(zoo::random_tree({.n = n, .seed = 3, .joints = "RPHSLF"}));
      robot.m.tree = named.tree;
      expect_as_recursive(robot, ExternalFrame::of_root);
    }
}

TEST(Pcg, LeavesTheResidualThatItPromises) {
  for (const Model& model : many_models(100)) {
    Robot<double> robot(model);
    const auto external = robot.external();
    for (const bool precondition : {false, true}) {
      const auto [a, report] = solve(robot, {.precondition = precondition}, external);
      EXPECT_TRUE(report.converged) << describe(model);
      EXPECT_EQ(report.reason, ForwardReport::Reason::none);
      EXPECT_LE(report.residual, 64 * epsilon<double>());
      // documented in norm; tested here at each joint
      EXPECT_LT(robot.residual(a, robot.a, external), 1e-12) << describe(model);
    }
  }
}

TEST(Pcg, LeavesTheResidualThatItPromisesInFloat) {
  for (const Model& model : random_models(60, 12)) {
    Robot<float> robot(model);
    const auto [a, report] = solve(robot, {});
    EXPECT_TRUE(report.converged) << describe(model);
    EXPECT_LT(robot.residual(a, robot.a), 1e-3f) << describe(model);
  }
}

TEST(Pcg, ConvergesOnDeepChainsInSpiteOfRootCoordinates) {
  Robot<double> robot(zoo::chain(200));
  for (const bool precondition : {false, true}) {
    const auto [a, report] = solve(robot, {.precondition = precondition});
    EXPECT_TRUE(report.converged);
    EXPECT_GT(report.iterations, 200) << "κ of H is large, and rounding costs extra steps";
    EXPECT_LT(robot.residual(a, robot.a), 1e-11);
  }
}

/// eᵀHe of the error of a, in Quad.
double energy(const Robot<double>& robot, const std::vector<double>& a) {
  Robot<Quad> exact(robot.model);
  exact.q.assign(robot.q.begin(), robot.q.end());
  exact.v.assign(robot.v.begin(), robot.v.end());
  const std::vector<Quad> torques(robot.a.begin(), robot.a.end()), found(a.begin(), a.end());
  const auto error = minus(found, exact.fd(torques));
  return plain(dot_product(error, minus(exact.id(error), exact.bias())));
}

TEST(Pcg, ReportsThatItDidNotConvergeAndKeepsTheBestResult) {
  Robot<double> robot(zoo::chain(200));
  for (double& angle : robot.q) angle = 0;  // straight
  double before = energy(robot, robot.vector());
  for (const Index limit : {5, 20, 80}) {
    const auto [a, report] = solve(robot, {.precondition = false, .limit = limit});
    EXPECT_FALSE(report.converged);
    EXPECT_EQ(report.reason, ForwardReport::Reason::iteration_limit);
    EXPECT_EQ(report.iterations, limit);
    EXPECT_GT(report.residual, 64 * epsilon<double>());
    const double now = energy(robot, a);
    EXPECT_LT(now, before);
    before = now;
  }
}

TEST(Pcg, DoesNotConvergeIfAJointMovesNoInertia) {
  Robot<double> robot(zoo::chain(5));
  robot.m.inertias.back() = {};
  for (const bool precondition : {false, true})
    EXPECT_FALSE(solve(robot, {.precondition = precondition}).report.converged);
  at(robot.m.armatures, robot.m.nv - 1) = 0.1;  // armature alone is enough
  for (const bool precondition : {false, true}) {
    const auto [a, report] = solve(robot, {.precondition = precondition});
    EXPECT_TRUE(report.converged);
    EXPECT_LT(robot.residual(a, robot.a), 1e-13);
  }
}

TEST(Pcg, ReportsATorqueThatIsNotFinite) {
  Robot<double> robot(zoo::arm());
  robot.a[3] = std::numeric_limits<double>::quiet_NaN();
  const auto report = solve(robot, {}).report;
  EXPECT_FALSE(report.converged);
  EXPECT_EQ(report.reason, ForwardReport::Reason::breakdown);
}

TEST(Pcg, TakesNoStepFromTheSolutionAndFewFromNearIt) {
  for (const Model& model : {zoo::arm(), zoo::humanoid()})
    for (const bool precondition : {false, true}) {
      Robot<double> robot(model);
      const PcgOptions cold{.precondition = precondition, .tolerance = 1e-10};
      PcgOptions exact = cold, warm = cold;
      exact.tolerance = 0;
      warm.warm_start = true;
      const auto solution = solve(robot, exact);
      const auto again = solve(robot, warm, {}, solution.a);
      EXPECT_EQ(again.report.iterations, 0);
      EXPECT_EQ(again.a, solution.a);
      robot.move(1e-7);  // a short time later
      EXPECT_LT(solve(robot, warm, {}, solution.a).report.iterations, solve(robot, cold).report.iterations);
    }
}

TEST(Pcg, ReusesItsResultsForTheSameConfiguration) {
  Robot<double> robot(zoo::humanoid());
  const ScanModel<double> model(robot.m);
  for (const bool only_inertia : {false, true}) {
    const ForwardState<double> state{robot.q, robot.v, robot.a, {}, only_inertia}, other{robot.q, robot.v, robot.v};
    ForwardState<double> again = state;
    again.same_q = true;
    // if only H⁻¹ tau is computed, `a` is not an initial value
    Pcg<double> fresh(model, {.warm_start = only_inertia}), used(model, {.warm_start = only_inertia});
    std::vector<double> expected(robot.a.size(), 1e6), a(robot.a.size(), 3);
    const ForwardReport report = fresh.run(Serial(), state, expected);
    used.run(Serial(), other, a);
    EXPECT_EQ(used.run(Serial(), again, a).iterations, report.iterations);
    EXPECT_EQ(a, expected);
  }
}

TEST(Pcg, WritesTheHistoryOfResiduals) {
  Robot<double> robot(zoo::humanoid());
  std::vector<double> history(1000, -1);
  const auto [a, report] = solve(robot, {}, {}, {}, Serial(), history);
  const auto steps = static_cast<std::size_t>(report.iterations);
  EXPECT_EQ(history[0], 1);
  EXPECT_EQ(history[steps + 1], -1);
  for (std::size_t k = 0; k < steps; ++k) EXPECT_LT(history[steps], history[k]);
}

TEST(Pcg, PreconditioningSavesStepsWhereJointsDiffer) {
  for (const Model& model : {zoo::humanoid(), zoo::random_tree({.n = 60, .seed = 5, .joints = "RPHSLF"})}) {
    Robot<double> robot(model);
    EXPECT_LT(2 * solve(robot, {}).report.iterations, solve(robot, {.precondition = false}).report.iterations);
  }
}

TEST(Pcg, GivesTheSameBitsFromEveryExecutor) {
  const Model models[] = {zoo::chain(3000), zoo::auto_tree(3000, 2), zoo::star(3000),
                          zoo::random_tree({.n = 3000, .seed = 4, .joints = "RPHSLF", .armature = 0.1})};
  for (const Model& model : models) {
    Robot<double> robot(model);
    const auto external = robot.external(ExternalFrame::of_root);
    for (const bool precondition : {false, true}) {
      const PcgOptions options{.precondition = precondition, .limit = 5};
      const auto expected = solve(robot, options, external);
      for_each_executor([&](const auto& exec) {
        const auto got = solve(robot, options, external, {}, exec);
        EXPECT_EQ(got.a, expected.a) << model.name();
        EXPECT_EQ(got.report.residual, expected.report.residual) << model.name();
      });
    }
  }
}

TEST(Pcg, OfARobotWithoutBodiesDoesNothing) {
  const Mechanism<double> nothing;
  const ScanModel<double> model(nothing);
  const auto report = Pcg<double>(model).run(Serial(), {}, {});
  EXPECT_TRUE(report.converged);
  EXPECT_EQ(report.iterations, 0);
}

}  // namespace
}  // namespace treefix::testing
