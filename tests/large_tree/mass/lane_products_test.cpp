// Laws of treefix/large_tree/mass/lane_products.hpp.
#include <treefix/large_tree/mass/lane_products.hpp>

#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include <treefix/base/random.hpp>
#include <treefix/base/zero_memory.hpp>
#include <treefix/simd/lanes.hpp>

#include "support/rooms.hpp"

namespace treefix::testing {
namespace {

/// Six lists with more numbers than a row has, and a motion.
struct Lists {
  static constexpr Index stride = 100;
  std::vector<double> a;
  double b[6];

  explicit Lists(std::uint64_t seed) {
    Random random(seed);
    for (Index k = 0; k < 6 * stride; ++k) a.push_back(random.uniform(-1, 1));
    for (double& x : b) x = random.uniform(-1, 1);
  }
  double product(Index k) const {
    double sum = 0;
    for (Index c = 0; c < 6; ++c) sum += at(a, c * stride + k) * b[c];
    return sum;
  }
};

/// Calls put(lists, first, out, count) for rows of every length that start anywhere in a cache line. Expects that it
/// writes the products from `first` on and nothing else, and the same bits as in longer rows.
template <class Put>
void expect_products(Put put) {
  constexpr Index margin = 16;
  const Lists lists(1);
  std::vector<double> longest(Lists::stride);
  put(lists, 0, longest.data(), Lists::stride);
  const ZeroMemory memory((2 * margin + 8 + Lists::stride) * sizeof(double));
  auto* numbers = memory.as<double>();
  for (Index count = 0; count <= 41; ++count)
    for (Index begin = margin; begin < margin + 8; ++begin)
      for (const Index first : {0, 1, 7}) {
        std::fill_n(numbers, 2 * margin + 8 + Lists::stride, 1e300);
        put(lists, first, numbers + begin, count);
        for (Index k = 0; k < 2 * margin + count; ++k) {
          const Index in_row = k - begin;
          if (in_row < 0 || in_row >= count) {
            ASSERT_EQ(numbers[k], 1e300) << "wrote outside of a row of " << count;
          } else {
            ASSERT_NEAR(numbers[k], lists.product(first + in_row), 1e-14) << in_row << " of " << count;
            ASSERT_EQ(numbers[k], at(longest, first + in_row)) << in_row << " of " << count;
          }
        }
      }
}

template <class T>
void expect_all_ways() {
  for (const bool past_caches : {false, true})
    expect_products([past_caches](const Lists& lists, Index first, double* out, Index count) {
      LaneProducts<T>::put(lists.a.data() + first, Lists::stride, lists.b, out, count, past_caches);
      T::finish_stores();
    });
  expect_products([](const Lists& lists, Index first, double* out, Index count) {
    LaneProducts<T>::put_short(lists.a.data() + first, Lists::stride, lists.b, out, count);
  });
}

TEST(LaneProducts, AreThoseOfAPlainLoopWithTheSameBitsWhereverTheyAreInTheirRow) {
  expect_all_ways<Lanes<double, 1>>();
  expect_all_ways<Lanes<double, 2>>();
  expect_all_ways<Lanes<double, 4>>();
  expect_all_ways<Lanes<double, 8>>();
}

TEST(LaneProducts, ReadNothingBeyondTheirRow) {
  using T = Lanes<double, 4>;
  const double b[6] = {1, 2, 3, 4, 5, 6};
  for (Index count = 1; count < 30; ++count) {
    // what lies between the lists must not matter; behind the last one the address sanitizer reports every read
    std::vector<double> a(static_cast<std::size_t>(5 * Lists::stride + count), std::nan("")), out(33);
    for (Index c = 0; c < 6; ++c) std::fill_n(a.begin() + c * Lists::stride, count, 2.0);
    for (const bool past_caches : {false, true}) {
      LaneProducts<T>::put(a.data(), Lists::stride, b, out.data() + 3, count, past_caches);
      for (Index k = 0; k < count; ++k) ASSERT_EQ(at(out, 3 + k), 42) << count;
    }
    LaneProducts<T>::put_short(a.data(), Lists::stride, b, out.data(), count);
    for (Index k = 0; k < count; ++k) ASSERT_EQ(at(out, k), 42) << count;
  }
}

}  // namespace
}  // namespace treefix::testing
