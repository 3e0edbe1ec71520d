// Arena: divides one block of memory into arrays.
#pragma once

#include <cstddef>

#include <treefix/base/view.hpp>
#include <treefix/base/zero_memory.hpp>

namespace treefix {

/// Hands out arrays from one block of memory, one after the other. Without memory it only counts, which gives the size
/// that the block must have.
class Arena {
 public:
  static constexpr std::size_t alignment = 64;

  Arena() = default;
  explicit Arena(std::byte* memory) : memory_(memory) {}

  template <class X>
  X* take(Index count) {
    static_assert(alignof(X) <= alignment);
    const std::size_t offset = used_;
    used_ += (static_cast<std::size_t>(count) * sizeof(X) + alignment - 1) / alignment * alignment;
    return memory_ ? reinterpret_cast<X*>(memory_ + offset) : nullptr;
  }
  std::size_t used() const { return used_; }

 private:
  std::byte* memory_ = nullptr;
  std::size_t used_ = 0;
};

/// The bytes that divide(arena) takes.
template <class Divide>
std::size_t divided_bytes(Divide divide) {
  Arena count;
  divide(count);
  return count.used();
}

/// Allocates the memory that divide(arena) takes. Calls divide twice: to count the bytes, then to hand out arrays.
template <class Divide>
ZeroMemory divided_memory(Divide divide) {
  ZeroMemory memory(divided_bytes(divide));
  Arena arena(memory.data());
  divide(arena);
  return memory;
}

}  // namespace treefix
