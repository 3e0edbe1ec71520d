// Replaces operator new by one that counts calls. Include it in one file of a separate process.
#pragma once

#include <atomic>
#include <cstdlib>
#include <new>

#include "support/rooms.hpp"

namespace treefix::testing {

inline std::atomic<long> news = 0;

inline void* counted_new(std::size_t size) {
  ++news;
  if (void* p = std::malloc(size == 0 ? 1 : size)) return p;
  throw std::bad_alloc();
}

}  // namespace treefix::testing

// Not inline: g++ would see free() of memory from operator new, and warn.
[[gnu::noinline]] void* operator new(std::size_t size) { return treefix::testing::counted_new(size); }
[[gnu::noinline]] void* operator new[](std::size_t size) { return treefix::testing::counted_new(size); }
[[gnu::noinline]] void operator delete(void* p) noexcept { std::free(p); }
[[gnu::noinline]] void operator delete[](void* p) noexcept { std::free(p); }
[[gnu::noinline]] void operator delete(void* p, std::size_t) noexcept { std::free(p); }
[[gnu::noinline]] void operator delete[](void* p, std::size_t) noexcept { std::free(p); }
