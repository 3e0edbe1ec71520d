// The mass matrix, factored and solved, is forward dynamics.
#include <treefix/papers/forward/jsiia.hpp>

#include <gtest/gtest.h>

#include "support/forward.hpp"

namespace treefix::testing {
namespace {

template <class T>
using Columns = JsiiaColumns<T>;
template <class T>
using Crba = JsiiaCrba<T>;
template <class T>
using Sparse = JsiiaSparse<T>;

constexpr double jsiia_tolerance = 1e-26;  // relative; κ(H) of these trees is below 1e7

TEST(Jsiia, EqualsTheRecursionOnEveryTree) {
  const auto models = many_models(300);
  expect_equal_to_recursion<Columns>(models, jsiia_tolerance);
  expect_equal_to_recursion<Crba>(models, jsiia_tolerance);
  expect_equal_to_recursion<Sparse>(models, jsiia_tolerance);
}

TEST(Jsiia, EqualsTheRecursionOnTreesOfExtremeShape) {
  const auto models = extreme_models();
  expect_equal_to_recursion<Columns>(models, jsiia_tolerance);
  expect_equal_to_recursion<Crba>(models, jsiia_tolerance);
  expect_equal_to_recursion<Sparse>(models, jsiia_tolerance);
}

TEST(Jsiia, HasResidualsOfTheOrderOfTheRecursion) {
  auto models = random_models(100);
  for (Model& model :
       std::vector<Model>{zoo::chain(300), zoo::snake(150), zoo::auto_tree(300, 1.5, 0.1), zoo::star(300),
                          zoo::humanoid(), zoo::random_tree({.n = 120, .seed = 5, .joints = "RPHSLF"}),
                          zoo::random_tree({.n = 300, .seed = 6, .branching = 1})})
    models.push_back(std::move(model));
  expect_residuals_like_aba<Columns>(models, 10);
  expect_residuals_like_aba<Crba>(models, 10);
  models.push_back(zoo::chain(1000));
  models.push_back(zoo::auto_tree(1000, 2));
  models.push_back(zoo::random_tree({.n = 1000, .seed = 4, .joints = "RPHSLF"}));
  expect_residuals_like_aba<Sparse>(models, 10);
}

TEST(Jsiia, GivesTheSameBitsFromEveryExecutor) {
  // dense factors of several tiles, paths of several pieces
  const std::vector<Model> models{zoo::chain(150), zoo::auto_tree(200, 1.5), zoo::humanoid(),
                                  zoo::random_tree({.n = 100, .seed = 4, .joints = "RPHSLF"})};
  expect_same_bits<Columns>(models, 20);
  expect_same_bits<Crba>(models, 20);
  expect_same_bits<Sparse>(models, 20);
}

TEST(Jsiia, SolvesWithTheMassMatrixAloneOnRequest) {
  expect_only_inertia_where_asked<Columns>(jsiia_tolerance);
  expect_only_inertia_where_asked<Crba>(jsiia_tolerance);
  expect_only_inertia_where_asked<Sparse>(jsiia_tolerance);
}

TEST(Jsiia, RefusesWhatIsNotPositiveDefinite) {
  expect_refusal_of_massless_tips<Columns>();
  expect_refusal_of_massless_tips<Crba>();
  expect_refusal_of_massless_tips<Sparse>();
}

TEST(Jsiia, SaysHowMuchMemoryItNeedsBeforeConstruction) {
  const Model chain = zoo::chain(1000), star = zoo::star(1000);
  const ScanModel<double> model(chain.mechanism()), flat(star.mechanism());
  EXPECT_GE(Crba<double>::bytes(model.mechanism()), 8e6);
  EXPECT_LE(Crba<double>::bytes(model.mechanism()), 9e6);
  EXPECT_EQ(Columns<double>::bytes(model.mechanism()), Crba<double>::bytes(model.mechanism()));
  EXPECT_EQ(Sparse<double>::bytes(model.mechanism()), 12.0 * 1000 * 1001 / 2);
  EXPECT_EQ(Sparse<double>::bytes(flat.mechanism()), 12.0 * 1000);
}

}  // namespace
}  // namespace treefix::testing
