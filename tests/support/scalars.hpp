// The scalar types of the tests, and functions that draw, compare and print their values.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <sstream>
#include <string>
#include <type_traits>
#include <vector>

#include <gtest/gtest.h>

#include <treefix/base/random.hpp>
#include <treefix/base/scalar.hpp>
#include <treefix/simd/lanes.hpp>

#include "support/rooms.hpp"

namespace treefix::test {

using namespace math;  // laws read better without qualification

using Scalars = ::testing::Types<double, float, Quad, Lanes<double, 4>, Lanes<float, 8>>;
/// Types with an order, for code that branches on values.
using OrderedScalars = ::testing::Types<double, float, Quad>;

/// One interface to a scalar and to lanes of them: a scalar is one lane.
template <class T>
struct Lane {
  using Element = T;
  static constexpr int count = 1;
  static constexpr T get(const T& x, int) { return x; }
  static void set(T& x, int, T value) { x = value; }
};
template <class T, int N>
struct Lane<Lanes<T, N>> {
  using Element = T;
  static constexpr int count = N;
  static constexpr T get(const Lanes<T, N>& x, int lane) { return x[lane]; }
  static void set(Lanes<T, N>& x, int lane, T value) { x.set(lane, value); }
};
template <class T>
using Element = typename Lane<T>::Element;

/// Names of typed tests, in place of numbers.
struct ScalarNames {
  template <class T>
  static std::string GetName(int) {
    if constexpr (Lane<T>::count > 1)
      return GetName<Element<T>>(0) + "x" + std::to_string(Lane<T>::count);
    else
      return sizeof(T) == 4 ? "float" : sizeof(T) == 8 ? "double" : "quad";
  }
};

/// Uniform in [low, high), a different number in each lane. Two draws fill the mantissa of a Quad.
template <class T>
T uniform(Random& random, double low = -1, double high = 1) {
  T x{};
  for (int lane = 0; lane < Lane<T>::count; ++lane) {
    const double coarse = random.uniform(low, high), fine = random.uniform() * 0x1p-53;
    Lane<T>::set(x, lane, static_cast<Element<T>>(coarse) + static_cast<Element<T>>(fine));
  }
  return x;
}

/// The scalar type of a value: T for Motion<T>, and its own type for a number.
template <class V>
struct ScalarOf {
  using type = V;
};
template <template <class> class C, class T>
struct ScalarOf<C<T>> {
  using type = T;
};

/// The numbers that a value consists of, in the order of its members: spatial types hold nothing else.
template <class V>
std::vector<typename ScalarOf<V>::type> components(const V& value) {
  using T = typename ScalarOf<V>::type;
  static_assert(std::is_standard_layout_v<V> && sizeof(V) % sizeof(T) == 0);
  std::vector<T> all(sizeof(V) / sizeof(T));  // NOLINT(bugprone-sizeof-expression): V may be T
  std::memcpy(static_cast<void*>(all.data()), static_cast<const void*>(&value), sizeof(V));
  return all;
}
template <class T>
std::vector<T> components(const std::vector<T>& values) {
  return values;
}

template <class T>
std::string list_of(const std::vector<T>& values) {
  std::ostringstream out;
  out.precision(std::is_same_v<Element<T>, float> ? 9 : 18);
  for (std::size_t i = 0; i < values.size(); ++i) {
    out << (i == 0 ? "(" : ", ");
    for (int lane = 0; lane < Lane<T>::count; ++lane)
      out << (lane == 0 ? "" : "|") << static_cast<long double>(Lane<T>::get(values[i], lane));
  }
  out << ")";
  return out.str();
}

/// The largest difference between two lists of numbers, over all lanes, in units of ε·max(1, the largest of them in
/// that lane). Infinite if there is a NaN, so that NaN never counts as close.
template <class T>
double distance(const std::vector<T>& a, const std::vector<T>& b) {
  constexpr double inf = std::numeric_limits<double>::infinity();
  if (a.size() != b.size()) return inf;
  double worst = 0;
  for (int lane = 0; lane < Lane<T>::count; ++lane) {
    Element<T> scale = 1, error = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
      const Element<T> x = Lane<T>::get(a[i], lane), y = Lane<T>::get(b[i], lane);
      if (!(abs(x - y) <= std::numeric_limits<float>::max())) return inf;
      scale = std::max({scale, abs(x), abs(y)});
      error = std::max(error, abs(x - y));
    }
    worst = std::max(worst, static_cast<double>(error / (scale * epsilon<Element<T>>())));
  }
  return worst;
}

/// Equal up to a few units in the last place: EXPECT_TRUE(near(a, b)).
template <class V>
::testing::AssertionResult near(const V& a, const V& b, double units = 64) {
  const auto x = components(a), y = components(b);
  const double error = distance(x, y);
  if (error <= units) return ::testing::AssertionSuccess();
  return ::testing::AssertionFailure() << list_of(x) << "\nand\n"
                                       << list_of(y) << "\ndiffer by " << error << " ε, allowed " << units;
}

/// Calls the law for every lane of a value.
template <class T>
std::vector<Element<T>> lane_of(const std::vector<T>& values, int lane) {
  std::vector<Element<T>> out;
  for (const T& x : values) out.push_back(Lane<T>::get(x, lane));
  return out;
}

}  // namespace treefix::test
