// Robots and laws for every method of forward dynamics: a method is a class template of the scalar, see
// treefix/papers/forward/state.hpp.
#pragma once

#include <treefix/papers/forward/state.hpp>
#include <treefix/papers/mass/mass_operators.hpp>

#include "support/executors.hpp"
#include "support/robot.hpp"
#include "support/rooms.hpp"

namespace treefix::testing {

/// The result of a method for a robot; NaN where it wrote nothing.
template <class T>
struct ForwardResult {
  std::vector<T> a;
  ForwardReport report;
};

template <template <class> class Method, class T, class Exec = Serial>
ForwardResult<T> forward_by(const Robot<T>& robot, const std::vector<T>& tau, const ExternalForces<T>& external = {},
                            Index piece_length = 1024, const Exec& exec = {}) {
  const ScanModel<T> model(robot.m, piece_length);
  Method<T> method(model);
  ForwardResult<T> result{std::vector<T>(tau.size(), std::numeric_limits<T>::quiet_NaN()), {}};
  result.report = method.run(exec, {robot.q, robot.v, tau, external}, result.a);
  return result;
}

/// A chain in which two of three bodies are massless and only connect joints.
inline Model with_massless_bodies(Index n) {
  Builder builder("massless_between");
  for (Index i = 0; i < n; ++i)
    builder.body({.name = concat("body", i),
                  .parent = i == 0 ? "" : concat("body", i - 1),
                  .placement = placed<double>({0.1, 0.05, 0.2}),
                  .mass = 1,
                  .com = {0.02, 0.1, -0.05},
                  .inertia = Sym3<double>::diagonal(0.1, 0.2, 0.25)},
                 {JointSpec::revolute({1, 0, 0}), JointSpec::prismatic({0, 1, 0}), JointSpec::revolute({0, 0, 1})});
  return builder.build();
}

/// One and two bodies, stars on the root and on a body, forests, chains, bodies without mass.
inline std::vector<Model> extreme_models() {
  std::vector<Model> models{zoo::chain(1), zoo::chain(2), zoo::star(1),
                            zoo::star(40), zoo::snake(1), with_massless_bodies(5)};
  for (const char* joints : {"R", "P", "H", "S", "L", "F"}) {
    models.push_back(zoo::random_tree({.n = 1, .seed = 1, .joints = joints}));
    models.push_back(zoo::random_tree({.n = 2, .seed = 2, .joints = joints}));
    models.push_back(zoo::random_tree({.n = 30, .seed = 3, .joints = joints, .branching = 29}));  // a star on a body
  }
  return models;
}

/// In 113 bits a method equals the recursion, on every tree, for any length of pieces.
template <template <class> class Method>
void expect_equal_to_recursion(const std::vector<Model>& models, double tolerance) {
  int k = 0;
  for (const Model& model : models) {
    Robot<Quad> robot(model);
    const auto external = robot.external(k % 2 == 0 ? ExternalFrame::of_root : ExternalFrame::of_body);
    const Index lengths[] = {1, 3, 1024};
    const auto tau = robot.a, expected = robot.fd(tau, external);
    const auto got = forward_by<Method>(robot, tau, external, lengths[k++ % 3]);
    EXPECT_TRUE(got.report.converged && got.report.reason == ForwardReport::Reason::none) << describe(model);
    EXPECT_LT(plain(largest(minus(got.a, expected)) / (Quad(1) + largest(expected))), tolerance) << describe(model);
  }
}

/// Scaled residuals, in double, within `factor` of the larger of ABA's own and ε.
template <template <class> class Method>
void expect_residuals_like_aba(const std::vector<Model>& models, double factor) {
  for (const Model& model : models) {
    Robot<double> robot(model);
    const auto tau = robot.a;
    const double own = std::max(epsilon<double>(), robot.residual(robot.fd(tau), tau));
    const auto got = forward_by<Method>(robot, tau);
    EXPECT_TRUE(got.report.converged) << describe(model);
    EXPECT_LE(robot.residual(got.a, tau), factor * own) << model.name() << " of " << robot.m.nbody();
  }
}

template <template <class> class Method>
void expect_same_bits(const std::vector<Model>& models, Index piece_length) {
  for (const Model& model : models) {
    Robot<double> robot(model);
    const auto external = robot.external(ExternalFrame::of_root);
    const auto expected = forward_by<Method>(robot, robot.a, external, piece_length);
    for_each_executor([&](const auto& exec) {
      EXPECT_EQ(forward_by<Method>(robot, robot.a, external, piece_length, exec).a, expected.a) << model.name();
    });
  }
}

/// H⁻¹ x, from q alone and with data of the previous run.
template <template <class> class Method>
void expect_only_inertia_where_asked(double tolerance) {
  for (const Model& model : many_models(40)) {
    Robot<Quad> robot(model);
    auto expected = robot.vector(), got = robot.vector(), again = robot.vector();
    inverse_mass_times(robot.m, robot.q, robot.a, robot.w, expected);
    const std::vector<Quad> zero = robot.vector();
    const ScanModel<Quad> scan(robot.m, 4);
    Method<Quad> method(scan);
    method.run(Serial(), {robot.q, zero, robot.a, {}, true, false}, got);
    method.run(Serial(), {robot.q, robot.v, robot.v, robot.external()}, again);
    method.run(Serial(), {robot.q, zero, robot.a, {}, true, true}, again);
    const Quad size = Quad(1) + largest(expected);
    EXPECT_LT(plain(largest(minus(got, expected)) / size), tolerance) << describe(model);
    EXPECT_TRUE(got == again) << describe(model);
  }
}

/// A massless tip on a joint without armature has no inertia that resists: no acceleration exists, and no method
/// returns one.
template <template <class> class Method>
void expect_refusal_of_massless_tips() {
  for (const Index n : {1, 2, 100}) {
    Robot<double> robot(zoo::chain(n));
    robot.m.inertias.back() = {};
    const auto got = forward_by<Method>(robot, robot.a);
    EXPECT_FALSE(got.report.converged);
    EXPECT_EQ(got.report.reason, ForwardReport::Reason::not_positive_definite);
    EXPECT_EQ(got.report.coordinate, n - 1);
    EXPECT_TRUE(std::isnan(got.a[0])) << "wrote a result";
  }
}

}  // namespace treefix::testing
