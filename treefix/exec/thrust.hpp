// Executor: the device system that Thrust is compiled for, a GPU with nvcc or one of the host systems
// (THRUST_DEVICE_SYSTEM) with g++. The library itself does not include this file, which needs the headers of Thrust.
#pragma once

#include <cstddef>
#include <memory>
#include <new>
#include <type_traits>

#include <thrust/copy.h>
#include <thrust/device_free.h>
#include <thrust/device_malloc.h>
#include <thrust/execution_policy.h>
#include <thrust/for_each.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/scan.h>

#include <treefix/primitives/executor.hpp>

namespace treefix {

/// Values in the memory of Thrust's device, uninitialised unless copied from the host.
template <class X>
class ThrustArray {
  static_assert(std::is_trivially_copyable_v<X>);

 public:
  explicit ThrustArray(Index size)
      : data_(static_cast<X*>(thrust::device_malloc(static_cast<std::size_t>(size) * sizeof(X)).get())), size_(size) {
    if (size > 0 && !data_) throw std::bad_alloc();  // malloc of a host system returned null
  }
  explicit ThrustArray(View<const X> values) : ThrustArray(ssize(values)) {
    const auto* from = reinterpret_cast<const std::byte*>(values.data());
    thrust::copy(from, from + bytes(), device());
  }

  View<X> view() { return {data_.get(), size_}; }
  View<const X> view() const { return {data_.get(), size_}; }
  /// `to` must have the same size, on the host.
  void copy_to(View<X> to) const {
    TREEFIX_ASSERT(ssize(to) == size_);
    thrust::copy(device(), device() + bytes(), reinterpret_cast<std::byte*>(to.data()));
  }

 private:
  struct Free {
    void operator()(X* data) const { thrust::device_free(thrust::device_pointer_cast(static_cast<void*>(data))); }
  };
  // copied as bytes, because Thrust does not support all scalar types
  thrust::device_ptr<std::byte> device() const {
    return thrust::device_pointer_cast(reinterpret_cast<std::byte*>(data_.get()));
  }
  Index bytes() const { return size_ * static_cast<Index>(sizeof(X)); }

  std::unique_ptr<X, Free> data_;
  Index size_;
};

/// Runs calls on Thrust's device; with the system CPP, one after the other. Bit-equal to Serial on host systems, except
/// for Thrust's own scans.
struct Thrust {
  template <class X>
  using Array = ThrustArray<X>;

  template <class F>
  void for_each(Index n, F f, Index /*grain*/ = 1) const {
    if (n > 0) thrust::for_each_n(thrust::device, thrust::counting_iterator<Index>(0), n, f);
  }
  template <class Op, class X>
  void scan(const Op& op, View<X> x) const {
    thrust::exclusive_scan(thrust::device, x.begin(), x.end(), x.begin(), Op::template identity<X>(), op);
  }
};
static_assert(Executor<Thrust>);

}  // namespace treefix
