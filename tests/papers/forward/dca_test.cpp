// Divide and conquer, against the recursion.
#include <treefix/papers/forward/dca.hpp>

#include <gtest/gtest.h>

#include "support/articulated.hpp"

namespace treefix::testing {
namespace {

void expect_the_recursion(Robot<Quad>& robot, const ExternalForces<Quad>& external, const std::string& what) {
  const auto expected = robot.fd(robot.a, external);
  const auto got = forward<Dca>(Serial(), robot, robot.a, external);
  EXPECT_LT(plain(largest(minus(got, expected)) / (1 + largest(expected))), 1e-24) << what;
}

TEST(Dca, IsTheRecursion) {
  int turn = 0;
  for (const Model& model : many_models(300)) {
    Robot<Quad> robot(model);
    const auto coordinates = ++turn % 2 == 0 ? ExternalFrame::of_body : ExternalFrame::of_root;
    expect_the_recursion(robot, robot.external(coordinates), describe(model));
  }
}

TEST(Dca, IsTheRecursionForStarsForestsAndFewBodies) {
  for (const Model& model : {zoo::chain(1), zoo::chain(2), zoo::chain(3), zoo::star(40),
                             zoo::random_tree({.n = 60, .seed = 5, .joints = "RPHSLF", .armature = 0.2})}) {
    Robot<Quad> robot(model);
    expect_the_recursion(robot, {}, describe(model));
  }
}

TEST(Dca, OfARobotWithoutBodiesDoesNothing) {
  const Mechanism<double> nothing;
  const ScanModel<double> model(nothing);
  EXPECT_TRUE(Dca<double>(model).run(Serial(), {}, {}).converged);
}

TEST(Dca, TakesMasslessBodiesTogetherWithOthers) {
  for (const char* run : {"R", "P", "H", "S", "L", "RR", "SP", "LR", "RPR"})
    for (const Lack lack : {Lack::mass, Lack::moment})
      for (Index place = 0; place < 5; ++place) {
        std::string joints = "RHRPRSR";
        joints.insert(static_cast<std::size_t>(place), run);
        Robot<Quad> robot(chain_of(joints, static_cast<std::uint64_t>(place)));
        for (Index i = place; i < place + ssize(std::string_view(run)); ++i) weaken(robot, i, lack);
        expect_the_recursion(robot, {}, concat(joints, " ", place));
      }
}

TEST(Dca, GivesTheSameBitsFromEveryExecutor) {
  const Model models[] = {zoo::chain(3000), zoo::auto_tree(3000, 2), zoo::star(3000),
                          zoo::random_tree({.n = 3000, .seed = 4, .joints = "RPHSLF", .armature = 0.1})};
  for (const Model& model : models) {
    Robot<double> robot(model);
    const auto expected = forward<Dca>(Serial(), robot, robot.a, robot.external());
    for_each_executor([&](const auto& exec) {
      EXPECT_EQ(forward<Dca>(exec, robot, robot.a, robot.external()), expected) << model.name();
    });
  }
}

TEST(Dca, LeavesASmallResidualUnlessTorquesAreLarge) {
  for (const Model& model :
       {zoo::chain(100), zoo::chain(10000), zoo::snake(1000), zoo::auto_tree(1000, 2), zoo::humanoid()}) {
    Robot<double> robot(model);
    const auto& tau = robot.a;
    EXPECT_LE(robot.residual(forward<Dca>(Serial(), robot, tau), tau), 16 * epsilon<double>()) << model.name();
  }
}

// Large forces at the ends of elements cancel, which loses digits: as many as documented, not more.
TEST(Dca, LosesDigitsAsChainsGrow) {
  for (const Index n : {10, 100, 1000, 10000}) {
    Robot<double> robot(zoo::chain(n));
    const auto tau = robot.id(robot.a);
    const double got = robot.residual(forward<Dca>(Serial(), robot, tau), tau), size = static_cast<double>(n);
    EXPECT_LE(got, 100 * size * size * epsilon<double>()) << n;
  }
}

}  // namespace
}  // namespace treefix::testing
