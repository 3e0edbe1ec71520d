// Zeroed memory that is aligned for SIMD lanes.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <memory>

namespace treefix {

/// Zeros, aligned for lanes. Pages that are never touched cost nothing. Large blocks use large pages where the system
/// has them.
class ZeroMemory {
 public:
  static constexpr std::size_t alignment = 64;

  ZeroMemory() = default;
  /// Throws std::bad_alloc.
  explicit ZeroMemory(std::size_t bytes);
  std::byte* data() const;
  template <class X>
  X* as() const {
    static_assert(alignof(X) <= alignment);
    return reinterpret_cast<X*>(data());
  }

 private:
  struct Free {
    void operator()(void* p) const { std::free(p); }
  };
  std::unique_ptr<void, Free> block_;
};

}  // namespace treefix
