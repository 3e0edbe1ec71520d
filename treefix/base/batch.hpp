// Batch: numbers of many states in somebody's memory.
#pragma once

#include <type_traits>

#include <treefix/base/view.hpp>

namespace treefix {

/// n numbers of each of B states, float or double, that somebody else owns. Copying one is free.
///   rows          state after state, as C and NumPy lay out an array of shape (B, n)
///   strided       any steps between states and between numbers; a step of 0 between states: the same for all
///   interleaved   what the kernels use themselves, no copy: groups of L states (BatchDynamics::lanes), in a group number
///                 after number, and of each number the L states: number k of state b at [(b / L) n L + k L + b % L].
///                 Memory for whole groups, aligned to 64 bytes; what the last group has beyond B may be anything.
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
  /// What may be written may be read.
  template <class U>
    requires std::is_same_v<const U, T>
  constexpr Batch(const Batch<U>& b)  // NOLINT(google-explicit-constructor)
      : Batch(b.data(), b.states(), b.numbers(), b.state_stride(), b.number_stride(), b.is_interleaved()) {}

  constexpr T* data() const { return data_; }
  constexpr Index states() const { return states_; }
  constexpr Index numbers() const { return numbers_; }
  constexpr Index state_stride() const { return state_step_; }
  constexpr Index number_stride() const { return number_step_; }
  constexpr bool is_interleaved() const { return interleaved_; }
  constexpr bool empty() const { return data_ == nullptr; }

 private:
  constexpr Batch(T* data, Index states, Index numbers, Index state_stride, Index number_stride, bool interleaved)
      : data_(data), states_(states), numbers_(numbers), state_step_(state_stride), number_step_(number_stride),
        interleaved_(interleaved) {}

  T* data_ = nullptr;
  Index states_ = 0, numbers_ = 0, state_step_ = 0, number_step_ = 0;
  bool interleaved_ = false;
};

}  // namespace treefix
