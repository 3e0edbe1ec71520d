// Articulated inertias by recursion, everything else by scans, against the recursion.
#include <treefix/papers/forward/hybrid_aba.hpp>

#include <gtest/gtest.h>

#include "support/forward.hpp"

namespace treefix::testing {
namespace {

template <class T>
using Hybrid = HybridAba<T>;

constexpr double quad_tolerance = 1e-28;  // relative

TEST(HybridAba, EqualsTheRecursionOnEveryTree) { expect_equal_to_recursion<Hybrid>(many_models(400), quad_tolerance); }

TEST(HybridAba, EqualsTheRecursionOnTreesOfExtremeShape) {
  expect_equal_to_recursion<Hybrid>(extreme_models(), quad_tolerance);
}

TEST(HybridAba, EqualsTheRecursionForEveryLengthOfPieces) {
  const auto external = ExternalFrame::of_root;
  for (const Model& model :
       {zoo::chain(60), zoo::auto_tree(60, 1.5, 0.1), zoo::humanoid(), zoo::star(20),
        zoo::random_tree({.n = 60, .seed = 7, .joints = "RPHSLF", .branching = 1.2, .armature = 0.2})}) {
    Robot<Quad> robot(model);
    const auto expected = robot.fd(robot.a, robot.external(external));
    for (const Index length : {1, 2, 3, 7, 16, 59, 60, 1024}) {
      const auto got = forward_by<Hybrid>(robot, robot.a, robot.external(external), length).a;
      EXPECT_LT(plain(largest(minus(got, expected)) / largest(expected)), quad_tolerance)
          << model.name() << ", pieces of " << length;
    }
  }
}

TEST(HybridAba, HasResidualsOfTheOrderOfTheRecursion) {
  auto models = random_models(200);
  for (Model& model : std::vector<Model>{
           zoo::chain(300), zoo::chain(1000), zoo::snake(1000), zoo::auto_tree(1000, 2), zoo::auto_tree(1000, 1.5, 0.1),
           zoo::star(1000), zoo::random_tree({.n = 1000, .seed = 4, .joints = "RPHSLF"}),
           zoo::random_tree({.n = 1000, .seed = 5, .joints = "RPHSLF", .branching = 1}), zoo::chain(100'000)})
    models.push_back(std::move(model));
  expect_residuals_like_aba<Hybrid>(models, 10);
}

TEST(HybridAba, GivesTheSameBitsFromEveryExecutor) {
  const std::vector<Model> models{zoo::chain(3000),
                                  zoo::auto_tree(3000, 1.5),
                                  zoo::auto_tree(3000, 2),
                                  zoo::star(3000),
                                  zoo::random_tree({.n = 3000, .seed = 4, .joints = "RPHSLF"}),
                                  zoo::humanoid()};
  expect_same_bits<Hybrid>(models, 60);
}

TEST(HybridAba, SolvesWithTheMassMatrixAloneOnRequest) { expect_only_inertia_where_asked<Hybrid>(quad_tolerance); }

TEST(HybridAba, RefusesWhatIsNotPositiveDefinite) { expect_refusal_of_massless_tips<Hybrid>(); }

TEST(HybridAba, InFloatHasResidualsOfRoundingInFloat) {
  for (const Model& model : random_models(100)) {
    Robot<float> robot(model);
    const auto tau = robot.a;
    const float own = std::max(epsilon<float>(), robot.residual(robot.fd(tau), tau));
    EXPECT_LE(robot.residual(forward_by<Hybrid>(robot, tau).a, tau), 10 * own) << describe(model);
  }
}

}  // namespace
}  // namespace treefix::testing
