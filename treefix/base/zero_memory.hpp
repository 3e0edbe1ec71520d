// Memory for lanes.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <memory>

namespace treefix {

/// Zeros, aligned for lanes; pages that are never used cost nothing. Much of it comes in large pages, where the system has
/// such.
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
