// Refinement reduces residuals, in one precision and in mixed precision.
#include <treefix/papers/forward/refine.hpp>

#include <gtest/gtest.h>

#include <treefix/papers/forward/cfa.hpp>
#include <treefix/papers/forward/hybrid_aba.hpp>
#include <treefix/papers/forward/jsiia.hpp>
#include <treefix/papers/forward/pcg.hpp>

#include "support/forward.hpp"

namespace treefix::testing {
namespace {

using Reason = ForwardReport::Reason;

template <class T>
using Hybrid = HybridAba<T>;
template <class T>
using Sparse = JsiiaSparse<T>;

template <class T>
struct ByThomas : Cfa<T> {
  explicit ByThomas(const ScanModel<T>& model) : Cfa<T>(model, CfaSolver::thomas) {}
};
/// Conjugate gradients that stop early.
template <class T>
struct Loose : Pcg<T> {
  explicit Loose(const ScanModel<T>& model) : Pcg<T>(model, {.tolerance = 1e-4}) {}
};

/// A method that is wrong by a factor of 1 ± `error` in each coordinate.
template <class T>
struct Spoiled {
  explicit Spoiled(const ScanModel<T>& model) : exact(model) {}
  template <class Exec>
  ForwardReport run(const Exec& exec, const ForwardState<T>& s, Out<T> a) {
    const ForwardReport report = exact.run(exec, s, a);
    for (Index k = 0; k < ssize(a); ++k) a[k] *= T(1 + (k % 2 == 0 ? error : -error));
    return report;
  }
  HybridAba<T> exact;
  double error = 1e-5;
};

/// A method in U, refined in double.
template <template <class> class Method, class U = double>
struct Refined {
  explicit Refined(Robot<double>& described)
      : robot(described), m(convert<U>(robot.m)), narrow(m), method(narrow), corrections(robot.m.nv) {}

  ForwardResult<double> operator()(const ForwardState<double>& s, int steps) {
    ForwardResult<double> result{robot.vector(), {}};
    result.report = solve(s, result.a);
    const auto zero = robot.vector();
    const auto correct = [&] {
      const auto r = minus({s.tau.begin(), s.tau.end()}, robot.id(result.a, s.external));
      return solve({s.q, zero, r, {}, /*only_inertia=*/true, /*same_q=*/true}, corrections.delta()).has_result();
    };
    result.report = corrections.run(result.report, steps, !std::is_same_v<U, double>, correct, result.a);
    return result;
  }

  ForwardReport solve(const ForwardState<double>& s, View<double> a) {
    const auto narrowed = [](View<const double> x) { return std::vector<U>(x.begin(), x.end()); };
    const std::vector<U> q = narrowed(s.q), v = narrowed(s.v), tau = narrowed(s.tau);
    std::vector<U> result(tau.size());
    std::vector<Force<U>> forces;
    for (const Force<double>& force : s.external.forces) forces.push_back(cast<U>(force));
    const auto coordinates = static_cast<ExternalFrame>(s.external.frame);
    const ForwardReport report =
        method.run(Serial(), {q, v, tau, {forces, coordinates}, s.only_inertia, s.same_q}, result);
    std::copy(result.begin(), result.end(), a.begin());
    return report;
  }

