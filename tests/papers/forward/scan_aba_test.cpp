// The articulated recursion as a scan, against the recursion.
#include <treefix/papers/forward/scan_aba.hpp>

#include <gtest/gtest.h>

#include "support/articulated.hpp"
#include "support/sanitized.hpp"

namespace treefix::testing {
namespace {

void expect_the_recursion(Robot<Quad>& robot, const ExternalForces<Quad>& external, Index length,
                          const std::string& what) {
  const auto expected = robot.fd(robot.a, external);
  const auto got = forward<ScanAba>(Serial(), robot, robot.a, external, length);
  EXPECT_LT(plain(largest(minus(got, expected)) / (1 + largest(expected))), 1e-24) << what << ", pieces of " << length;
}

TEST(ScanAba, IsTheRecursionForPiecesOfEveryLength) {
  int turn = 0;
  for (const Model& model : many_models(300)) {
    Robot<Quad> robot(model);
    const auto external = robot.external(++turn % 2 == 0 ? ExternalFrame::of_body : ExternalFrame::of_root);
    for (const Index length : {1, 2, 3, 7}) expect_the_recursion(robot, external, length, describe(model));
  }
}

TEST(ScanAba, OfWholePathsIsTheRecursion) {
  for (const Model& model : many_models(60)) {
    Robot<Quad> robot(model);
    expect_the_recursion(robot, robot.external(), 1024, describe(model));
  }
}

TEST(ScanAba, IsTheRecursionForStarsForestsAndFewBodies) {
  for (const Model& model :
       {zoo::chain(1), zoo::chain(2), zoo::star(1), zoo::star(40), zoo::random_tree({.n = 2, .seed = 1, .joints = "F"}),
        zoo::random_tree({.n = 60, .seed = 5, .joints = "RPHSLF", .armature = 0.2})}) {
    Robot<Quad> robot(model);
    for (const Index length : {1, 4, 1024}) expect_the_recursion(robot, {}, length, describe(model));
  }
}

TEST(ScanAba, OfARobotWithoutBodiesDoesNothing) {
  const Mechanism<double> nothing;
  const ScanModel<double> model(nothing);
  EXPECT_TRUE(ScanAba<double>(model).run(Serial(), {}, {}).converged);
}

TEST(ScanAba, JoinsByEveryScan) {
  Robot<Quad> robot(zoo::random_tree({.n = 60, .seed = 8, .joints = "RPHS", .branching = 1.2}));
  const auto expected = robot.fd(robot.a);
  for (const ScanMethod method : {ScanMethod{ScanKind::sequential}, ScanMethod{ScanKind::blocked, 1},
                                  ScanMethod{ScanKind::blocked, 4}, ScanMethod{ScanKind::work_efficient}}) {
    const ScanModel<Quad> model(robot.m, 3);
    ScanAba<Quad> scan_aba(model, method);
    auto got = robot.vector();
    scan_aba.run(Serial(), {robot.q, robot.v, robot.a, {}}, got);
    EXPECT_LT(plain(largest(minus(got, expected))), 1e-24) << static_cast<int>(method.kind);
  }
}

// Runs of bodies without mass, or with all mass where their joint does not move it. Bodies behind them have inertia, so
// accelerations exist. The runs are at every place of a chain, and thus at every place of a piece.
TEST(ScanAba, CutsWhereMasslessBodiesAllow) {
  for (const char* run : {"R", "P", "H", "S", "L", "RR", "PR", "RH", "SP", "LR", "RPR", "HRR"})
    for (const Lack lack : {Lack::mass, Lack::moment})
      for (Index place = 0; place < 5; ++place) {
        std::string joints = "RHRPRSR";
        joints.insert(static_cast<std::size_t>(place), run);
        Robot<Quad> robot(chain_of(joints, static_cast<std::uint64_t>(place)));
        for (Index i = place; i < place + ssize(std::string_view(run)); ++i) weaken(robot, i, lack);
        for (const Index length : {1, 2, 3, 7}) expect_the_recursion(robot, {}, length, concat(joints, " ", place));
      }
}

TEST(ScanAba, CutsMasslessBodiesInPairsAllAlongAChain) {
  std::string joints;
  for (int i = 0; i < 20; ++i) joints += "RRS";
  Robot<Quad> robot(chain_of(joints, 3));
  for (Index i = 0; i < robot.m.nbody(); ++i)
    if (i % 3 != 2) weaken(robot, i, Lack::mass);
  for (const Index length : {1, 2, 3, 4, 7, 30}) {
    expect_the_recursion(robot, {}, length, joints);
    const ScanModel<Quad> model(robot.m, length);
    const ScanAba<Quad> scan_aba(model);
    for (const Piece& piece : scan_aba.pieces().all()) EXPECT_EQ(piece.end % 3, 0);  // the last body has mass
  }
}

// With armature a massless body may end an element, unless bodies before it need the mass behind it.
TEST(ScanAba, CutsAtMasslessBodiesWithArmatureOnlyIfThoseBeforeResist) {
  Robot<Quad> robot(chain_of("RRRRRR", 1));
  weaken(robot, 2, Lack::mass);
  weaken(robot, 3, Lack::mass);
  at(robot.m.armatures, 3) = 0.1;
  for (const Index length : {1, 2, 3}) expect_the_recursion(robot, {}, length, "rotor");
  const ScanModel<Quad> model(robot.m, 1);
  EXPECT_EQ(element_ends(model), (std::vector<char>{1, 1, 0, 0, 1, 1}));
  at(robot.m.armatures, 2) = 0.1;
  EXPECT_EQ(element_ends(model), (std::vector<char>{1, 1, 1, 1, 1, 1}));
  for (const Index length : {1, 2, 3}) expect_the_recursion(robot, {}, length, "rotors");
}

TEST(ScanAba, LeavesAPathWholeWhereNoBodyMayEndAPiece) {
  Robot<Quad> robot(chain_of("SSSSSS", 2));
  for (Index i = 0; i < 6; ++i) {  // points off their joints: their resistance depends on the configuration
    at(robot.m.inertias, i) = Inertia<Quad>::from_com(1, {0.5, 0, 0}, {});
    for (int k = 0; k < 3; ++k) at(robot.m.armatures, 3 * i + k) = i == 5 ? 0.1 : 0;
  }
  const ScanModel<Quad> model(robot.m, 1);
  EXPECT_EQ(ssize(ScanAba<Quad>(model).pieces().all()), 1);
  expect_the_recursion(robot, {}, 1, "points");
}

TEST(ScanAba, GivesTheSameBitsFromEveryExecutor) {
  const Model models[] = {zoo::chain(3000), zoo::auto_tree(3000, 2), zoo::star(3000),
                          zoo::random_tree({.n = 3000, .seed = 4, .joints = "RPHSLF", .armature = 0.1})};
  for (const Model& model : models) {
    Robot<double> robot(model);
    const ExternalForces<double> external = robot.external(ExternalFrame::of_root);
    for (const Index length : {7, 200}) {
      const auto expected = forward<ScanAba>(Serial(), robot, robot.a, external, length);
      for_each_executor([&](const auto& exec) {
        EXPECT_EQ(forward<ScanAba>(exec, robot, robot.a, external, length), expected) << model.name();
      });
    }
  }
}

/// Residuals may exceed those of the recursion by the factor, and by a few ε.
void expect_a_small_residual(const Model& model, Index length, double factor, double few = 12) {
  Robot<double> robot(model);
  for (const auto& tau : {robot.a, robot.id(robot.a)}) {
    const double recursion = robot.residual(robot.fd(tau), tau);
    EXPECT_LE(robot.residual(forward<ScanAba>(Serial(), robot, tau, {}, length), tau),
              factor * recursion + few * epsilon<double>())
        << model.name() << ", pieces of " << length;
  }
}

TEST(ScanAba, LeavesTheResidualOfTheRecursion) {
  for (const Model& model : many_models(100)) expect_a_small_residual(model, 7, 10);
  for (const Model& model : {zoo::chain(1000), zoo::snake(1000), zoo::auto_tree(1000, 1, 0.1), zoo::auto_tree(1000, 1),
                             zoo::auto_tree(1000, 2), zoo::random_tree({.n = 1000, .seed = 3, .joints = "RPHSLF"})})
    for (const Index length : {7, 30, 128}) expect_a_small_residual(model, length, 10);
}

TEST(ScanAba, LeavesASmallResidualOnDeepChains) {
  const Index n = unless_sanitized(10'000, 3'000);
  for (const Model& model : {zoo::chain(n), zoo::snake(n), zoo::auto_tree(n, 1)})
    for (const Index length : {64, 1024}) expect_a_small_residual(model, length, 100);
  expect_a_small_residual(zoo::chain(10 * n), 1024, 100);
}

TEST(ScanAba, LeavesASmallResidualAmongMasslessBodies) {
  for (const char* run : {"R", "S", "RR", "RPR"})
    for (Index place = 0; place < 5; ++place) {
      std::string joints = "RHRPRSR";
      joints.insert(static_cast<std::size_t>(place), run);
      Robot<double> robot(chain_of(joints, static_cast<std::uint64_t>(place)));
      for (Index i = place; i < place + ssize(std::string_view(run)); ++i) weaken(robot, i, Lack::mass);
      const double recursion = robot.residual(robot.fd(robot.a), robot.a);
      EXPECT_LE(robot.residual(forward<ScanAba>(Serial(), robot, robot.a, {}, 2), robot.a),
                10 * recursion + 12 * epsilon<double>())
          << joints << " " << place;
    }
}

}  // namespace
}  // namespace treefix::testing
