// Properties of treefix/base/view.hpp.
#include <array>
#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include <treefix/base/view.hpp>

namespace treefix::test {
namespace {

TEST(View, LooksAtTheMemoryOfItsOwner) {
  std::vector<double> v{1, 2, 3};
  const View<double> view(v);
  view[1] = 7;
  EXPECT_EQ(v[1], 7);
  EXPECT_EQ(view.data(), v.data());
  EXPECT_EQ(view.size(), 3U);
  EXPECT_EQ(std::vector<double>(view.begin(), view.end()), v);
  EXPECT_FALSE(view.empty());
  EXPECT_TRUE(View<double>().empty());
}

TEST(View, IsMadeFromAnythingContiguous) {
  const auto sum = [](View<const double> x) {
    double total = 0;
    for (const double value : x) total += value;
    return total;
  };
  std::vector<double> v{1, 2};
  const std::array<double, 2> a{3, 4};
  const double c[] = {5, 6};
  EXPECT_EQ(sum(v), 3);
  EXPECT_EQ(sum(a), 7);
  EXPECT_EQ(sum(c), 11);
  EXPECT_EQ(sum(View<double>(v)), 3);
  EXPECT_EQ(sum(std::span<double>(v)), 3);
  EXPECT_EQ(sum({v.data(), 1}), 1);
  static_assert(!std::is_constructible_v<View<double>, const std::vector<double>&>);  // const stays const
}

TEST(Scratch, HoldsAValuePerIndex) {
  Scratch<double> x(3);
  for (Index i = 0; i < 3; ++i) x[i] = static_cast<double>(i);
  const Scratch<double>& constant = x;
  EXPECT_EQ(x.view().size(), 3U);
  EXPECT_EQ(constant.view()[2], 2);
  EXPECT_EQ(constant[1], 1);
}

TEST(BodyScratch, HasAPlaceForTheRoot) {
  BodyScratch<double> x(2);
  for (Index i = root; i < 2; ++i) x[i] = static_cast<double>(10 + i);
  const BodyScratch<double>& constant = x;
  EXPECT_EQ(constant[root], 9);
  EXPECT_EQ(constant[0], 10);
  EXPECT_EQ(constant[1], 11);
}

#ifndef NDEBUG
TEST(Scratch, StartsAsNaNInDebugBuilds) {
  EXPECT_TRUE(std::isnan(Scratch<double>(4)[3]));
  EXPECT_TRUE(std::isnan(Scratch<float>(4)[0]));
  EXPECT_TRUE(std::isnan(BodyScratch<double>(4)[root]));
}
#endif

}  // namespace
}  // namespace treefix::test
