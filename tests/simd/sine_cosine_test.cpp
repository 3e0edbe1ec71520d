// Laws of treefix/simd/sine_cosine.hpp: accurate to two units in the last place, and each lane is independent of the
// others.
#include <support/scalars.hpp>

#include <treefix/base/random.hpp>

#include "simd/sine_cosine_v3.hpp"
#include "support/rooms.hpp"

namespace treefix::test {
namespace {

template <class T>
class SineCosineLaws : public ::testing::Test {};
using Numbers = ::testing::Types<double, float>;
TYPED_TEST_SUITE(SineCosineLaws, Numbers, ScalarNames);

/// The widest lanes that are tested, for checks that do not depend on the width.
template <class T>
constexpr int widest = 64 / sizeof(T);

template <int N, class T>
SineCosine<std::vector<T>> in_lanes(const std::vector<T>& x) {
  SineCosine<std::vector<T>> out{std::vector<T>(x.size()), std::vector<T>(x.size())};
  for (std::size_t i = 0; i + N <= x.size(); i += N) {
    const auto both = sine_cosine(Lanes<T, N>::load(&x[i]));
    both.sine.store(&out.sine[i]);
    both.cosine.store(&out.cosine[i]);
  }
  return out;
}

#ifdef TREEFIX_HAS_V3
/// The same, compiled with fused products and sums, if this CPU has them.
template <class T>
SineCosine<std::vector<T>> fused(const std::vector<T>& x) {
  if (!__builtin_cpu_supports("x86-64-v3")) return in_lanes<widest<T>>(x);
  SineCosine<std::vector<T>> out{std::vector<T>(x.size()), std::vector<T>(x.size())};
  sine_cosine_v3(x.data(), x.size(), out.sine.data(), out.cosine.data());
  return out;
}
#else
template <class T>
SineCosine<std::vector<T>> fused(const std::vector<T>& x) {
  return in_lanes<widest<T>>(x);
}
#endif

/// |a − exact| in units of the last place of the T next to `exact` on the side of zero.
template <class T>
double ulps(T a, Quad exact) {
  T size = abs(static_cast<T>(exact));
  if (static_cast<Quad>(size) > abs(exact)) size = std::nextafter(size, T(0));
  const T unit = std::nextafter(size, std::numeric_limits<T>::infinity()) - size;
  return static_cast<double>(abs(static_cast<Quad>(a) - exact) / static_cast<Quad>(unit));
}

template <class T>
struct Error {
  double units = 0;
  T at = 0;
};

/// The largest error over all x; the list is padded to whole lanes.
template <class T>
Error<T> worst_error(std::vector<T> x) {
  while (x.size() % widest<T> != 0) x.push_back(0);
  const SineCosine<std::vector<T>> results[] = {in_lanes<widest<T>>(x), fused(x)};
  Error<T> worst;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const SineCosine<Quad> exact = math::sine_cosine(static_cast<Quad>(x[i]));
    for (const auto& [sine, cosine] : results) {
      const double units = std::max(ulps(sine[i], exact.sine), ulps(cosine[i], exact.cosine));
      if (!(units <= worst.units)) worst = {units, x[i]};
    }
  }
  return worst;
}
template <class T>
::testing::AssertionResult right(const std::vector<T>& x) {
  const Error<T> worst = worst_error(x);
  if (worst.units <= 2) return ::testing::AssertionSuccess();
  return ::testing::AssertionFailure() << worst.units << " units in the last place at x = " << list_of<T>({worst.at});
}

/// Alternating signs, absolute values between the given ones, equally often in every binade.
template <class T>
std::vector<T> over_binades(double low, double high, int count) {
  Random random(1);
  std::vector<T> x;
  for (int i = 0; i < count; ++i) {
    const double size = std::exp(random.uniform(std::log(low), std::log(high)));
    x.push_back(static_cast<T>(std::min(size, high) * (i % 2 == 0 ? 1 : -1)));
  }
  return x;
}

TYPED_TEST(SineCosineLaws, AreRightForAnglesOfAllSizes) {
  using T = TypeParam;
  EXPECT_TRUE(right(over_binades<T>(1e-8, 1e5, 60000)));
}

TYPED_TEST(SineCosineLaws, AreRightAllOverTheRangeOfLanes) {
  using T = TypeParam;
  Random random(2);
  std::vector<T> near_zero, all;
  for (int i = 0; i < 60000; ++i) {
    near_zero.push_back(static_cast<T>(random.uniform(-7, 7)));
    all.push_back(static_cast<T>(random.uniform(-1e5, 1e5)));
  }
  all.push_back(T(1e5));
  all.push_back(T(-1e5));
  EXPECT_TRUE(right(near_zero));
  EXPECT_TRUE(right(all));
}

TYPED_TEST(SineCosineLaws, AreRightNextToMultiplesOfARightAngle) {
  using T = TypeParam;
  const Quad half_pi = atan2(Quad(1), Quad(0));
  std::vector<T> x;
  for (int k = 1; k * half_pi <= 1e5; ++k) {
    const T nearest = static_cast<T>(k * half_pi);
    // the nearest number, where almost all of x cancels, for every k; its neighbours and the other sign for some
    x.push_back(k % 2 == 0 ? nearest : -nearest);
    if (k % 4 != 0) continue;
    x.push_back(std::nextafter(nearest, T(0)));
    x.push_back(std::nextafter(nearest, T(2e5)));
  }
  EXPECT_TRUE(right(x));
}

/// Half way between two multiples the remainder is largest, and the polynomials are least accurate.
TYPED_TEST(SineCosineLaws, AreRightNextToOddMultiplesOfHalfARightAngle) {
  using T = TypeParam;
  const Quad half_pi = atan2(Quad(1), Quad(0));
  std::vector<T> x;
  for (int k = 0; (k + 0.5) * half_pi <= 1e5; k += 3)
    for (const double shift : {-1e-2, -1e-5, 0., 1e-5, 1e-2}) x.push_back(static_cast<T>((k + 0.5) * half_pi + shift));
  EXPECT_TRUE(right(x));
}

TYPED_TEST(SineCosineLaws, AreRightForTinyAngles) {
  using T = TypeParam;
  const double least = std::numeric_limits<T>::denorm_min();
  EXPECT_TRUE(right(over_binades<T>(std::is_same_v<T, float> ? 1e-45 : 1e-300, 1e-3, 20000)));
  EXPECT_TRUE(right(std::vector<T>{static_cast<T>(least), static_cast<T>(-5 * least), T(0)}));
}

TYPED_TEST(SineCosineLaws, AreRightFarBeyondTheRangeOfLanes) {
  using T = TypeParam;
  EXPECT_TRUE(right(over_binades<T>(1e5, std::is_same_v<T, float> ? 1e38 : 1e300, 20000)));
  EXPECT_TRUE(right(std::vector<T>{std::nextafter(T(1e5), T(2e5)), -std::numeric_limits<T>::max()}));
}

TYPED_TEST(SineCosineLaws, TheirSquaresAddUpToOne) {
  using T = TypeParam;
  const auto [sine, cosine] = in_lanes<4>(over_binades<T>(1e-8, 1e6, 20000));
  for (std::size_t i = 0; i < sine.size(); ++i) EXPECT_TRUE(near(sine[i] * sine[i] + cosine[i] * cosine[i], T(1), 4));
}

TYPED_TEST(SineCosineLaws, ZeroKeepsItsSign) {
  using T = TypeParam;
  Lanes<T, 2> x(0);
  x.set(1, -T(0));
  EXPECT_FALSE(std::signbit(sin(x)[0]));
  EXPECT_TRUE(std::signbit(sin(x)[1]));
  EXPECT_EQ(sin(x)[1], 0);
  for (int lane = 0; lane < 2; ++lane) EXPECT_EQ(cos(x)[lane], 1);
}

TYPED_TEST(SineCosineLaws, SineAndCosineAloneAreThoseOfBoth) {
  using T = TypeParam;
  for (const T x : over_binades<T>(1e-3, 1e7, 200)) {
    const Lanes<T, 4> lanes(x);
    const auto both = sine_cosine(lanes);
    for (int lane = 0; lane < 4; ++lane) {
      EXPECT_EQ(sin(lanes)[lane], both.sine[lane]);
      EXPECT_EQ(cos(lanes)[lane], both.cosine[lane]);
    }
  }
}

template <class T>
bool same_bits(const std::vector<T>& a, const std::vector<T>& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(T)) == 0;
}