  Robot<double>& robot;
  Mechanism<U> m;
  ScanModel<U> narrow;
  Method<U> method;
  Corrections<double> corrections;
};

/// ‖H‖ ‖H⁻¹‖, in the norm of the largest row.
double condition(Robot<double>& robot) {
  const std::vector<double> H = robot.H();
  const Index n = robot.m.nv;
  std::vector<double> rows(static_cast<std::size_t>(n)), inverse = rows, unit = rows, column = rows;
  for (Index j = 0; j < n; ++j) {
    at(unit, j) = 1;
    inverse_mass_times(robot.m, robot.q, unit, robot.w, column);
    at(unit, j) = 0;
    for (Index i = 0; i < n; ++i) {
      at(rows, i) += std::abs(at(H, i * n + j));
      at(inverse, i) += std::abs(at(column, i));
    }
  }
  return largest(rows) * largest(inverse);
}

TEST(Refinement, WithoutStepsGivesTheResultOfTheMethod) {
  for (const Model& model : {zoo::humanoid(), zoo::chain(40)}) {
    Robot<double> robot(model);
    const auto external = robot.external();
    const auto got = Refined<Hybrid>(robot)({robot.q, robot.v, robot.a, external}, 0);
    EXPECT_EQ(got.a, forward_by<Hybrid>(robot, robot.a, external).a);
    EXPECT_EQ(got.report.refinements, 0);
  }
}

TEST(Refinement, RemovesTheErrorsOfTheMethod) {
  for (const Model& model : many_models(60)) {
    Robot<double> robot(model);
    const auto external = robot.external(ExternalFrame::of_root);
    Refined<Spoiled> refined(robot);
    const ForwardState<double> s{robot.q, robot.v, robot.a, external};
    // errors of accelerations, not of forces: there are none where torques and accelerations are zero
    const auto expected = robot.fd(robot.a, external);
    const auto error = [&](int steps) { return largest(minus(refined(s, steps).a, expected)) / largest(expected); };
    EXPECT_GT(error(0), 1e-6) << describe(model);
    EXPECT_LT(error(1), 1e-9) << describe(model);
    EXPECT_LT(robot.residual(refined(s, 5).a, robot.a, external), 10 * epsilon<double>()) << describe(model);
  }
}

TEST(Refinement, BringsConstraintForcesToRounding) {
  for (const Model& model : {zoo::chain(100), zoo::chain(1000), zoo::auto_tree(1000, 1.5, 0.1)}) {
    Robot<double> robot(model);
    Refined<ByThomas> refined(robot);
    const ForwardState<double> s{robot.q, robot.v, robot.a};
    EXPECT_GT(robot.residual(refined(s, 0).a, robot.a), 100 * epsilon<double>()) << model.name();
    EXPECT_LT(robot.residual(refined(s, 3).a, robot.a), epsilon<double>()) << model.name();
  }
}

TEST(Refinement, TakesConjugateGradientsAsFarAsItHasSteps) {
  for (const Model& model : {zoo::humanoid(), zoo::chain(30), zoo::auto_tree(100, 2)}) {
    Robot<double> robot(model);
    Refined<Loose> refined(robot);
    double before = 1;
    for (const int steps : {0, 2, 4}) {
      const double residual = robot.residual(refined({robot.q, robot.v, robot.a}, steps).a, robot.a);
      EXPECT_LT(residual, std::max(1e-2 * before, 10 * epsilon<double>())) << model.name() << ", " << steps;
      before = residual;
    }
  }
}

TEST(Refinement, StopsIfTheMethodIsTooInaccurate) {
  Robot<double> robot(zoo::humanoid());
  Refined<Spoiled> refined(robot);
  const auto good = refined({robot.q, robot.v, robot.a}, 5);
  refined.method.error = 0.7;  // each step would leave more than half of the error
  const auto got = refined({robot.q, robot.v, robot.a}, 5);
  EXPECT_EQ(got.report.refinements, 0);
  EXPECT_GT(good.report.refinements, 0);
}

TEST(Refinement, OnDeepChainsDoesNotEnlargeTheResidual) {
  // or than rounding
  for (const Model& model : {zoo::chain(5000), zoo::snake(400), zoo::auto_tree(500, 1, 0.1), zoo::auto_tree(1000, 2),
                             zoo::random_tree({.n = 1000, .seed = 5, .branching = 1})}) {
    Robot<double> robot(model);
    const auto expect_no_worse = [&](auto refined) {
      double before = std::numeric_limits<double>::infinity();
      for (int steps = 0; steps <= 3; ++steps) {
        const double residual = robot.residual(refined({robot.q, robot.v, robot.a}, steps).a, robot.a);
        EXPECT_LE(residual, std::max(before, 0.5 * epsilon<double>())) << model.name() << ", " << steps;
        before = residual;
      }
    };
    expect_no_worse(Refined<Hybrid>(robot));
    if (robot.m.tree.depth() <= 500) expect_no_worse(Refined<Sparse>(robot));
  }
}

TEST(Refinement, OfFloatInDoubleIsAsGoodAsDoubleWhereFloatCanTellHFromSingular) {
  int cases = 0;
  auto models = many_models(150);
  for (const Index n : {50, 100, 200}) models.push_back(zoo::chain(n));
  for (const Model& model : models) {
    Robot<double> robot(model);
    if (condition(robot) * static_cast<double>(epsilon<float>()) >= 1) continue;
    ++cases;
    const auto external = robot.external(ExternalFrame::of_root);
    const ForwardState<double> s{robot.q, robot.v, robot.a, external};
    const auto expect_good = [&](const ForwardResult<double>& got) {
      EXPECT_TRUE(got.report.converged) << describe(model);
      EXPECT_LT(robot.residual(got.a, robot.a, external), 1e-14) << describe(model);
    };
    expect_good(Refined<Hybrid, float>(robot)(s, 10));
    expect_good(Refined<Sparse, float>(robot)(s, 20));
  }
  EXPECT_GT(cases, 140);
}

TEST(Refinement, OfFloatInDoubleNeverClaimsConvergenceWrongly) {
  // long chains, where κ·ε of float is above one: either this is reported, or the residual is small nevertheless
  int refused = 0;
  for (const Model& model : {zoo::chain(300), zoo::chain(600), zoo::auto_tree(300, 1, 0.1), zoo::snake(200),
                             zoo::random_tree({.n = 300, .seed = 5, .joints = "RPHSLF", .branching = 1})}) {
    Robot<double> robot(model);
    for (const int steps : {1, 2, 3, 20}) {
      const auto got = Refined<Sparse, float>(robot)({robot.q, robot.v, robot.a}, steps);
      refused += !got.report.converged;
      EXPECT_EQ(got.report.converged, got.report.reason == Reason::none);
      EXPECT_TRUE(!got.report.converged || robot.residual(got.a, robot.a) < 1e-10) << model.name() << ", " << steps;
    }
  }
  EXPECT_GT(refused, 5);
}

TEST(Refinement, ReportsWhyItDidNotConverge) {
  Robot<double> slow(zoo::chain(300)), stuck(zoo::auto_tree(300, 1, 0.1)), impossible(zoo::chain(1000));
  const auto reason = [](Robot<double>& robot, int steps) {
    return Refined<Sparse, float>(robot)({robot.q, robot.v, robot.a}, steps).report.reason;
  };
  EXPECT_EQ(reason(slow, 1), Reason::step_limit);
  EXPECT_EQ(reason(slow, 30), Reason::none);
  EXPECT_EQ(reason(stuck, 30), Reason::no_better_step);
  EXPECT_EQ(reason(impossible, 30), Reason::not_positive_definite);
}

TEST(ScaledResidual, KeepsNaNWhereverItIs) {
  Robot<double> robot(zoo::chain(3));
  for (std::size_t k = 0; k < 3; ++k) {
    auto tau = robot.id(robot.a);
    tau[k] = std::numeric_limits<double>::quiet_NaN();
    EXPECT_TRUE(std::isnan(robot.residual(robot.a, tau)));
    EXPECT_TRUE(std::isnan(largest(tau)));
  }
}

}  // namespace
}  // namespace treefix::testing
