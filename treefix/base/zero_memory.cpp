#include <treefix/base/zero_memory.hpp>

#include <cstdint>
#include <limits>
#include <new>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace treefix {

namespace {

std::size_t up(std::size_t address, std::size_t unit) { return (address + unit - 1) / unit * unit; }

/// Loops over large blocks of memory spend time on page tables; large pages reduce that time.
void ask_for_large_pages([[maybe_unused]] void* block, [[maybe_unused]] std::size_t bytes) {
#if defined(__linux__) && defined(MADV_HUGEPAGE)
  constexpr std::size_t large = std::size_t(1) << 21;
  const auto address = reinterpret_cast<std::uintptr_t>(block), first = up(address, large);
  if (first + large > address + bytes) return;
  // for whole large pages only; a failure does no harm
  static_cast<void>(madvise(reinterpret_cast<void*>(first), (address + bytes - first) / large * large, MADV_HUGEPAGE));
#endif
}

}  // namespace

ZeroMemory::ZeroMemory(std::size_t bytes) {
  if (bytes <= std::numeric_limits<std::size_t>::max() - alignment) block_.reset(std::calloc(bytes + alignment, 1));
  if (!block_) throw std::bad_alloc();
  ask_for_large_pages(block_.get(), bytes + alignment);
}

std::byte* ZeroMemory::data() const {
  return reinterpret_cast<std::byte*>(up(reinterpret_cast<std::uintptr_t>(block_.get()), alignment));
}

}  // namespace treefix
