// Laws of treefix/simd/rows.hpp.
#include <treefix/simd/rows.hpp>

#include <vector>

#include <gtest/gtest.h>

#include "support/rooms.hpp"

namespace treefix::testing {
namespace {

template <class T>
class LaneRows : public ::testing::Test {
 public:
  using Element = typename T::Element;
  /// Rows of this many numbers with a gap behind each, beginning `shift` numbers after a cache line.
  struct Array {
    Index numbers, stride, shift;
    std::vector<Element> memory;
    Array(Index n, Index begin, Element first)
        : numbers(n), stride(n + 3), shift(begin), memory(static_cast<std::size_t>(T::size * stride + begin + 16)) {
      for (std::size_t i = 0; i < memory.size(); ++i) memory[i] = first + static_cast<Element>(i);
    }
    Element* data() { return memory.data() + shift; }
    const Element* data() const { return memory.data() + shift; }
  };
};
using RowLanes = ::testing::Types<Lanes<double, 1>, Lanes<double, 2>, Lanes<double, 4>, Lanes<double, 8>,
                                  Lanes<float, 4>, Lanes<float, 8>, Lanes<float, 16>>;
TYPED_TEST_SUITE(LaneRows, RowLanes);

TYPED_TEST(LaneRows, AreLoadedStateByLane) {
  using T = TypeParam;
  for (Index n = T::size; n < 3 * T::size + 2; ++n) {
    const typename TestFixture::Array rows(n, 1, 0);
    std::vector<T> lanes(static_cast<std::size_t>(n));
    load_rows<T::size>(rows.data(), rows.stride, n, lanes.data());
    for (Index k = 0; k < n; ++k)
      for (int lane = 0; lane < T::size; ++lane)
        ASSERT_EQ(lanes[static_cast<std::size_t>(k)][lane], rows.data()[lane * rows.stride + k]) << n;
  }
}

TYPED_TEST(LaneRows, AreStoredWithoutTouchingTheGapsAlsoPastTheCaches) {
  using T = TypeParam;
  for (Index n = T::size; n < 20 * T::size + 2; n += 1 + n / 7)
    for (const Index shift : {0, 1, 3, 7}) {
      const typename TestFixture::Array rows(n, shift, 1);
      std::vector<T> lanes(static_cast<std::size_t>(n));
      load_rows<T::size>(rows.data(), rows.stride, n, lanes.data());
      typename TestFixture::Array stored(n, shift, 1), streamed(n, shift, 1);
      for (auto* copy : {&stored, &streamed})
        for (int lane = 0; lane < T::size; ++lane)
          std::fill_n(copy->data() + lane * rows.stride, n, typename T::Element(-1));
      store_rows<T::size>(lanes.data(), n, stored.data(), rows.stride);
      stream_rows(lanes.data(), n, streamed.data(), rows.stride);
      T::finish_stores();
      ASSERT_EQ(stored.memory, rows.memory) << n << ", " << shift;
      ASSERT_EQ(streamed.memory, rows.memory) << n << ", " << shift;
    }
}

TYPED_TEST(LaneRows, GetTheWidestBlockThatFits) {
  using T = TypeParam;
  for (Index n = 0; n < 2 * T::size; ++n) {
    int found = 0;
    const bool fits = with_width<T::size>(n, [&](auto width) { found = width; });
    EXPECT_EQ(fits, n > 0);
    if (!fits) continue;
    EXPECT_LE(found, n);
    EXPECT_TRUE(found == T::size || 2 * found > n) << n;
  }
}

}  // namespace
}  // namespace treefix::testing