TYPED_TEST(SineCosineLaws, BitsDependNeitherOnTheNumberOfLanesNorOnTheLane) {
  using T = TypeParam;
  std::vector<T> x = over_binades<T>(1e-8, 1e6, 8000);
  const auto one = in_lanes<1>(x);
  const auto expect_same = [&](const SineCosine<std::vector<T>>& other) {
    EXPECT_TRUE(same_bits(other.sine, one.sine));
    EXPECT_TRUE(same_bits(other.cosine, one.cosine));
  };
  expect_same(in_lanes<2>(x));
  expect_same(in_lanes<4>(x));
  expect_same(in_lanes<8>(x));
  // the same numbers in other lanes
  std::rotate(x.begin(), x.begin() + 3, x.end());
  auto moved = in_lanes<8>(x);
  std::rotate(moved.sine.begin(), moved.sine.end() - 3, moved.sine.end());
  std::rotate(moved.cosine.begin(), moved.cosine.end() - 3, moved.cosine.end());
  expect_same(moved);
}

TYPED_TEST(SineCosineLaws, StrangeNeighboursChangeNothing) {
  using T = TypeParam;
  using Eight = Lanes<T, 8>;
  const std::vector<T> x = over_binades<T>(1e-6, 1e5, 80);
  const T inf = std::numeric_limits<T>::infinity(), nan = std::numeric_limits<T>::quiet_NaN();
  for (std::size_t i = 0; i + 8 <= x.size(); i += 8) {
    const Eight plain = Eight::load(&x[i]);
    const auto expected = sine_cosine(plain);
    for (const T strange : {inf, -inf, nan, T(1e30), std::numeric_limits<T>::max()})
      for (int place = 0; place < 8; ++place) {
        Eight mixed = plain;
        mixed.set(place, strange);
        const auto both = sine_cosine(mixed);
        for (int lane = 0; lane < 8; ++lane)
          if (lane != place) {
            EXPECT_EQ(both.sine[lane], expected.sine[lane]);
            EXPECT_EQ(both.cosine[lane], expected.cosine[lane]);
          } else if (std::isfinite(strange)) {
            EXPECT_EQ(both.sine[lane], math::sin(strange));
            EXPECT_EQ(both.cosine[lane], math::cos(strange));
          } else {
            EXPECT_TRUE(std::isnan(both.sine[lane]));
            EXPECT_TRUE(std::isnan(both.cosine[lane]));
          }
      }
  }
}

}  // namespace
}  // namespace treefix::test
