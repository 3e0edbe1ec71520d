// Laws of treefix/base/arena.hpp.
#include <treefix/base/arena.hpp>

#include <cstdint>

#include <gtest/gtest.h>

namespace treefix {
namespace {

TEST(Arena, HandsOutAlignedArraysOneAfterTheOther) {
  ZeroMemory memory(4096);
  Arena arena(memory.data());
  const std::byte* end = memory.data();
  for (const Index count : {Index(1), Index(7), Index(0), Index(64), Index(3)}) {
    const auto* doubles = reinterpret_cast<const std::byte*>(arena.take<double>(count));
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(doubles) % Arena::alignment, 0U) << count;
    EXPECT_GE(doubles, end) << count;
    end = doubles + static_cast<std::size_t>(count) * sizeof(double);
    const auto* bytes = reinterpret_cast<const std::byte*>(arena.take<char>(count));
    EXPECT_GE(bytes, end) << count;
    end = bytes + count;
  }
  EXPECT_LE(end, memory.data() + arena.used());
}

TEST(Arena, WithoutMemoryCountsTheSameBytes) {
  const auto divide = [](Arena& arena) {
    arena.take<double>(13);
    arena.take<char>(1);
    arena.take<float>(100);
  };
  ZeroMemory memory(divided_bytes(divide));
  Arena counting, handing_out(memory.data());
  EXPECT_EQ(counting.take<double>(5), nullptr);
  divide(handing_out);
  EXPECT_EQ(divided_bytes(divide), handing_out.used());
}

TEST(Arena, MemoryDividedInOneCallIsZeroAndAsLongAsItsArrays) {
  double* first = nullptr;
  char* second = nullptr;
  const ZeroMemory memory = divided_memory([&](Arena& arena) {
    first = arena.take<double>(100);
    second = arena.take<char>(33);
  });
  ASSERT_NE(first, nullptr);
  for (int i = 0; i < 100; ++i) EXPECT_EQ(first[i], 0);
  for (int i = 0; i < 33; ++i) EXPECT_EQ(second[i], 0);
  first[99] = second[32] = 1;  // an address sanitizer would object
}

}  // namespace
}  // namespace treefix
