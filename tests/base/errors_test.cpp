// Laws of treefix/base/errors.hpp: errors carry what they are about, so that no program has to read their messages.
#include <treefix/base/errors.hpp>

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

namespace treefix {
namespace {

TEST(Errors, OfSizesHaveTheArgumentAndBothSizes) {
  try {
    require_size("tau", 3, 7);
    FAIL() << "nothing was thrown";
  } catch (const DimensionError& error) {
    EXPECT_EQ(error.argument(), "tau");
    EXPECT_EQ(error.got(), 3U);
    EXPECT_EQ(error.expected(), 7U);
  }
  EXPECT_NO_THROW(require_size("tau", 7, 7));
}

TEST(Errors, OfValuesHaveTheArgumentTheValueAndWhatWasExpected) {
  for (const double bad :
       {std::nan(""), std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()})
    for (const std::size_t place : {0U, 7U, 8U, 19U}) {
      std::vector<double> values(20, 1.5);
      values[place] = bad;
      try {
        require_finite("v", values);
        FAIL() << bad << " at " << place << " passed";
      } catch (const ValueError& error) {
        EXPECT_EQ(error.about().argument, "v");
        EXPECT_FALSE(error.about().got.empty());
        EXPECT_EQ(error.about().expected, "a finite number");
        EXPECT_NE(std::string(error.what()).find("v[" + std::to_string(place) + "]"), std::string::npos)
            << error.what();
      }
    }
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
  const ModelError error("robot", {{"", "first"}, {"b", "second"}});
  ASSERT_EQ(error.problems().size(), 2U);
  EXPECT_EQ(error.problems()[1].about, "b");
  EXPECT_EQ(error.problems()[1].text, "second");
  EXPECT_STREQ(error.what(), "model 'robot' cannot be built, 2 problems:\n  first\n  second");
  EXPECT_STREQ(ModelError("m", {{"", "only"}}).what(), "model 'm' cannot be built, 1 problem:\n  only");
}

TEST(Errors, ModelErrorShowsTheFirstOfManyProblemsAndKeepsAll) {
  const ModelError error("robot", std::vector<ModelProblem>(5000, {"", "bad"}));
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

TEST(Errors, AboutNothingInParticularHaveEmptyFields) {
  const ValueError error("something else");
  EXPECT_TRUE(error.about().argument.empty() && error.about().body.empty());
  EXPECT_TRUE(error.about().got.empty() && error.about().expected.empty());
}

}  // namespace
}  // namespace treefix
