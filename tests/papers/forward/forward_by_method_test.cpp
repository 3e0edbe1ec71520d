// Laws of treefix/papers/forward/forward_by_method.hpp.
#include <treefix/papers/forward/forward_by_method.hpp>

#include <limits>

#include <gtest/gtest.h>

#include "support/robot.hpp"
#include "support/threads.hpp"

namespace treefix::testing {
namespace {

/// Calls law(method, solver) for all methods of the papers; cfa comes once for each of its solvers.
template <class Law>
void for_each_method(Law law) {
  for (const ForwardMethod method : forward_methods)
    for (const CfaSolver solver : cfa_solvers)
      if (is_from_papers(method) && (method == ForwardMethod::cfa || solver == CfaSolver::thomas)) law(method, solver);
}

std::vector<Model> small_robots() {
  return {zoo::chain(9), zoo::arm(), zoo::star(7), zoo::random_tree({.n = 20, .seed = 4, .joints = "RPHSLF"}),
          zoo::random_tree({.n = 20, .seed = 5, .joints = "RPH", .armature = 0.3})};
}

TEST(ForwardByMethod, IsTheRecursionByEveryMethodInBothScalars) {
  Workers workers(2);
  for (const Model& model : small_robots()) {
    Robot<double> robot(model);
    const Mechanism<float> single = convert<float>(robot.m);
    for_each_method([&](ForwardMethod method, CfaSolver solver) {
      ForwardByMethod<double> made(robot.m, method, solver);
      ForwardByMethod<double> forward = std::move(made);
      ForwardByMethod<float> in_float(single, method, solver);
      for (const ExternalFrame frame : {ExternalFrame::of_body, ExternalFrame::of_root}) {
        const auto external = robot.external(frame);
        const std::vector<double> expected = robot.fd(robot.a, external);
        std::vector<double> a(expected.size(), std::numeric_limits<double>::quiet_NaN());
        EXPECT_TRUE(forward.run(workers, {robot.q, robot.v, robot.a, external}, a).has_result());
        EXPECT_LE(largest(minus(a, expected)), 1e-6 * (1 + largest(expected))) << to_string(method) << model.name();

        const std::vector<float> q(robot.q.begin(), robot.q.end()), v(robot.v.begin(), robot.v.end()),
            tau(robot.a.begin(), robot.a.end());
        std::vector<Force<float>> forces;
        for (const Force<double>& f : robot.forces) forces.push_back(cast<float>(f));
        std::vector<float> found(q.size());
        found.resize(v.size());
        in_float.run(workers, {q, v, tau, {forces, frame}}, found);
        EXPECT_LE(robot.residual({found.begin(), found.end()}, robot.a, external), 1e-2) << to_string(method);
      }
    });
  }
}

TEST(ForwardByMethod, HasTheSameBitsForEveryNumberOfThreads) {
  const EightThreads more;
  for (const Model& model : {zoo::auto_tree(300, 1.5, 0.1), zoo::chain(100)}) {
    const Robot<double> robot(model);
    for_each_method([&](ForwardMethod method, CfaSolver solver) {
      ForwardByMethod<double> forward(robot.m, method, solver);
      std::vector<double> expected;
      for (const int threads : {1, 2, 8}) {
        Workers workers(threads);
        std::vector<double> a = robot.vector();
        forward.run(workers, {robot.q, robot.v, robot.a, robot.external()}, a);
        if (expected.empty()) expected = a;
        EXPECT_EQ(a, expected) << to_string(method) << ", " << threads;
      }
    });
  }
}

TEST(ForwardByMethod, StoresAMatrixOnlyWhereTheMethodHasOne) {
  for (const Model& model : small_robots()) {
    const Mechanism<double>& m = model.mechanism();
    const Mechanism<float> single = convert<float>(m);
    const auto nv = static_cast<double>(m.nv);
    for_each_method([&](ForwardMethod method, CfaSolver) {
      const double bytes = ForwardByMethod<double>::matrix_bytes(m, method);
      const bool dense = method == ForwardMethod::jsiia_columns || method == ForwardMethod::jsiia_crba;
      const bool sparse = method == ForwardMethod::jsiia_sparse;
      // at least one number for each entry on and below the diagonal of H
      EXPECT_EQ(bytes > 0, dense || sparse) << to_string(method);
      EXPECT_GE(bytes, dense ? nv * (nv + 1) / 2 * sizeof(double) : sparse ? nv * sizeof(double) : 0);
      EXPECT_LE(ForwardByMethod<float>::matrix_bytes(single, method), bytes);
    });
  }
}

TEST(ForwardByMethod, PassesTheOptionsOfEveryCallToIterations) {
  Workers workers(1);
  Robot<double> robot(zoo::random_tree({.n = 20, .seed = 4, .joints = "RPHS"}));
  for_each_method([&](ForwardMethod method, CfaSolver solver) {
    ForwardByMethod<double> forward(robot.m, method, solver);
    std::vector<double> a = robot.vector(), history(1000, -1);
    const auto run = [&](const IterationOptions& options) {
      return forward.run(workers, {robot.q, robot.v, robot.a}, a, options);
    };
    const ForwardReport limited = run({.limit = 2}), whole = run({.history = history}), rough = run({.tolerance = 0.1});
    EXPECT_TRUE(whole.converged);
    if (!iterates(method)) {
      EXPECT_EQ(limited.iterations + whole.iterations + rough.iterations, 0);
      EXPECT_EQ(history[0], -1);
      return;
    }
    EXPECT_EQ(limited.iterations, 2);
    EXPECT_EQ(limited.reason, ForwardReport::Reason::iteration_limit);
    EXPECT_GT(whole.iterations, rough.iterations);
    EXPECT_LE(rough.residual, 0.1);
    EXPECT_GE(at(history, whole.iterations - 1), 0) << "one number for each step";
    run({});
    EXPECT_LT(run({.warm_start = true}).iterations, whole.iterations) << "begins with the previous result";
  });
}

}  // namespace
}  // namespace treefix::testing
