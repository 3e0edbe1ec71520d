// Laws of treefix/base/scalar.hpp.
#include <treefix/base/scalar.hpp>

#include <cmath>
#include <type_traits>
#include <vector>

#include <gtest/gtest.h>

#include "support/scalars.hpp"

namespace treefix::test {
namespace {

template <class T>
class Elementary : public ::testing::Test {
 public:
  /// Calls the law with zero and with random numbers from 1e-6 to 4000, of both signs.
  template <class Law>
  static void for_each_number(Law law) {
    Random random(1);
    law(T(0));
    for (int i = 0; i < 1000; ++i) law(uniform<T>(random) * static_cast<T>(std::exp2(random.uniform(-20, 12))));
  }
};
TYPED_TEST_SUITE(Elementary, OrderedScalars, ScalarNames);

TYPED_TEST(Elementary, SineAndCosineAreTheSameTogetherAndAlone) {
  using T = TypeParam;
  this->for_each_number([](const T& x) {
    const auto [s, c] = sine_cosine(x);
    EXPECT_TRUE(near(s, T(sin(x)), 1));
    EXPECT_TRUE(near(c, T(cos(x)), 1));
    EXPECT_TRUE(near(T(s * s + c * c), T(1), 2));
  });
}

TYPED_TEST(Elementary, SineIsOddCosineIsEvenAndBothRepeatThemselvesDoubled) {
  using T = TypeParam;
  this->for_each_number([](const T& x) {
    EXPECT_EQ(sin(-x) + sin(x), T(0));
    EXPECT_EQ(cos(-x) - cos(x), T(0));
    EXPECT_TRUE(near(T(2 * sin(x) * cos(x)), T(sin(2 * x)), 4));
  });
}

TYPED_TEST(Elementary, AgreeWithTheSameFunctionOfTheWidestScalar) {
  using T = TypeParam;
  this->for_each_number([](const T& x) {
    const Quad wide(x), other = Quad(1) - 3 * wide;
    EXPECT_TRUE(near(T(sin(x)), static_cast<T>(sin(wide)), 2));
    EXPECT_TRUE(near(T(cos(x)), static_cast<T>(cos(wide)), 2));
    EXPECT_TRUE(near(T(atan2(x, static_cast<T>(other))), static_cast<T>(atan2(wide, Quad(static_cast<T>(other)))), 2));
    EXPECT_TRUE(near(T(sqrt(abs(x))), static_cast<T>(sqrt(abs(wide))), 1));
  });
}

TYPED_TEST(Elementary, AnAngleIsFoundAgainFromItsSineAndCosine) {
  using T = TypeParam;
  this->for_each_number([](const T& x) {
    if (abs(x) > T(3.14)) return;
    const auto [s, c] = sine_cosine(x);
    EXPECT_TRUE(near(T(atan2(s, c)), x, 4));
    EXPECT_TRUE(near(T(atan2(5 * s, 5 * c)), x, 4));
  });
}

TYPED_TEST(Elementary, RootsAndSizesAreNeverNegative) {
  using T = TypeParam;
  this->for_each_number([](const T& x) {
    EXPECT_TRUE(abs(x) == x || abs(x) == -x);
    EXPECT_TRUE(abs(x) >= T(0));
    EXPECT_TRUE(near(T(sqrt(x * x)), T(abs(x)), 2));
    const T root = sqrt(abs(x));
    EXPECT_TRUE(root >= T(0));
    EXPECT_LE(static_cast<double>(abs(root * root - abs(x))), 2 * static_cast<double>(epsilon<T>() * abs(x)));
  });
  EXPECT_GT(static_cast<double>(1 / abs(T(-0.0))), 0) << "the sign of zero goes, too";
}

TYPED_TEST(Elementary, EpsilonIsTheDistanceFromOneToTheNextNumber) {
  using T = TypeParam;
  const T e = epsilon<T>();
  EXPECT_TRUE(T(1) + e > T(1));
  EXPECT_TRUE((T(1) + e) - T(1) == e);
  EXPECT_TRUE(T(1) + e / 2 == T(1)) << "half way, rounded to even";
  EXPECT_TRUE(T(1) + (e / 2) * (1 + 2 * e) == T(1) + e) << "more than half way";
}

TYPED_TEST(Elementary, FunctionsKeepTheirScalar) {
  using T = TypeParam;
  const T x = T(1);
  static_assert(std::is_same_v<decltype(sin(x)), T> && std::is_same_v<decltype(cos(x)), T>);
  static_assert(std::is_same_v<decltype(sqrt(x)), T> && std::is_same_v<decltype(abs(x)), T>);
  static_assert(std::is_same_v<decltype(atan2(x, x)), T> && std::is_same_v<decltype(sine_cosine(x)), SineCosine<T>>);
}

}  // namespace
}  // namespace treefix::test
