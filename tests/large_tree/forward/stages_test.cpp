// Forward dynamics of large trees in pieces is correct for every division.
#include <treefix/large_tree/forward/stages.hpp>

#include <gtest/gtest.h>

#include "support/large_tree.hpp"
#include "support/sanitized.hpp"
#include "support/threads.hpp"

namespace treefix::testing {
namespace {

struct Result {
  std::vector<double> a;
  Index forgetful = 0, bundles = 0;
};

Result forward(const Robot<double>& robot, const std::vector<double>& tau, const Division::Sizes& sizes, int threads,
               const TreeKernels& level = current_kernels(), bool forces = false) {
  Workers workers(threads);
  ForwardInPieces pieces(divided_model(robot.m, sizes, level), robot.m, workers.count());
  Result out{robot.vector()};
  pieces.run(workers, robot.q, robot.v, tau,
             forces ? View<const Force<double>>(robot.forces) : View<const Force<double>>(), out.a);
  out.forgetful = pieces.forgetful_bundles();
  out.bundles = ssize(pieces.division().bundles);
  return out;
}

/// The residual in units of that of the recursion, or of ε if that is larger. The residual of the recursion is often
/// below ε, because the forces that cancel are larger than their sum.
double residual(Robot<double>& robot, const std::vector<double>& a, const std::vector<double>& tau,
                const ExternalForces<double>& forces = {}) {
  const double own = robot.residual(robot.fd(tau, forces), tau, forces);
  return robot.residual(a, tau, forces) / std::max(own, epsilon<double>());
}

std::vector<Model> models() {
  std::vector<Model> all = many_models(80);
  for (const Index n : {Index(30), Index(100), Index(500)})
    for (const double branching : {1.0, 1.05, 1.3, 2.0, 0.0})
      for (const char* joints : {"R", "RRRRRRRS", "RRRRRRRRRRRRPHLF"})
        all.push_back(zoo::random_tree({.n = n,
                                        .seed = static_cast<std::uint64_t>(n),
                                        .joints = joints,
                                        .branching = branching,
                                        .armature = branching == 2 || branching == 1 ? 0.3 : 0}));
  for (const double skew : {0.0, 1e-9, 0.3}) all.push_back(zoo::auto_tree(200, 1, skew));
  all.push_back(zoo::star(100));
  return all;
}

TEST(ForwardInPieces, HasResidualsLikeTheRecursionAtEveryLevelHoweverDivided) {
  for (const Model& model : models()) {
    Robot<double> robot(model);
    for (const TreeKernels* level : tree_kernels())
      for (const Division::Sizes& sizes : {small_sizes, Division::Sizes{}})
        EXPECT_LE(residual(robot, forward(robot, robot.a, sizes, 1, *level).a, robot.a), 10)
            << model.name() << " of " << model.nbody() << ", " << level->inverse.lanes << " lanes" << ", forests of "
            << sizes.forest;
  }
}

TEST(ForwardInPieces, TakesExternalForces) {
  for (const Model& model : models()) {
    Robot<double> robot(model);
    const auto a = forward(robot, robot.a, small_sizes, 1, current_kernels(), true).a;
    EXPECT_LE(residual(robot, a, robot.a, robot.external()), 10) << model.name() << " of " << model.nbody();
  }
}

/// The residual of sequential sweeps on prepared frames. These frames are turned by rounded angles, so a chain that is
/// exactly straight in the mechanism is not exactly straight there.
double prepared_residual(Robot<double>& robot, const std::vector<double>& tau) {
  Dynamics dynamics(robot.model);
  std::vector<double> a = robot.vector();
  dynamics.forward(robot.q, robot.v, tau, a);
  return residual(robot, a, tau);
}

/// Long enough for several bundles, and for pieces to forget.
constexpr Division::Sizes long_pieces{.forest = 2048, .piece = 1200, .shortest_piece = 16, .least_bundles = 2};

TEST(ForwardInPieces, OfLongChainsIsAsGoodAsTheRecursion) {
  for (const Index n : {Index(1'000), unless_sanitized(20'000, 5'000)})
    for (const Model& model :
         {zoo::chain(n), zoo::auto_tree(n, 1, 0), zoo::auto_tree(n, 1, 0.1),
          zoo::random_tree({.n = n, .seed = 5, .joints = "R", .branching = 1}),
          zoo::random_tree({.n = n, .seed = 6, .joints = "R", .branching = 1.01, .armature = 0.1})}) {
      Robot<double> robot(model);
      for (const bool straight : {false, true}) {
        if (straight) std::fill(robot.q.begin(), robot.q.end(), 0.0);
        EXPECT_LE(residual(robot, forward(robot, robot.a, long_pieces, 2).a, robot.a),
                  10 * std::max(1.0, prepared_residual(robot, robot.a)))
            << model.name() << " of " << n << (straight ? ", straight" : "");
      }
    }
}

TEST(ForwardInPieces, SeesWhichPiecesForget) {
  const auto is_forgetful = [](const Model& model, bool straight) {
    Robot<double> robot(model);
    if (straight) std::fill(robot.q.begin(), robot.q.end(), 0.0);
    const Result result = forward(robot, robot.a, long_pieces, 1);
    EXPECT_TRUE(result.forgetful == 0 || result.forgetful == result.bundles);
    return result.forgetful > 0;
  };
  EXPECT_TRUE(is_forgetful(zoo::chain(10'000), false));
  EXPECT_TRUE(is_forgetful(zoo::random_tree({.n = 10'000, .seed = 5, .joints = "R", .branching = 1}), false));
  EXPECT_FALSE(is_forgetful(zoo::auto_tree(10'000, 1, 0), true));
  EXPECT_FALSE(is_forgetful(zoo::chain(10'000), true));
}

TEST(ForwardInPieces, IsRightWherePiecesForgetAtOneEndOnly) {
  // the first half of each piece is straight, with parallel axes
  Robot<double> robot(zoo::random_tree({.n = 9600, .seed = 5, .joints = "R", .branching = 1}));
  const Division plan = divided_model(robot.m, long_pieces)->division;
  const Index steps = plan.bundles[0].steps;
  for (Index i = 0; i < robot.m.nbody(); ++i) {
    if (i % steps > steps / 2) continue;
    Joint<double>& joint = at(robot.m.joints, i);
    joint.X_tree = {Mat3<double>::identity(), {0.2, 0, 0}};
    joint.S = {{0, 0, 1}, {}};
    at(robot.q, joint.q) = 0;
  }
  const Result result = forward(robot, robot.a, long_pieces, 1);
  EXPECT_EQ(result.forgetful, result.bundles);
  EXPECT_LE(residual(robot, result.a, robot.a), 100);
}

TEST(ForwardInPieces, TakesBodiesWithoutMassWhereverPiecesMeet) {
  // point masses on massless rods with two crossing axes between them: no body has inertia without those beyond it
  for (const Index n : {58, 60, 62, 64, 240}) {
    Robot<double> robot(zoo::chain(n));
    for (Index i = 0; i < n; ++i) {
      const bool is_cross = i % 2 == 0;
      at(robot.m.inertias, i) = is_cross ? Inertia<double>{} : Inertia<double>::from_com(0.5, {0.2, 0, 0}, {});
      at(robot.m.joints, i).X_tree.r = {is_cross && i > 0 ? 0.2 : 0.0, 0, 0};
      at(robot.m.joints, i).S = {is_cross ? Vec3<double>{0, 0, 1} : Vec3<double>{0, 1, 0}, {}};
      at(robot.q, i) = 0.3 * at(robot.q, i);
    }
    for (const Division::Sizes& sizes : {small_sizes, Division::Sizes{}})
      EXPECT_LE(residual(robot, forward(robot, robot.a, sizes, 1).a, robot.a), 100) << n;
  }
}

TEST(ForwardInPieces, GivesTheSameBitsForEveryNumberOfThreads) {
  const EightThreads more;
  for (const Model& model : {zoo::chain(5000), zoo::auto_tree(5000, 2), zoo::star(5000),
                             zoo::random_tree({.n = 5000, .seed = 3, .joints = "RRRRRRP"})}) {
    Robot<double> robot(model);
    for (const Division::Sizes& sizes : {small_sizes, long_pieces}) {
      const auto expected = forward(robot, robot.a, sizes, 1).a;
      for (const int threads : {2, 4, 8})
        EXPECT_EQ(forward(robot, robot.a, sizes, threads).a, expected) << model.name();
    }
  }
}

TEST(ForwardInPieces, GivesTheSameBitsWhenAskedAgain) {
  const Model model = zoo::random_tree({.n = 3000, .seed = 3, .joints = "RRRRRRP"});
  Robot<double> robot(model);
  Workers workers(2);
  ForwardInPieces pieces(divided_model(robot.m, small_sizes), robot.m, workers.count());
  std::vector<double> first = robot.vector(), second = robot.vector();
  pieces.run(workers, robot.q, robot.v, robot.a, {}, first);
  pieces.run(workers, robot.q, robot.v, robot.a, robot.forces, second);
  EXPECT_NE(first, second);
  pieces.run(workers, robot.q, robot.v, robot.a, {}, second);
  EXPECT_EQ(first, second);
}

TEST(ForwardInPieces, WithoutGravityAndVelocitiesSolvesForTheMassMatrix) {
  for (const char* joints : {"R", "RRRRRRRS"}) {
    Robot<double> robot(zoo::random_tree({.n = 60, .seed = 8, .joints = joints, .branching = 1.05}));
    Workers workers(1);
    ForwardInPieces pieces(divided_model(robot.m, small_sizes), robot.m, workers.count());
    std::vector<double> x = robot.vector();
    pieces.run(workers, robot.q, robot.vector(), robot.a, {}, x, /*with_gravity=*/false);
    EXPECT_LE(largest(minus(matrix_times(robot.H(), x), robot.a)), 1e-10 * largest(robot.H()) * largest(x));
  }
}

TEST(ForwardInPieces, WorksWithoutBodiesAndWithOneBody) {
  Workers workers(2);
  const Mechanism<double> none;
  ForwardInPieces nothing(divided_model(none), none, workers.count());
  nothing.run(workers, {}, {}, {}, {}, {});
  Robot<double> robot(zoo::chain(1));
  EXPECT_NEAR(forward(robot, robot.a, {}, 2).a[0], robot.fd(robot.a)[0], 1e-11);
}

}  // namespace
}  // namespace treefix::testing
