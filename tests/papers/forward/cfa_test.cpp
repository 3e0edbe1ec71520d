// Constraint forces, against articulated bodies and by their residual.
#include <treefix/papers/forward/cfa.hpp>

#include <gtest/gtest.h>

#include <treefix/base/random.hpp>
#include <treefix/model/shapes.hpp>

#include "support/executors.hpp"
#include "support/robot.hpp"

namespace treefix::testing {
namespace {

constexpr CfaSolver all_solvers[] = {CfaSolver::thomas, CfaSolver::odd_even_elimination, CfaSolver::cyclic_reduction};

template <int block, class T, class Exec = Serial>
std::vector<T> cfa_in_blocks(const Robot<T>& robot, CfaSolver solver, const std::vector<T>& tau,
                             const ExternalForces<T>& external = {}, const Exec& exec = {}) {
  const ScanModel<T> model(robot.m, 60);
  Cfa<T, block> method(model, solver);
  std::vector<T> a = robot.vector();
  const ForwardReport report = method.run(exec, {robot.q, robot.v, tau, external}, a);
  EXPECT_TRUE(report.converged);
  return a;
}

/// With the smallest possible blocks.
template <class T, class Exec = Serial>
std::vector<T> cfa(const Robot<T>& robot, CfaSolver solver, const std::vector<T>& tau,
                   const ExternalForces<T>& external = {}, const Exec& exec = {}) {
  return cfa_block(robot.m) == 5 ? cfa_in_blocks<5>(robot, solver, tau, external, exec)
                                 : cfa_in_blocks<6>(robot, solver, tau, external, exec);
}

/// Every solver gives the result of articulated bodies.
void expect_aba(Robot<Quad>& robot, const ExternalForces<Quad>& external = {}, double tolerance = 1e-24) {
  const auto tau = robot.a;  // any torque will do
  const auto expected = robot.fd(tau, external);
  for (const CfaSolver solver : all_solvers) {
    const auto a = cfa(robot, solver, tau, external);
    EXPECT_LT(plain(largest(minus(a, expected)) / (Quad(1) + largest(expected))), tolerance)
        << describe(robot.model) << ", solver " << static_cast<int>(solver);
  }
}

TEST(Cfa, EqualsArticulatedBodiesInQuad) {
  std::vector<Model> models = random_models(300, 16);
  for (const char* joints : {"R", "RPHSLF"})
    for (const double branching : {0, 1, 2})
      models.push_back(zoo::random_tree({.n = 40, .seed = 9, .joints = joints, .branching = branching}));
  for (const Model& model : models) {
    Robot<Quad> robot(model);
    expect_aba(robot, robot.external(model.nbody() % 2 == 0 ? ExternalFrame::of_body : ExternalFrame::of_root));
  }
}

TEST(Cfa, MayHavePaddingInEveryBlock) {
  for (const char* joints : {"R", "RPHSLF"}) {
    const Robot<double> robot(zoo::random_tree({.n = 30, .seed = 9, .joints = joints}));
    ASSERT_EQ(cfa_block(robot.m), 5);
    for (const CfaSolver solver : all_solvers) {
      const auto narrow = cfa_in_blocks<5>(robot, solver, robot.a), wide = cfa_in_blocks<6>(robot, solver, robot.a);
      EXPECT_LE(largest(minus(narrow, wide)), 1e-9 * largest(wide)) << joints;
    }
  }
}

TEST(Cfa, TakesArmatureOnSomeCoordinatesOfAJoint) {
  Random random(5);
  for (const char* joints : {"S", "L", "F", "RPHSLF"})
    for (Index n = 1; n <= 10; ++n) {
      Robot<Quad> robot(zoo::random_tree({.n = n, .seed = static_cast<std::uint64_t>(n), .joints = joints}));
      for (Quad& R : robot.m.armatures) R = random.below(2) == 0 ? Quad(0) : Quad(random.uniform(0.01, 1));
      expect_aba(robot);
    }
}

TEST(Cfa, TakesArmaturesOfAnySize) {
  for (const double R : {1e-300, 1e-20, 1e-6, 1e6, 1e20}) {
    Robot<double> robot(zoo::random_tree({.n = 12, .seed = 3, .joints = "RPHSL"}));
    for (std::size_t k = 0; k < robot.m.armatures.size(); k += 2) robot.m.armatures[k] = R;
    const auto tau = robot.a;
    for (const CfaSolver solver : all_solvers)
      EXPECT_LT(robot.residual(cfa(robot, solver, tau), tau), 1e-10) << R << ", solver " << static_cast<int>(solver);
  }
}

TEST(Cfa, EqualsArticulatedBodiesOnShortChainsStarsAndForests) {
  for (const char* joints : {"R", "P", "H", "S", "L", "F"})
    for (const Index n : {1, 2, 3}) {
      Robot<Quad> chain(zoo::random_tree({.n = n, .seed = 8, .joints = joints, .branching = 1}));
      expect_aba(chain);
    }
  Builder builder("chains of 1 to 5 on the root");
  for (int chain = 1; chain <= 5; ++chain)
    for (int i = 0; i < chain; ++i)
      builder.body(box({.name = concat(chain, "/", i),
                        .parent = i == 0 ? "" : concat(chain, "/", i - 1),
                        .placement = placed(Vec3<double>{0.1, 0.2, 0.3}),
                        .joint = JointSpec::revolute({1.0 * i, 1, -1})},
                       2, {0.1, 0.2, 0.3}, {0.3, 0.2, 0.1}));
  for (const Model& model : {zoo::star(7), zoo::star(1), builder.build()}) {
    Robot<Quad> robot(model);
    expect_aba(robot, robot.external());
  }
  const Mechanism<double> nothing;
  const ScanModel<double> model(nothing);
  for (const CfaSolver solver : all_solvers) Cfa<double>(model, solver).run(Serial(), {}, {});
}

TEST(Cfa, GivesTheSameBitsFromEveryExecutor) {
  const Model models[] = {zoo::chain(1000), zoo::auto_tree(3000, 2), zoo::star(3000),
                          zoo::random_tree({.n = 3000, .seed = 4, .joints = "RPHSLF", .armature = 0.1})};
  for (const Model& model : models) {
    const Robot<double> robot(model);
    for (const CfaSolver solver : all_solvers) {
      const auto expected = cfa(robot, solver, robot.a, robot.external());
      for_each_executor([&](const auto& exec) {
        EXPECT_EQ(cfa(robot, solver, robot.a, robot.external(), exec), expected) << model.name();
      });
    }
  }
}

/// The documented accuracy, in units of d² ε, where d is the depth.
constexpr double promise(CfaSolver solver) { return solver == CfaSolver::odd_even_elimination ? 1e5 : 300; }

template <class T>
void expect_promised_residual(const Model& model) {
  Robot<T> robot(model);
  if (singular_body(robot.m) >= 0) return;
  const auto tau = robot.a;
  const double d = static_cast<double>(robot.depth());
  for (const CfaSolver solver : all_solvers) {
    const auto residual = static_cast<double>(robot.residual(cfa(robot, solver, tau), tau));
    EXPECT_LT(residual, promise(solver) * d * d * static_cast<double>(epsilon<T>()))
        << describe(model) << ", solver " << static_cast<int>(solver);
  }
}

TEST(Cfa, LeavesTheResidualThatItPromises) {
  for (const Model& model : many_models(300)) expect_promised_residual<double>(model);
  for (const Index n : {30, 100, 1000}) {
    expect_promised_residual<double>(zoo::chain(n));
    expect_promised_residual<double>(zoo::auto_tree(n, 1, 0.3));
    expect_promised_residual<double>(zoo::random_tree({.n = n, .seed = 5, .joints = "RPHSLF", .branching = 1}));
    expect_promised_residual<double>(zoo::random_tree({.n = n, .seed = 6, .joints = "R"}));
  }
}

TEST(Cfa, LeavesTheResidualThatItPromisesInFloat) {
  for (const Model& model : many_models(60)) expect_promised_residual<float>(model);
}

}  // namespace
}  // namespace treefix::testing
