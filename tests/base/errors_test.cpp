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

TEST(Errors, AboutNothingInParticularHaveEmptyFields) {
  const ValueError error("something else");
  EXPECT_TRUE(error.about().argument.empty() && error.about().body.empty());
  EXPECT_TRUE(error.about().got.empty() && error.about().expected.empty());
}

}  // namespace
}  // namespace treefix
