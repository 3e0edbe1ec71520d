// Laws of treefix/simd/denormals.hpp.
#include <treefix/simd/denormals.hpp>

#include <bit>
#include <cstdint>
#include <future>
#include <limits>
#include <stdexcept>
#include <thread>

#include <gtest/gtest.h>

#include "support/rooms.hpp"

namespace treefix::testing {
namespace {

/// Half of the smallest normal number, which is denormal. Volatile: the CPU computes it, not the compiler.
template <class T>
T half_of_least(T sign = 1) {
  volatile T least = std::numeric_limits<T>::min();
  volatile T half = T(0.5) * sign;
  return least * half;
}

/// By bits, because the CPU may also take denormal numbers for zero.
bool is_zero(double x) { return std::bit_cast<std::uint64_t>(x) << 1 == 0; }
bool is_zero(float x) { return std::bit_cast<std::uint32_t>(x) << 1 == 0; }

/// Whether denormal results become zero now.
bool flushes() { return is_zero(half_of_least<double>()); }

#ifdef __SSE2__
constexpr bool can_flush = true;
#else
constexpr bool can_flush = false;
#endif

TEST(FlushDenormals, MakesDenormalResultsZeroWhileItExists) {
  ASSERT_FALSE(flushes());
  {
    const FlushDenormals flush;
    for (const double sign : {-1.0, 1.0}) {
      EXPECT_EQ(is_zero(half_of_least<double>(sign)), can_flush);
      EXPECT_EQ(is_zero(half_of_least<float>(static_cast<float>(sign))), can_flush);
    }
  }
  EXPECT_FALSE(flushes());
  EXPECT_EQ(half_of_least<double>(), std::numeric_limits<double>::min() / 2);
  EXPECT_EQ(half_of_least<float>(), std::numeric_limits<float>::min() / 2);
}

TEST(FlushDenormals, LeavesAllOtherResultsAsTheyAre) {
  volatile double one = 1, three = 3, least = std::numeric_limits<double>::min(), zero = 0;
  const double third = one / three, sum = least + least;
  const FlushDenormals flush;
  EXPECT_EQ(one / three, third);
  EXPECT_EQ(least + least, sum);
  EXPECT_EQ(least * one, std::numeric_limits<double>::min()) << "the smallest number that is not denormal";
  EXPECT_EQ(one / zero, std::numeric_limits<double>::infinity());
}

TEST(FlushDenormals, MayBeNestedAndEndsWithTheOuterOne) {
  {
    const FlushDenormals outer;
    {
      const FlushDenormals inner;
      EXPECT_EQ(flushes(), can_flush);
    }
    EXPECT_EQ(flushes(), can_flush) << "the inner one found it so";
  }
  EXPECT_FALSE(flushes());
}

TEST(FlushDenormals, EndsWhenAnExceptionPasses) {
  const auto fail = [] {
    const FlushDenormals flush;
    throw std::runtime_error("passes");
  };
  EXPECT_THROW(fail(), std::runtime_error);
  EXPECT_FALSE(flushes());
}

TEST(FlushDenormals, DoesNotChangeThreadsThatRunAlready) {
  bool other_flushes = true;
  std::promise<void> begun;
  std::thread other([&] {
    begun.get_future().wait();
    other_flushes = flushes();
  });
  {
    const FlushDenormals flush;
    begun.set_value();
    other.join();
  }
  EXPECT_FALSE(other_flushes);
}

}  // namespace
}  // namespace treefix::testing
