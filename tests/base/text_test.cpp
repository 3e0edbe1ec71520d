// Properties of treefix/base/text.hpp and errors.hpp.
#include <limits>
#include <string>

#include <gtest/gtest.h>

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

}  // namespace
}  // namespace treefix::test
