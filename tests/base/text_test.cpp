// Properties of treefix/base/text.hpp and errors.hpp.
#include <limits>
#include <string>

#include <gtest/gtest.h>

#include <treefix/base/errors.hpp>
#include <treefix/base/random.hpp>
#include <treefix/base/text.hpp>

namespace treefix::test {
namespace {

TEST(Text, OfANumberIsTheShortestThatReadsBackTheSame) {
  EXPECT_EQ(to_text(0.1), "0.1");
  EXPECT_EQ(to_text(3), "3");
  EXPECT_EQ(to_text(-2.5), "-2.5");
  EXPECT_EQ(to_text(1e300), "1e+300");
  Random random(1);
  for (int i = 0; i < 1000; ++i) {
    const double x = random.normal();
    EXPECT_EQ(std::stod(to_text(x)), x);
  }
  const double lowest = std::numeric_limits<double>::lowest();
  EXPECT_EQ(std::stod(to_text(lowest)), lowest);
}

TEST(Text, ConcatJoinsTextAndNumbers) {
  EXPECT_EQ(concat("n is ", -3, ", x is ", 0.5, std::string(" m"), std::string_view("!")), "n is -3, x is 0.5 m!");
}

TEST(Errors, DimensionErrorNamesTheArgumentAndBothSizes) {
  EXPECT_NO_THROW(require_size("q", 3, 3));
  try {
    require_size("q", 3, 7);
    FAIL() << "nothing was thrown";
  } catch (const DimensionError& error) {
    EXPECT_EQ(error.argument(), "q");
    EXPECT_EQ(error.got(), 3U);
    EXPECT_EQ(error.expected(), 7U);
    EXPECT_STREQ(error.what(), "q has 3 entries, expected 7");
  }
}

TEST(Errors, ModelErrorListsItsProblemsOnePerLine) {
  const ModelError error("robot", {"first", "second"});
  EXPECT_EQ(error.problems(), (std::vector<std::string>{"first", "second"}));
  EXPECT_STREQ(error.what(), "model 'robot' cannot be built, 2 problems:\n  first\n  second");
  EXPECT_STREQ(ModelError("m", {"only"}).what(), "model 'm' cannot be built, 1 problem:\n  only");
}

TEST(Errors, ModelErrorShowsTheFirstOfManyProblemsAndKeepsAll) {
  const ModelError error("robot", std::vector<std::string>(5000, "bad"));
  EXPECT_EQ(error.problems().size(), 5000U);
  EXPECT_TRUE(std::string(error.what()).ends_with("\n  bad\n  and 4000 more"));
}

TEST(Errors, RequireFiniteNamesTheNumber) {
  const std::vector<double> good{1, -1e308}, bad{1, 2, -std::numeric_limits<double>::infinity()};
  EXPECT_NO_THROW(require_finite("v", good));
  try {
    require_finite("v", bad);
    FAIL() << "nothing was thrown";
  } catch (const ValueError& error) {
    EXPECT_STREQ(error.what(), "v[2] is -inf, expected a finite number");
  }
}

TEST(Errors, AllAreErrorsOfTreefix) {
  static_assert(std::is_base_of_v<Error, DimensionError> && std::is_base_of_v<Error, ValueError> &&
                std::is_base_of_v<Error, ModelError> && std::is_base_of_v<std::runtime_error, Error>);
  SUCCEED();
}

}  // namespace
}  // namespace treefix::test
