// Batch: a view of the numbers of many states.
#pragma once

#include <type_traits>

#include <treefix/base/view.hpp>

namespace treefix {

/// A view of n numbers for each of B states, float or double. It does not own them; copying it is cheap.
///   rows          one state after the other, as C and NumPy store an array of shape (B, n)
///   strided       any strides between states and between numbers; all states share the same numbers if the stride
///                 between states is 0
///   interleaved   the layout of the kernels, which needs no copy: groups of L states (BatchDynamics::lanes). Within a
///                 group each number has L consecutive values, one per state: number k of state b is at
///                 [(b / L) n L + k L + b % L]. The memory must hold whole groups and be aligned to 64 bytes; values
///                 of the last group beyond B are arbitrary.
template <class T>
class Batch {
  static_assert(std::is_same_v<std::remove_const_t<T>, double> || std::is_same_v<std::remove_const_t<T>, float>);

 public:
  constexpr Batch() = default;
  static constexpr Batch rows(T* data, Index states, Index numbers) {
    return {data, states, numbers, numbers, 1, false};
  }
  static constexpr Batch strided(T* data, Index states, Index numbers, Index state_stride, Index number_stride) {
    return {data, states, numbers, state_stride, number_stride, false};
  }
  static constexpr Batch interleaved(T* data, Index states, Index numbers) {
    return {data, states, numbers, 0, 0, true};
  }
  /// n numbers that are the same for all states.
  static constexpr Batch same(View<T> numbers, Index states) {
    return {numbers.data(), states, static_cast<Index>(numbers.size()), 0, 1, false};
  }
  /// A view of writable numbers converts to a view of constant ones.
  template <class U>
    requires std::is_same_v<const U, T>
  constexpr Batch(const Batch<U>& b)  // NOLINT(google-explicit-constructor)
      : Batch(b.data(), b.states(), b.numbers(), b.state_stride(), b.number_stride(), b.is_interleaved()) {}

  constexpr T* data() const { return data_; }
  constexpr Index states() const { return states_; }
  constexpr Index numbers() const { return numbers_; }
  constexpr Index state_stride() const { return state_stride_; }
  constexpr Index number_stride() const { return number_stride_; }
  constexpr bool is_interleaved() const { return interleaved_; }
  constexpr bool empty() const { return data_ == nullptr; }

 private:
  constexpr Batch(T* data, Index states, Index numbers, Index state_stride, Index number_stride, bool interleaved)
      : data_(data), states_(states), numbers_(numbers), state_stride_(state_stride), number_stride_(number_stride),
        interleaved_(interleaved) {}

  T* data_ = nullptr;
  Index states_ = 0, numbers_ = 0, state_stride_ = 0, number_stride_ = 0;
  bool interleaved_ = false;
};

}  // namespace treefix
