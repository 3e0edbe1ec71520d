// Laws of treefix/simd/transpose.hpp.
#include <treefix/simd/transpose.hpp>

#include <support/scalars.hpp>

#include "support/rooms.hpp"

namespace treefix::test {
namespace {

template <class T>
class Transpose : public ::testing::Test {};
using TransposedScalars = ::testing::Types<Lanes<double, 1>, Lanes<double, 2>, Lanes<double, 4>, Lanes<double, 8>,
                                           Lanes<float, 1>, Lanes<float, 4>, Lanes<float, 8>, Lanes<float, 16>>;
TYPED_TEST_SUITE(Transpose, TransposedScalars);

/// Rows whose length is not a multiple of the number of lanes, at an odd address; all numbers differ.
template <class T>
struct Rows {
  static constexpr Index step = T::size + 3;
  std::vector<typename T::Element> numbers = std::vector<typename T::Element>(T::size * step + 1);
  typename T::Element* begin = numbers.data() + 1;
  Rows() {
    for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = static_cast<typename T::Element>(i);
  }
};

/// Calls f with W equal to the number of lanes, half of it, …, one.
template <int W, class F>
void for_each_width(F f) {
  f(std::integral_constant<int, W>{});
  if constexpr (W > 1) for_each_width<W / 2>(f);
}

TYPED_TEST(Transpose, PutsNumberKOfRowLInLaneLOfResultK) {
  using T = TypeParam;
  const Rows<T> rows;
  for_each_width<T::size>([&](auto width) {
    T out[width];
    load_transposed<width>(rows.begin, rows.step, out);
    for (int k = 0; k < width; ++k)
      for (int lane = 0; lane < T::size; ++lane) EXPECT_EQ(out[k][lane], rows.begin[lane * rows.step + k]);
  });
}

TYPED_TEST(Transpose, AndBackWritesTheSameAndNothingElse) {
  using T = TypeParam;
  const Rows<T> rows;
  for_each_width<T::size>([&](auto width) {
    Rows<T> copy;
    T out[width];
    load_transposed<width>(rows.begin, rows.step, out);
    for (int lane = 0; lane < T::size; ++lane)
      for (int k = 0; k < width; ++k) copy.begin[lane * rows.step + k] = -1;
    store_transposed<width>(out, copy.begin, rows.step);
    EXPECT_EQ(copy.numbers, rows.numbers);
  });
}

TYPED_TEST(Transpose, OfTheSameRowFillsEveryLane) {
  using T = TypeParam;
  const Rows<T> rows;
  T out[T::size];
  load_transposed<T::size>(rows.begin, 0, out);
  for (int k = 0; k < T::size; ++k)
    for (int lane = 0; lane < T::size; ++lane) EXPECT_EQ(out[k][lane], rows.begin[k]);
}

TYPED_TEST(Transpose, TakesRowsInAnyOrder) {
  using T = TypeParam;
  const Rows<T> rows;
  T out[T::size];
  load_transposed<T::size>(rows.begin + (T::size - 1) * rows.step, -rows.step, out);
  for (int k = 0; k < T::size; ++k)
    for (int lane = 0; lane < T::size; ++lane)
      EXPECT_EQ(out[k][lane], rows.begin[(T::size - 1 - lane) * rows.step + k]);
}

}  // namespace
}  // namespace treefix::test
