// Inverse dynamics of large trees in pieces is correct for every division.
#include <treefix/large_tree/inverse/stages.hpp>

#include <gtest/gtest.h>

#include "support/forests.hpp"
#include "support/large_tree.hpp"
#include "support/threads.hpp"

namespace treefix::testing {
namespace {

std::vector<double> inverse(const Robot<double>& robot, const Division::Sizes& sizes, int threads,
                            const TreeKernels& level = current_kernels(), bool forces = false) {
  Workers workers(threads);
  InverseInPieces pieces(divided_model(robot.m, sizes, level), workers.count());
  std::vector<double> tau = robot.vector();
  pieces.run(workers, robot.q, robot.v, robot.a,
             forces ? View<const Force<double>>(robot.forces) : View<const Force<double>>(), tau);
  return tau;
}

/// In ε of the forces that cancel.
double error(const std::vector<double>& tau, const std::vector<Quad>& reference, const std::vector<double>& scale) {
  double worst = 0;
  for (std::size_t k = 0; k < tau.size(); ++k) {
    const double e = static_cast<double>(abs(Quad(tau[k]) - reference[k])) / (scale[k] * epsilon<double>());
    if (!(e <= worst)) worst = e;  // keeps NaN
  }
  return worst;
}

std::vector<Model> inverse_models() {
  std::vector<Model> all = many_models(80);
  for (const Index n : {Index(30), Index(100), Index(500)})
    for (const double branching : {1.0, 1.05, 1.3, 2.0, 0.0})
      for (const char* joints : {"R", "RRRRRRRS"})
        all.push_back(zoo::random_tree({.n = n,
                                        .seed = static_cast<std::uint64_t>(n),
                                        .joints = joints,
                                        .branching = branching,
                                        .armature = branching == 2 ? 0.3 : 0}));
  for (const double skew : {0.0, 1e-9, 0.3}) all.push_back(zoo::auto_tree(200, 1, skew));
  all.push_back(zoo::star(100));
  return all;
}

TEST(InverseInPieces, IsAsAccurateAsTheRecursionAtEveryLevelHoweverDivided) {
  for (const Model& model : inverse_models()) {
    Robot<double> robot(model);
    Robot<Quad> exact(model);
    exact.q = cast_all<Quad>(robot.q);
    const auto scale = robot.scale(robot.a);
    const auto reference = exact.id(exact.a);
    const double own = error(robot.id(robot.a), reference, scale);
    for (const TreeKernels* level : tree_kernels())
      for (const Division::Sizes& sizes : {small_sizes, Division::Sizes{}})
        EXPECT_LE(error(inverse(robot, sizes, 1, *level), reference, scale), 10 * std::max(own, 1.0))
            << model.name() << " of " << model.nbody() << ", " << level->inverse.lanes << " lanes" << ", forests of "
            << sizes.forest;
  }
}

TEST(InverseInPieces, TakesExternalForces) {
  for (const Model& model : inverse_models()) {
    Robot<double> robot(model);
    const auto expected = robot.id(robot.a, robot.external());
    const auto scale = robot.scale(robot.a);
    const auto got = inverse(robot, small_sizes, 1, current_kernels(), true);
    for (std::size_t k = 0; k < got.size(); ++k)
      EXPECT_LE(std::abs(got[k] - expected[k]), 1e-11 * (scale[k] + 100))
          << model.name() << " of " << model.nbody() << ", " << k;
  }
}

TEST(InverseInPieces, GivesTheSameBitsForEveryNumberOfThreads) {
  const EightThreads more;
  for (const Model& model : {zoo::chain(5000), zoo::auto_tree(5000, 2), zoo::star(5000),
                             zoo::random_tree({.n = 5000, .seed = 3, .joints = "RRRRRRP"})}) {
    Robot<double> robot(model);
    for (const Division::Sizes& sizes : {small_sizes, Division::Sizes{}}) {
      const auto expected = inverse(robot, sizes, 1);
      for (const int threads : {2, 3, 8}) EXPECT_EQ(inverse(robot, sizes, threads), expected) << model.name();
    }
  }
}

TEST(InverseInPieces, GivesTheSameBitsWhenAskedAgain) {
  const Model model = zoo::random_tree({.n = 3000, .seed = 3, .joints = "RRRRRRP"});
  Robot<double> robot(model);
  Workers workers(2);
  InverseInPieces pieces(divided_model(robot.m, small_sizes), workers.count());
  std::vector<double> first = robot.vector(), second = robot.vector();
  pieces.run(workers, robot.q, robot.v, robot.a, {}, first);
  pieces.run(workers, robot.q, robot.v, robot.a, robot.forces, second);
  EXPECT_NE(first, second);
  pieces.run(workers, robot.q, robot.v, robot.a, {}, second);
  EXPECT_EQ(first, second);
}

TEST(InverseInPieces, WorksWithoutBodiesAndWithOneBody) {
  Workers workers(2);
  const Mechanism<double> none;
  InverseInPieces nothing(divided_model(none), workers.count());
  nothing.run(workers, {}, {}, {}, {}, {});
  Robot<double> robot(zoo::chain(1));
  EXPECT_NEAR(inverse(robot, {}, 2)[0], robot.id(robot.a)[0], 1e-12);
}

}  // namespace
}  // namespace treefix::testing
