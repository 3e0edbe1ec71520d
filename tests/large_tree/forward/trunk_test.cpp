// Laws of treefix/large_tree/forward/trunk.hpp.
#include <treefix/large_tree/forward/trunk.hpp>

#include <algorithm>
#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include <treefix/base/random.hpp>

#include "support/rooms.hpp"

namespace treefix::testing {
namespace {

std::vector<Motion<double>> random_accelerations(std::uint64_t seed) {
  Random random(seed);
  std::vector<Motion<double>> all;
  for (int k = 0; k < 20; ++k) {
    const double size = random.uniform(0, 100);
    const Vec3<double> w{random.normal(), random.normal(), random.normal()};
    all.push_back({w, {size * random.normal(), size * random.normal(), size * random.normal()}});
  }
  return all;
}

TEST(LargestAccelerations, TellErrorsFromTheRoundingOfTheLargest) {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    const auto all = random_accelerations(seed);
    LargestAccelerations largest;
    double w = 0, v = 0;
    for (const Motion<double>& a : all) {
      largest.add(a);
      w = std::max(w, dot(a.w, a.w));
      v = std::max(v, dot(a.v, a.v));
    }
    w = std::sqrt(w);
    v = std::sqrt(v);
    // rotations and translations have different units, so each has its own limit
    for (const double factor : {1e-16, 1e-10, 1e6}) {
      EXPECT_EQ(largest.is_much({{0, factor * w, 0}, {}}), factor > 1e-14);
      EXPECT_EQ(largest.is_much({{}, {0, 0, -factor * v}}), factor > 1e-14);
    }
    EXPECT_FALSE(largest.is_much({}));
  }
}

TEST(LargestAccelerations, DoNotDependOnTheOrderOrTheUnit) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    auto all = random_accelerations(seed);
    LargestAccelerations forward, backward, scaled;
    for (const Motion<double>& a : all) {
      forward.add(a);
      scaled.add(1024.0 * a);
    }
    std::reverse(all.begin(), all.end());
    for (const Motion<double>& a : all) backward.add(a);
    for (const Motion<double>& a : all)
      for (const double size : {1e-15, 1e-14, 1e-13}) {
        const Motion<double> error = size * a;
        EXPECT_EQ(forward.is_much(error), backward.is_much(error));
        EXPECT_EQ(forward.is_much(error), scaled.is_much(1024.0 * error));
      }
  }
}

TEST(LargestAccelerations, OfBodiesAtRestAllowNoError) {
  LargestAccelerations rest;
  rest.add({});
  EXPECT_FALSE(rest.is_much({}));
  EXPECT_TRUE(rest.is_much({{1e-100, 0, 0}, {}}));
  EXPECT_TRUE(rest.is_much({{}, {0, 1e-100, 0}}));
}

}  // namespace
}  // namespace treefix::testing
