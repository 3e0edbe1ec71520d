// Views and arrays with signed indices. The fixed root of a tree has index -1, so indices are signed throughout.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <memory>
#include <span>
#include <type_traits>

#include <treefix/base/assert.hpp>

namespace treefix {

using Index = std::ptrdiff_t;

/// An index for large tables, which are faster to read at half the size.
using ShortIndex = std::int32_t;
constexpr ShortIndex shortened(Index i) {
  TREEFIX_ASSERT(i == static_cast<ShortIndex>(i));
  return static_cast<ShortIndex>(i);
}

/// The index of the fixed root, the parent of bodies that hang from no other body.
inline constexpr Index root = -1;

using std::ssize;

/// A pointer and a size: a range that it does not own. Copying it is cheap; it never allocates.
template <class T>
class View {
 public:
  constexpr View() = default;
  constexpr View(T* data, Index size) : data_(data), size_(size) {}
  /// From anything contiguous: std::vector, std::array, std::span, a C array, another View.
  template <class C>
    requires requires(C& c) {
      { std::span<T>(c) };
    }
  // NOLINTNEXTLINE(google-explicit-constructor): a view of what the caller holds
  constexpr View(C&& c) : View(std::span<T>(c)) {}
  constexpr View(std::span<T> s) : data_(s.data()), size_(ssize(s)) {}  // NOLINT(google-explicit-constructor)

  constexpr T& operator[](Index i) const {
    TREEFIX_ASSERT(0 <= i && i < size_);
    return data_[i];
  }
  constexpr T* data() const { return data_; }
  constexpr std::size_t size() const { return static_cast<std::size_t>(size_); }
  constexpr bool empty() const { return size_ == 0; }
  constexpr T* begin() const { return data_; }
  constexpr T* end() const { return data_ + size_; }

 private:
  T* data_ = nullptr;
  Index size_ = 0;
};

/// Types of the parameters of algorithms: In is read, Out is written. T is deduced from the other arguments, so that
/// any contiguous range can be passed.
template <class T>
using In = View<const std::type_identity_t<T>>;
template <class T>
using Out = View<std::type_identity_t<T>>;

namespace detail {

/// Values are uninitialised in release builds. In debug builds all bits are set, which is NaN for every float type, so
/// a pass that reads a value before it is written produces NaN.
template <class T>
std::unique_ptr<T[]> scratch(Index size) {
  static_assert(std::is_trivially_destructible_v<T>);
  auto data = std::make_unique_for_overwrite<T[]>(static_cast<std::size_t>(size));
#ifndef NDEBUG
  if (size > 0) std::memset(static_cast<void*>(data.get()), 0xff, static_cast<std::size_t>(size) * sizeof(T));
#endif
  return data;
}

}  // namespace detail

/// Owned scratch memory: a fixed number of values, allocated once.
template <class T>
class Scratch {
 public:
  explicit Scratch(Index size) : data_(detail::scratch<T>(size)), size_(size) {}
  explicit Scratch(View<const T> values) : Scratch(ssize(values)) {
    std::copy(values.begin(), values.end(), data_.get());
  }

  T& operator[](Index i) {
    TREEFIX_ASSERT(0 <= i && i < size_);
    return data_[static_cast<std::size_t>(i)];
  }
  const T& operator[](Index i) const {
    TREEFIX_ASSERT(0 <= i && i < size_);
    return data_[static_cast<std::size_t>(i)];
  }
  View<T> view() { return {data_.get(), size_}; }
  View<const T> view() const { return {data_.get(), size_}; }
  /// `to` must have the same size.
  void copy_to(View<T> to) const {
    TREEFIX_ASSERT(ssize(to) == size_);
    std::copy(data_.get(), data_.get() + size_, to.begin());
  }

 private:
  std::unique_ptr<T[]> data_;
  Index size_;
};

/// Owned scratch memory with one value per body and one for the root, at index -1, so passes need no special case.
template <class T>
class BodyScratch {
 public:
  explicit BodyScratch(Index bodies) : data_(detail::scratch<T>(bodies + 1)), size_(bodies) {}

  T& operator[](Index i) {
    TREEFIX_ASSERT(root <= i && i < size_);
    return data_[static_cast<std::size_t>(i + 1)];
  }
  const T& operator[](Index i) const {
    TREEFIX_ASSERT(root <= i && i < size_);
    return data_[static_cast<std::size_t>(i + 1)];
  }

 private:
  std::unique_ptr<T[]> data_;
  Index size_;
};

/// v[i] of a standard container, whose indices are unsigned.
template <class V>
constexpr decltype(auto) at(V& v, Index i) {
  return v[static_cast<std::size_t>(i)];
}

}  // namespace treefix
