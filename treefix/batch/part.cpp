#include <treefix/batch/part.hpp>

#include <cstdint>
#include <new>

#include <treefix/kernels/memory.hpp>

namespace treefix {

ZeroMemory::ZeroMemory(std::size_t bytes) : block_(std::calloc(bytes + Arena::alignment, 1)) {
  if (!block_) throw std::bad_alloc();
}

std::byte* ZeroMemory::data() const {
  const auto address = reinterpret_cast<std::uintptr_t>(block_.get());
  const std::uintptr_t shift = (Arena::alignment - address % Arena::alignment) % Arena::alignment;
  return static_cast<std::byte*>(block_.get()) + shift;
}

}  // namespace treefix
