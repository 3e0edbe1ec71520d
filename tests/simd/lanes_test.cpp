// Laws of treefix/simd/lanes.hpp: every lane computes what its scalar would.
#include <spatial/values.hpp>

#include <treefix/spatial/exponential.hpp>

#include "support/rooms.hpp"

namespace treefix::test {
namespace {

template <class T>
class LanesLaws : public SpatialTest<T> {};
using LaneScalars = ::testing::Types<Lanes<double, 1>, Lanes<double, 2>, Lanes<double, 4>, Lanes<double, 8>,
                                     Lanes<float, 4>, Lanes<float, 8>, Lanes<float, 16>>;
TYPED_TEST_SUITE(LanesLaws, LaneScalars, ScalarNames);

/// One lane of a spatial value, as a value of its scalar.
template <template <class> class V, class T>
V<Element<T>> lane_of(const V<T>& value, int lane) {
  const auto numbers = test::lane_of(components(value), lane);
  V<Element<T>> out;
  static_assert(sizeof(out) * Lane<T>::count == sizeof(value));
  std::memcpy(static_cast<void*>(&out), numbers.data(), sizeof(out));
  return out;
}

TYPED_TEST(LanesLaws, ArithmeticIsExactlyThatOfEachLane) {
  using T = TypeParam;
  using S = Element<T>;
  this->repeat([](Draw<T>& draw) {
    const T a = draw.scalar(), b = draw.scalar();
    T add = a, subtract = a, multiply = a;
    add += b;
    subtract -= b;
    multiply *= b;
    const T sum = a + b, difference = a - b, product = a * b, quotient = a / b, negative = -a;
    for (int i = 0; i < T::size; ++i) {
      const S x = a[i], y = b[i];
      EXPECT_EQ(sum[i], x + y);
      EXPECT_EQ(difference[i], x - y);
      EXPECT_EQ(product[i], x * y);
      EXPECT_EQ(quotient[i], x / y);
      EXPECT_EQ(negative[i], -x);
      EXPECT_EQ(add[i], x + y);
      EXPECT_EQ(subtract[i], x - y);
      EXPECT_EQ(multiply[i], x * y);
    }
  });
}

TYPED_TEST(LanesLaws, ElementaryFunctionsAreThoseOfEachLane) {
  using T = TypeParam;
  this->repeat([](Draw<T>& draw) {
    const T a = draw.scalar(-4, 4), p = draw.scalar(0, 4);
    const T s = sin(a), c = cos(a), r = sqrt(p), m = abs(a);
    for (int i = 0; i < T::size; ++i) {
      // their accuracy is tested in sine_cosine_test.cpp
      EXPECT_TRUE(near(s[i], math::sin(a[i]), 1));
      EXPECT_TRUE(near(c[i], math::cos(a[i]), 1));
      EXPECT_EQ(r[i], math::sqrt(p[i]));
      EXPECT_EQ(m[i], math::abs(a[i]));
    }
  });
}

/// −0, equal numbers, infinities, and NaN, which is neither less nor greater.
template <class T>
std::vector<Element<T>> strange_numbers() {
  using S = Element<T>;
  const S inf = std::numeric_limits<S>::infinity();
  return {S(0), -S(0), S(1.5), S(-1.5), inf, -inf, std::numeric_limits<S>::quiet_NaN(), std::numeric_limits<S>::min()};
}

TYPED_TEST(LanesLaws, ComparisonsSetAllBitsOfALaneOrNone) {
  using T = TypeParam;
  const auto numbers = strange_numbers<T>();
  const int count = static_cast<int>(numbers.size());
  for (int shift = 0; shift < count; ++shift) {
    T a, b;
    for (int i = 0; i < T::size; ++i) {
      a.set(i, numbers[static_cast<std::size_t>(i % count)]);
      b.set(i, numbers[static_cast<std::size_t>((i + shift) % count)]);
    }
    const auto less = a<b, at_most = a <= b, greater = a> b, at_least = a >= b;
    const T chosen = select(less, a, b);
    for (int i = 0; i < T::size; ++i) {
      EXPECT_EQ(less[i], a[i] < b[i] ? -1 : 0);
      EXPECT_EQ(at_most[i], a[i] <= b[i] ? -1 : 0);
      EXPECT_EQ(greater[i], a[i] > b[i] ? -1 : 0);
      EXPECT_EQ(at_least[i], a[i] >= b[i] ? -1 : 0);
      const Element<T> expected = a[i] < b[i] ? a[i] : b[i], got = chosen[i];
      EXPECT_EQ(std::memcmp(&got, &expected, sizeof(got)), 0);
    }
  }
}

TYPED_TEST(LanesLaws, BitsAreThoseOfEachLane) {
  using T = TypeParam;
  using Bits = typename T::Mask;
  using Word = Element<Bits>;
  this->repeat([](Draw<T>& draw) {
    const T a = draw.scalar(), b = draw.scalar(), back = T::from_bits(bits(a));
    const Bits x = bits(a), y = bits(b), both = x & y, either = x | y, differ = x ^ y, opposite = ~x, moved = x << 3;
    for (int i = 0; i < T::size; ++i) {
      Word word;
      const Element<T> number = a[i];
      std::memcpy(&word, &number, sizeof(word));
      EXPECT_EQ(x[i], word);
      EXPECT_EQ(back[i], a[i]);
      EXPECT_EQ(both[i], x[i] & y[i]);
      EXPECT_EQ(either[i], x[i] | y[i]);
      EXPECT_EQ(differ[i], x[i] ^ y[i]);
      EXPECT_EQ(opposite[i], ~x[i]);
      EXPECT_EQ(moved[i], x[i] << 3);
    }
  });
}

TYPED_TEST(LanesLaws, AnySeesEveryLane) {
  using Bits = typename TypeParam::Mask;
  EXPECT_FALSE(any(Bits(0)));
  for (int i = 0; i < Bits::size; ++i) {
    Bits mask(0);
    mask.set(i, -1);
    EXPECT_TRUE(any(mask));
  }
}

TYPED_TEST(LanesLaws, ZeroKeepsItsSignInEveryLaneButAbsDropsIt) {
  using T = TypeParam;
  const T zero(-0.0), size = abs(zero);
  for (int i = 0; i < T::size; ++i) {
    EXPECT_TRUE(std::signbit(zero[i]));
    EXPECT_FALSE(std::signbit(size[i]));
  }
}

TYPED_TEST(LanesLaws, ANumberFillsEveryLaneAndSetWritesOne) {
  using T = TypeParam;
  T a(3);
  for (int i = 0; i < T::size; ++i) EXPECT_EQ(a[i], Element<T>(3));
  constexpr int last = T::size - 1;
  a.set(last, Element<T>(5));
  for (int i = 0; i < T::size; ++i) EXPECT_EQ(a[i], Element<T>(i == last ? 5 : 3));
  const T zero{};
  for (int i = 0; i < T::size; ++i) EXPECT_EQ(zero[i], Element<T>(0));
}

TYPED_TEST(LanesLaws, SpatialOperationsAreThoseOfEachLane) {
  using T = TypeParam;
  this->repeat([](Draw<T>& draw) {
    const Transform<T> X = draw.transform(), Y = draw.transform();
    const Motion<T> m = draw.motion();
    const Inertia<T> I = draw.inertia();
    const ArticulatedInertia<T> A = draw.articulated();
    for (int i = 0; i < T::size; ++i) {
      // a few units: with fused multiply-add the two may be rounded differently
      EXPECT_TRUE(near(lane_of(X * Y, i), lane_of(X, i) * lane_of(Y, i), 8));
      EXPECT_TRUE(near(lane_of(X * I, i), lane_of(X, i) * lane_of(I, i), 8));
      EXPECT_TRUE(near(lane_of(X.back(A), i), lane_of(X, i).back(lane_of(A, i)), 8));
      EXPECT_TRUE(near(lane_of(I * m, i), lane_of(I, i) * lane_of(m, i), 8));
    }
  });
}

TYPED_TEST(LanesLaws, LanesLieOneAfterTheOtherInMemory) {
  using T = TypeParam;
  static_assert(sizeof(T) == sizeof(Element<T>) * static_cast<std::size_t>(T::size));
  Draw<T> draw(1);
  const T a = draw.scalar();
  Element<T> numbers[static_cast<std::size_t>(T::size)];
  std::memcpy(numbers, &a, sizeof(a));
  for (int i = 0; i < T::size; ++i) EXPECT_EQ(numbers[i], a[i]);
}

}  // namespace
}  // namespace treefix::test
