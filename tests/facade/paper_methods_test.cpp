// Laws of treefix/facade/paper_methods.hpp.
#include <treefix/facade/paper_methods.hpp>

#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "support/forward.hpp"
#include "support/messages.hpp"
#include "support/methods.hpp"
#include "support/robot.hpp"
#include "support/rooms.hpp"
#include "support/threads.hpp"

namespace treefix::testing {
namespace {

using Vector = std::vector<double>;
using facade::PaperMethods;

/// Every choice of a solver for a model: methods, with the solvers of cfa, in both precisions.
std::vector<ForwardOptions> choices(const Model& model) {
  std::vector<ForwardOptions> all;
  for (const bool single : {false, true})
    for (const ForwardMethod method : forward_methods) {
      if (!is_from_papers(method) || !can(method, model)) continue;
      for (const CfaSolver solver : cfa_solvers)
        if (method == ForwardMethod::cfa || solver == CfaSolver::thomas)
          all.push_back({.method = method, .single_precision = single, .solver = solver});
    }
  return all;
}
std::string text_of(const ForwardOptions& options) {
  return concat(to_string(options.method), " ", to_string(options.solver), options.single_precision ? " in float" : "");
}

Vector run(PaperMethods& methods, const ForwardOptions& options, const Robot<double>& robot, int threads = 1) {
  Workers workers(threads);
  Vector a(robot.v.size(), std::nan(""));
  const ForwardState<double> state{.q = robot.q, .v = robot.v, .tau = robot.a, .external = robot.external()};
  methods.run(workers, options.method, options, state, a, {});
  return a;
}

std::vector<Model> models_of_papers() {
  return {zoo::arm(), zoo::chain(1), zoo::chain(30),
          zoo::make("random_tree:n=25,seed=3,joints=RPS,root=F,armature=0.2")};
}

TEST(PaperMethods, SolveTheEquationsOfMotionToTheirPrecision) {
  for (const Model& model : models_of_papers()) {
    Robot<double> robot(model);
    PaperMethods methods(model);
    for (const ForwardOptions& options : choices(model)) {
      const Vector a = run(methods, options, robot);
      const double e = options.single_precision ? static_cast<double>(epsilon<float>()) : epsilon<double>();
      const double bound = 1e4 * e;  // the least accurate lose the square of the depth, and float loses it in q, too
      EXPECT_LE(robot.residual(a, robot.a, robot.external()), bound) << describe(model) << text_of(options);
      bool is_float = true;
      for (const double x : a) is_float = is_float && x == static_cast<double>(static_cast<float>(x));
      EXPECT_EQ(is_float, options.single_precision) << text_of(options);
    }
  }
}

TEST(PaperMethods, GiveTheSameBitsWhateverRanBeforeAndOnAnyNumberOfThreads) {
  const EightThreads more;
  for (const Model& model : models_of_papers()) {
    const Robot<double> robot(model), other(model, 99);
    PaperMethods used(model);
    for (int round = 0; round < 2; ++round)
      for (const ForwardOptions& options : choices(model)) {
        PaperMethods fresh(model);
        const Vector a = run(fresh, options, robot);
        run(used, options, other);
        EXPECT_EQ(run(used, options, robot, 8), a) << describe(model) << text_of(options);
      }
  }
}

TEST(PaperMethods, DoNotKeepExternalForcesOfEarlierCalls) {
  const Model model = zoo::arm();
  Robot<double> robot(model);
  for (const ForwardOptions& options : choices(model)) {
    PaperMethods used(model), fresh(model);
    run(used, options, robot);
    Workers workers(1);
    Vector a(robot.v.size()), expected(a);
    const ForwardState<double> without{.q = robot.q, .v = robot.v, .tau = robot.a};
    used.run(workers, options.method, options, without, a, {});
    fresh.run(workers, options.method, options, without, expected, {});
    EXPECT_EQ(a, expected) << text_of(options);
    EXPECT_NE(a, run(fresh, options, robot)) << text_of(options);
  }
}

TEST(PaperMethods, StartFromTheGivenAccelerationOnRequestOnly) {
  const Model model = zoo::chain(30);
  const Robot<double> robot(model);
  for (const ForwardOptions& options : choices(model)) {
    if (!iterates(options.method)) continue;
    PaperMethods methods(model);
    Workers workers(1);
    const ForwardState<double> state{.q = robot.q, .v = robot.v, .tau = robot.a};
    const auto iterations = [&](Vector& a, bool warm) {
      return methods.run(workers, options.method, options, state, a, {.warm_start = warm}).iterations;
    };
    Vector a(robot.v.size());
    const int cold = iterations(a, false);
    Vector solution = a, zero(a.size());
    EXPECT_LT(iterations(solution, true), cold) << text_of(options);
    EXPECT_EQ(iterations(solution, false), cold) << text_of(options);
    EXPECT_EQ(iterations(zero, true), cold) << "that begins with zero, too";
    EXPECT_EQ(zero, a) << text_of(options);
  }
}

TEST(PaperMethods, NameTheBodyWhoseInertiaCfaCannotInvertAndWriteNothing) {
  for (const Model& model : {with_massless_bodies(9), zoo::humanoid()}) {
    const std::string body = at(model.body_names(), singular_body(model.mechanism()));
    Robot<double> robot(model);
    PaperMethods methods(model);
    for (const bool single : {false, true})
      for (const CfaSolver solver : cfa_solvers) {
        const ForwardOptions options{.method = ForwardMethod::cfa, .single_precision = single, .solver = solver};
        Workers workers(1);
        Vector a(robot.v.size(), 7);
        EXPECT_EQ(message_of<ValueError>([&] {
                    methods.run(workers, options.method, options, {.q = robot.q, .v = robot.v, .tau = robot.a}, a, {});
                  }),
                  concat("cfa cannot be used with model '", model.name(), "', because the inertia of body '", body,
                         "' is singular; expected scan_aba or another method"));
        EXPECT_EQ(a, Vector(a.size(), 7));
      }
    const Vector a = run(methods, {.method = ForwardMethod::scan_aba}, robot);
    EXPECT_LE(robot.residual(a, robot.a, robot.external()), 1e-12) << "other methods still work";
  }
}

TEST(PaperMethods, SayHowMuchMemoryTheMatrixNeedsThatDoesNotFit) {
  const Model model = zoo::chain(200'000);
  PaperMethods methods(model);
  Workers workers(1);
  Vector a(200'000, 7);
  for (const bool single : {false, true})
    for (const ForwardMethod method : {ForwardMethod::jsiia_columns, ForwardMethod::jsiia_crba}) {
      const ForwardOptions options{.method = method, .single_precision = single};
      const std::string text = message_of<MemoryError>([&] { methods.run(workers, method, options, {}, a, {}); });
      const std::string needs = "the mass matrix of model 'chain' needs ";
      ASSERT_TRUE(text.starts_with(needs)) << text;
      EXPECT_GE(std::stod(text.substr(needs.size())), 2e5 * 2e5 * (single ? 4 : 8) / 2) << "half of it at least";
      EXPECT_EQ(a, Vector(a.size(), 7));
    }
}

}  // namespace
}  // namespace treefix::testing
