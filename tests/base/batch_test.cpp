// Laws of treefix/base/batch.hpp.
#include <treefix/base/batch.hpp>

#include <type_traits>
#include <vector>

#include <gtest/gtest.h>

namespace treefix::testing {
namespace {

template <class T, class U>
void expect_same_view(const Batch<T>& a, const Batch<U>& b) {
  EXPECT_EQ(a.data(), b.data());
  EXPECT_EQ(a.states(), b.states());
  EXPECT_EQ(a.numbers(), b.numbers());
  EXPECT_EQ(a.state_stride(), b.state_stride());
  EXPECT_EQ(a.number_stride(), b.number_stride());
  EXPECT_EQ(a.is_interleaved(), b.is_interleaved());
  EXPECT_EQ(a.empty(), b.empty());
}

/// Calls the law with sizes of every kind, and memory for them.
template <class Law>
void for_each_size(Law law) {
  std::vector<double> memory(100);
  for (const Index states : {0, 1, 2, 7})
    for (const Index numbers : {0, 1, 3, 10}) law(memory.data(), states, numbers);
}

TEST(Batch, ThatConvertsToConstantNumbersIsTheSameView) {
  for_each_size([](double* data, Index states, Index numbers) {
    for (const Batch<double> batch :
         {Batch<double>::rows(data, states, numbers), Batch<double>::interleaved(data, states, numbers),
          Batch<double>::strided(data, states, numbers, -3, 5), Batch<double>()})
      expect_same_view(Batch<const double>(batch), batch);
  });
  static_assert(!std::is_constructible_v<Batch<double>, Batch<const double>>, "const stays const");
  static_assert(!std::is_constructible_v<Batch<const double>, Batch<float>>, "another type would need a copy");
}

TEST(Batch, RowsAndSharedNumbersAreSpecialStrides) {
  for_each_size([](double* data, Index states, Index numbers) {
    expect_same_view(Batch<double>::rows(data, states, numbers),
                     Batch<double>::strided(data, states, numbers, numbers, 1));
    expect_same_view(Batch<double>::same({data, numbers}, states), Batch<double>::strided(data, states, numbers, 0, 1));
  });
}

TEST(Batch, WithoutMemoryIsEmptyAndWithoutStatesIsNot) {
  EXPECT_TRUE(Batch<const float>().empty());
  EXPECT_EQ(Batch<const float>().states(), 0);
  for_each_size([](double* data, Index states, Index numbers) {
    EXPECT_FALSE(Batch<double>::rows(data, states, numbers).empty());
    EXPECT_TRUE(Batch<double>::rows(nullptr, states, numbers).empty());
  });
}

}  // namespace
}  // namespace treefix::testing
