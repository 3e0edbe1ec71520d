// Laws of treefix/simd/records.hpp.
#include <treefix/simd/records.hpp>

#include <vector>

#include <gtest/gtest.h>

#include "support/rooms.hpp"

namespace treefix::testing {
namespace {

template <class T>
class Records : public ::testing::Test {
 public:
  using Element = typename T::Element;
  static constexpr Index length = record_length<7, T>;
  static constexpr Index count = 3 * T::size;

  std::vector<Element> numbers = std::vector<Element>(count * length);
  Records() {
    for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = static_cast<Element>(i);
  }
};
using RecordLanes = ::testing::Types<Lanes<double, 1>, Lanes<double, 2>, Lanes<double, 4>, Lanes<double, 8>,
                                     Lanes<float, 4>, Lanes<float, 16>>;
TYPED_TEST_SUITE(Records, RecordLanes);

TYPED_TEST(Records, HaveWholeRegistersAndNoMore) {
  using T = TypeParam;
  EXPECT_EQ(this->length % T::size, 0);
  EXPECT_GE(this->length, 7);
  EXPECT_LT(this->length, 7 + T::size);
}

TYPED_TEST(Records, AreGatheredByLane) {
  using T = TypeParam;
  ShortIndex which[T::size];
  for (int lane = 0; lane < T::size; ++lane) which[lane] = static_cast<ShortIndex>((5 * lane + 1) % this->count);
  T x[TestFixture::length];
  gather_records<TestFixture::length>(this->numbers.data(), which, x);
  for (Index c = 0; c < this->length; ++c)
    for (int lane = 0; lane < T::size; ++lane)
      EXPECT_EQ(x[c][lane], this->numbers[static_cast<std::size_t>(which[lane] * this->length + c)]);
}

TYPED_TEST(Records, StoredAfterLoadingAreTheSame) {
  using T = TypeParam;
  T x[TestFixture::length];
  load_records<TestFixture::length>(this->numbers.data() + this->length, x);
  auto copy = this->numbers;
  std::fill_n(copy.begin() + this->length, T::size * this->length, typename T::Element(-1));
  store_records<TestFixture::length>(x, copy.data() + this->length);
  EXPECT_EQ(copy, this->numbers);
}

TYPED_TEST(Records, ThatSeveralLanesShareGetTheSumOfAll) {
  using T = TypeParam;
  using Number = typename T::Element;
  T x[TestFixture::length];
  for (Index c = 0; c < this->length; ++c)
    for (int lane = 0; lane < T::size; ++lane) x[c].set(lane, static_cast<Number>(1 + lane));
  const std::vector<ShortIndex> same(static_cast<std::size_t>(T::size), 1);
  auto sums = this->numbers;
  add_to_records<TestFixture::length>(x, same.data(), sums.data());
  const auto total = static_cast<Number>(T::size * (T::size + 1) / 2);
  for (std::size_t i = 0; i < sums.size(); ++i) {
    const bool is_shared = i / static_cast<std::size_t>(this->length) == 1;
    EXPECT_EQ(sums[i], this->numbers[i] + (is_shared ? total : Number(0))) << i;
  }
}

}  // namespace
}  // namespace treefix::testing
