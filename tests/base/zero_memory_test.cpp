// Laws of treefix/base/zero_memory.hpp.
#include <treefix/base/zero_memory.hpp>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <limits>
#include <new>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace treefix {
namespace {

/// Around the alignment, a page and a large page, up to several of those.
constexpr std::size_t block_sizes[] = {
    0, 1, 63, 64, 65, 1000, 4096, 4097, (std::size_t(1) << 21) - 1, (std::size_t(1) << 22) + 3, std::size_t(7) << 20};

std::uintptr_t address(const ZeroMemory& memory) { return reinterpret_cast<std::uintptr_t>(memory.data()); }

TEST(ZeroMemory, IsZeroAlsoWhereMemoryWasUsedBefore) {
  for (int round = 0; round < 3; ++round)
    for (const std::size_t bytes : block_sizes) {
      const ZeroMemory memory(bytes);
      std::byte* data = memory.data();
      EXPECT_EQ(std::count(data, data + bytes, std::byte(0)), static_cast<std::ptrdiff_t>(bytes));
      if (bytes > 0) std::memset(data, 0xff, bytes);  // the next round may get the same memory
    }
}

TEST(ZeroMemory, IsAlignedForLanesAtEveryAddressOfItsBlock) {
  std::vector<ZeroMemory> held;
  for (std::size_t bytes = 0; bytes < 300; bytes += 7) {
    held.emplace_back(bytes);
    EXPECT_EQ(address(held.back()) % 64, 0U) << bytes << ", the bytes of the widest register";
    EXPECT_EQ(static_cast<void*>(held.back().as<double>()), static_cast<void*>(held.back().data()));
  }
}

TEST(ZeroMemory, BlocksDoNotShareBytes) {
  std::vector<ZeroMemory> held;
  for (std::size_t bytes = 1; bytes < 300; bytes += 7) {
    held.emplace_back(bytes);
    std::memset(held.back().data(), static_cast<int>(held.size()), bytes);
  }
  std::size_t bytes = 1;
  for (std::size_t i = 0; i < held.size(); ++i, bytes += 7)
    EXPECT_EQ(std::count(held[i].data(), held[i].data() + bytes, static_cast<std::byte>(i + 1)),
              static_cast<std::ptrdiff_t>(bytes));
}

TEST(ZeroMemory, StaysInPlaceWhenItsOwnerMoves) {
  ZeroMemory first(100);
  std::byte* data = first.data();
  data[99] = std::byte(7);
  ZeroMemory second(std::move(first)), third;
  EXPECT_EQ(second.data(), data);
  third = std::move(second);
  EXPECT_EQ(third.data(), data);
  EXPECT_EQ(third.data()[99], std::byte(7));
}

TEST(ZeroMemory, RefusesSizesThatOverflowWithTheAlignment) {
  const std::size_t most = std::numeric_limits<std::size_t>::max();
  for (const std::size_t bytes : {most, most - 10, most - 63}) EXPECT_THROW(ZeroMemory{bytes}, std::bad_alloc) << bytes;
}

TEST(ZeroMemory, WithoutABlockHasNoAddress) { EXPECT_EQ(ZeroMemory().data(), nullptr); }

}  // namespace
}  // namespace treefix
