// Laws of treefix/facade/float_warning.hpp.
#include <treefix/facade/float_warning.hpp>

#include <algorithm>
#include <string>

#include <gtest/gtest.h>

#include <treefix/base/text.hpp>
#include <treefix/model/zoo.hpp>

namespace treefix::testing {
namespace {

/// The error that a warning promises; 0 if there is none.
double warned_error(const Model& model) {
  const std::string text = facade::float_warning(model),
                    before = "accelerations in float may have a relative error of ";
  return text.empty() ? 0 : std::stod(text.substr(text.find(before) + before.size()));
}

TEST(FloatWarning, AppearsAtADepthAndNeverGoesAway) {
  Index shallow = 0;
  while (warned_error(zoo::chain(shallow + 1)) == 0) ++shallow;
  EXPECT_GT(shallow, zoo::humanoid().mechanism().tree.depth());
  EXPECT_LT(shallow, 100);
  for (Index n = 1; n < 200; ++n) EXPECT_EQ(warned_error(zoo::chain(n)) > 0, n > shallow) << n;
}

TEST(FloatWarning, PromisesAnErrorThatGrowsLikeTheSquareOfTheDepthUpToOne) {
  for (const Index n : {50, 100, 200, 900}) {
    const double error = warned_error(zoo::chain(n)), twice = warned_error(zoo::chain(2 * n));
    EXPECT_NEAR(twice, std::min(1.0, 4 * error), 1e-12) << n;
    EXPECT_GE(error, 1e-3) << "less needs no warning";
  }
  EXPECT_EQ(warned_error(zoo::chain(10'000)), 1);
}

TEST(FloatWarning, DependsOnTheDepthNotOnTheNumberOfBodies) {
  EXPECT_EQ(facade::float_warning(zoo::star(5000)), "");
  for (const double branching : {1.0, 1.1, 1.5, 2.0}) {
    const Model tree = zoo::auto_tree(300, branching);
    EXPECT_EQ(warned_error(tree), warned_error(zoo::chain(tree.mechanism().tree.depth())));
  }
}

TEST(FloatWarning, NamesTheModelAndItsDepth) {
  for (const Model& model : {zoo::chain(77), zoo::snake(123)})
    EXPECT_TRUE(facade::float_warning(model).starts_with(
        concat("model '", model.name(), "' is ", model.mechanism().tree.depth(), " bodies deep: ")));
}

}  // namespace
}  // namespace treefix::testing
