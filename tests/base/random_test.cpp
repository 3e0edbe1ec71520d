// Properties of treefix/base/random.hpp.
#include <array>

#include <gtest/gtest.h>

#include <treefix/base/random.hpp>

namespace treefix::test {
namespace {

TEST(Random, IsSplitMix64) {
  // the first numbers of the reference implementation, Vigna's splitmix64.c, for seed 1234567 [Steele 2014]
  Random random(1234567);
  for (const std::uint64_t expected :
       {6457827717110365317U, 3203168211198807973U, 9817491932198370423U, 4593380528125082431U, 16408922859458223821U})
    EXPECT_EQ(random.bits(), expected);
}

TEST(Random, UniformFillsItsRangeEvenly) {
  Random random(1);
  constexpr int n = 100'000;
  std::array<int, 10> count{};
  for (int i = 0; i < n; ++i) {
    const double x = random.uniform();
    ASSERT_TRUE(0 <= x && x < 1);
    ++count[static_cast<std::size_t>(10 * x)];
  }
  for (const int c : count) EXPECT_NEAR(c, n / 10, 5 * 95);  // five standard deviations
}

TEST(Random, UniformBetweenBoundsStaysBetweenThem) {
  Random random(1);
  double sum = 0;
  for (int i = 0; i < 10'000; ++i) {
    const double x = random.uniform(-2, 5);
    ASSERT_TRUE(-2 <= x && x < 5);
    sum += x;
  }
  EXPECT_NEAR(sum / 10'000, 1.5, 0.1);
}

TEST(Random, NormalHasMeanZeroAndVarianceOne) {
  Random random(1);
  constexpr int n = 100'000;
  double sum = 0, squares = 0, fourth = 0;
  for (int i = 0; i < n; ++i) {
    const double x = random.normal();
    sum += x;
    squares += x * x;
    fourth += x * x * x * x;
  }
  EXPECT_NEAR(sum / n, 0, 0.016);
  EXPECT_NEAR(squares / n, 1, 0.023);
  EXPECT_NEAR(fourth / n, 3, 0.16);  // of a normal distribution, not of another one with the same variance
}

TEST(Random, BelowReachesEveryNumberAndNoOther) {
  Random random(1);
  std::array<int, 7> count{};
  for (int i = 0; i < 7000; ++i) {
    const Index k = random.below(7);
    ASSERT_TRUE(0 <= k && k < 7);
    ++count[static_cast<std::size_t>(k)];
  }
  for (const int c : count) EXPECT_NEAR(c, 1000, 150);
}

}  // namespace
}  // namespace treefix::test
