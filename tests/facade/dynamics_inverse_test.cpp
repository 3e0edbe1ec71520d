// Dynamics: inverse dynamics by every method.
#include <gtest/gtest.h>

#include "support/mimic.hpp"
#include "support/robot.hpp"
#include "support/threads.hpp"

namespace treefix::testing {
namespace {

std::vector<InverseOptions> all_options() {
  std::vector<InverseOptions> all;
  for (const InverseMethod method : inverse_methods)
    for (const TreeScan tree : {TreeScan::heavy, TreeScan::euler})
      for (const int threads : {0, 1, 2}) all.push_back({method, tree, threads});
  return all;
}

std::string describe(const InverseOptions& options) {
  return concat(to_string(options.method), ", ", to_string(options.tree), ", ", options.threads, " threads");
}

TEST(DynamicsInverse, AgreesByAllMethodsOnTreesSmallAndLarge) {
  std::vector<Model> models = many_models(25);
  for (const Index n : {Index(300), Index(2000)}) {
    models.push_back(zoo::chain(n));
    models.push_back(zoo::auto_tree(n, 2, 0.1));
    models.push_back(zoo::random_tree({.n = n, .seed = 1, .joints = "R"}));
    models.push_back(zoo::random_tree({.n = n, .seed = 2, .joints = "RRRRRRRRRRS", .branching = 1}));
  }
  for (const Model& model : models) {
    Robot<double> robot(model);
    Dynamics dynamics(model);
    const auto expected = robot.id(robot.a), with_forces = robot.id(robot.a, robot.external());
    const auto scale = robot.scale(robot.a);
    for (const InverseOptions& options : all_options())
      for (const bool forces : {false, true}) {
        std::vector<double> tau = robot.vector();
        dynamics.inverse(robot.q, robot.v, robot.a, tau, options, forces ? robot.external() : ExternalForces<double>{});
        const auto& wanted = forces ? with_forces : expected;
        for (std::size_t k = 0; k < tau.size(); ++k)
          // in root coordinates the forces of the whole mechanism cancel
          ASSERT_NEAR(tau[k], wanted[k], 1e-9 * (scale[0] + scale[k] + 100))
              << model.name() << " of " << model.nbody() << ", " << describe(options);
      }
  }
}

TEST(DynamicsInverse, GivesTheSameBitsForEveryNumberOfThreads) {
  const EightThreads more;  // threads = 0 uses all
  for (const Model& model : {zoo::chain(3000), zoo::auto_tree(3000, 2), zoo::humanoid()}) {
    Robot<double> robot(model);
    Dynamics dynamics(model);
    for (InverseOptions options : all_options()) {
      std::vector<double> one = robot.vector(), tau = robot.vector();
      dynamics.inverse(robot.q, robot.v, robot.a, tau, options);
      options.threads = 1;
      dynamics.inverse(robot.q, robot.v, robot.a, one, options);
      EXPECT_EQ(tau, one) << model.name() << ", " << describe(options);
    }
  }
}

TEST(DynamicsInverse, TakesForcesInRootCoordinatesByEveryMethod) {
  const EightThreads more;
  // numbered along paths and in another order, with enough bodies that automatic chooses pieces
  for (const Model& model : {zoo::auto_tree(600, 1.5, 0.1), zoo::random_tree({.n = 300, .seed = 4, .joints = "RPHSLF"}),
                             zoo::auto_tree(5000, 1.5, 0.1)}) {
    Robot<double> robot(model);
    Dynamics dynamics(model);
    const auto external = robot.external(ExternalFrame::of_root);
    const auto expected = robot.id(robot.a, external);
    for (const InverseMethod method : inverse_methods) {
      std::vector<double> tau = robot.vector(), one = robot.vector();
      dynamics.inverse(robot.q, robot.v, robot.a, tau, {.method = method}, external);
      EXPECT_LT(largest(minus(tau, expected)), 1e-9 * largest(expected)) << model.nbody() << ", " << to_string(method);
      dynamics.inverse(robot.q, robot.v, robot.a, one, {.method = method, .threads = 1}, external);
      EXPECT_EQ(tau, one) << model.nbody() << ", " << to_string(method);
    }
  }
}

TEST(DynamicsInverse, ExplainsTheMethod) {
  EXPECT_EQ(Dynamics(zoo::humanoid()).explain(), "body by body: 19 bodies, and pieces are faster from 64 on");
  const std::string alone = Dynamics(zoo::random_tree({.n = 300, .joints = "P"})).explain();
  EXPECT_EQ(alone.substr(0, 42), "body by body: pieces would take 300 rounds") << alone;
  EXPECT_EQ(Dynamics(zoo::chain(1000)).explain().substr(0, 11), "in pieces: ");
}

TEST(DynamicsInverse, WorksWithoutBodiesAndWithOneBody) {
  for (const Model& model : {Builder("nothing").build(), zoo::chain(1), zoo::random_tree({.n = 1, .joints = "F"})}) {
    Robot<double> robot(model);
    Dynamics dynamics(model);
    const auto expected = robot.id(robot.a);
    for (const InverseOptions& options : all_options()) {
      std::vector<double> tau = robot.vector();
      dynamics.inverse(robot.q, robot.v, robot.a, tau, options, robot.external());
      dynamics.inverse(robot.q, robot.v, robot.a, tau, options);
      EXPECT_LE(largest(minus(tau, expected)), 1e-12) << model.name() << ", " << describe(options);
    }
  }
}

TEST(DynamicsInverse, IsAccurateForAWideStarAndADeepChain) {
  // no method may need memory or time beyond O(n); bench/trees has ten million bodies
  for (const Model& model : {zoo::star(50'000), zoo::chain(50'000)}) {
    Robot<double> robot(model);
    Dynamics dynamics(model);
    const auto expected = robot.id(robot.a), scale = robot.scale(robot.a);
    for (const InverseMethod method : inverse_methods) {
      std::vector<double> tau = robot.vector();
      dynamics.inverse(robot.q, robot.v, robot.a, tau, {.method = method});
      double worst = 0;
      for (std::size_t k = 0; k < tau.size(); ++k)
        worst = std::max(worst, std::abs(tau[k] - expected[k]) / (scale[k] * epsilon<double>()));
      EXPECT_LE(worst, 100) << model.name() << ", " << to_string(method);
    }
  }
}

TEST(DynamicsInverse, TakesMoreThreadsThanThereAreCores) {
  const Model model = zoo::chain(500);
  Robot<double> robot(model);
  Dynamics dynamics(model);
  std::vector<double> one = robot.vector(), many = robot.vector();
  for (const InverseMethod method : inverse_methods) {
    dynamics.inverse(robot.q, robot.v, robot.a, one, {.method = method, .threads = 1});
    dynamics.inverse(robot.q, robot.v, robot.a, many, {.method = method, .threads = 1024});
    EXPECT_EQ(one, many) << to_string(method);
  }
}

TEST(DynamicsInverse, HasScratchForThreadsThatComeAndGo) {
  const Model model = zoo::chain(5000);
  Robot<double> robot(model);
  std::vector<double> expected = robot.vector(), tau = robot.vector();
  Dynamics before(model);
  before.inverse(robot.q, robot.v, robot.a, expected, {.threads = 1});
  std::optional<Dynamics> inside;
  {
    const EightThreads more;
    inside.emplace(model);
    for (const int threads : {8, 0}) {
      before.inverse(robot.q, robot.v, robot.a, tau, {.threads = threads});
      EXPECT_EQ(tau, expected) << threads;
    }
  }
  for (const int threads : {8, 0}) {
    inside->inverse(robot.q, robot.v, robot.a, tau, {.threads = threads});
    EXPECT_EQ(tau, expected) << threads;
  }
}

TEST(DynamicsInverse, RefusesUnsupportedCallsAndWritesNothing) {
  const Model model = zoo::chain(3);
  Robot<double> robot(model);
  Dynamics dynamics(model);
  std::vector<double> tau(3, 7);
  const auto inverse = [&](const ExternalForces<double>& external, const InverseOptions& options) {
    dynamics.inverse(robot.q, robot.v, robot.a, tau, options, external);
  };
  for (const InverseMethod method : inverse_methods)
    for (const int threads : {-1, 1025, 10'000})
      EXPECT_THROW(inverse({}, {.method = method, .threads = threads}), ValueError)
          << to_string(method) << ", " << threads;
  const double nan = std::numeric_limits<double>::quiet_NaN(), infinite = std::numeric_limits<double>::infinity();
  for (std::vector<double>* x : {&robot.q, &robot.v, &robot.a})
    for (const double bad : {nan, infinite, -infinite}) {
      const double good = std::exchange((*x)[1], bad);
      for (const InverseMethod method : inverse_methods) EXPECT_THROW(inverse({}, {.method = method}), ValueError);
      (*x)[1] = good;
    }
  EXPECT_EQ(tau, std::vector<double>(3, 7));
}

TEST(DynamicsInverse, WithMimicJointsIsRecursive) {
  const MimicRobot robot = random_mimic_robot(6, 1);
  Dynamics dynamics(robot.coupled);
  const auto n = static_cast<std::size_t>(robot.coupled.nv());
  const std::vector<double> q = random_configuration(robot.coupled, 1), v(n), a(n);
  std::vector<double> tau(n), other(n);
  dynamics.inverse(q, v, a, tau);
  dynamics.inverse(q, v, a, other, {.method = InverseMethod::recursive});
  EXPECT_EQ(tau, other);
  for (const InverseMethod method : inverse_methods) {
    if (method == InverseMethod::automatic || method == InverseMethod::recursive) continue;
    EXPECT_THROW(dynamics.inverse(q, v, a, tau, {.method = method}), ValueError) << to_string(method);
  }
}

}  // namespace
}  // namespace treefix::testing
