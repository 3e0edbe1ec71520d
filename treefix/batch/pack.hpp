// Between the caller's arrays and lanes.
#pragma once

#include <algorithm>
#include <cstdint>

#include <treefix/batch/task.hpp>
#include <treefix/spatial/transpose.hpp>

namespace treefix {

/// The states of one group: lane l is state first + l. A group at the end may have fewer states than lanes; the lanes left
/// over compute the last state once more, so that nothing strange happens in them.
struct Span {
  Index first = 0;
  int count = 0;
};

template <class A, class T>
void gather(const Argument& from, const Span& span, T* to) {
  const A* data = static_cast<const A*>(from.data) + span.first * from.state_step;
  for (Index k = 0; k < from.numbers; ++k)
    for (int lane = 0; lane < T::size; ++lane) {
      const Index state = lane < span.count ? lane : span.count - 1;
      to[k].set(lane, static_cast<typename T::Element>(data[state * from.state_step + k * from.number_step]));
    }
}

template <class A, class T>
void scatter(const T* from, const Span& span, const Argument& to) {
  A* data = static_cast<A*>(to.data) + span.first * to.state_step;
  for (int lane = 0; lane < span.count; ++lane)
    for (Index k = 0; k < to.numbers; ++k)
      data[lane * to.state_step + k * to.number_step] = static_cast<A>(from[k][lane]);
}

/// Where the lanes of a group are in an interleaved argument.
template <class T>
T* lanes_of(const Argument& a, const Span& span) {
  return reinterpret_cast<T*>(static_cast<typename T::Element*>(a.data) + span.first * a.numbers);
}

/// The argument in lanes: read into `memory`, or where it is if it is interleaved already.
template <class T>
const T* load(const Argument& from, const Span& span, T* memory) {
  using E = typename T::Element;
  if (from.interleaved) return lanes_of<T>(from, span);
  const bool same = from.is_float == std::is_same_v<E, float>;
  if (same && from.number_step == 1 && span.count == T::size && from.numbers >= T::size) {
    const E* data = static_cast<const E*>(from.data) + span.first * from.state_step;
    // block after block; the last one ends with the last number, and may read some numbers once more
    const Index end = from.numbers - T::size;
    for (Index k = 0; k < end; k += T::size) load_transposed(data + k, from.state_step, memory + k);
    load_transposed(data + end, from.state_step, memory + end);
    // The next group is as many rows further on. Where rows are long, the machine does not see that coming.
    constexpr Index line = 64 / sizeof(E), long_row = 2 * line;
    if (from.state_step >= long_row)
      for (int lane = T::size; lane < 2 * T::size; ++lane)
        for (Index k = 0; k < from.numbers; k += line) __builtin_prefetch(data + lane * from.state_step + k);
  } else if (from.is_float) {
    gather<float>(from, span, memory);
  } else {
    gather<double>(from, span, memory);
  }
  return memory;
}

/// Where results in lanes are to be written: `memory`, or where they are wanted if that is interleaved.
template <class T>
T* place_for(const Argument& to, const Span& span, T* memory) {
  if (to.interleaved) return lanes_of<T>(to, span);
  using E = typename T::Element;
  if (to.number_step == 1 && span.count == T::size && to.numbers >= 16) {
    E* data = static_cast<E*>(to.data) + span.first * to.state_step;
    for (int lane = 0; lane < T::size; ++lane)
      for (Index k = 0; k < to.numbers; k += 8) __builtin_prefetch(data + lane * to.state_step + k, 1);
  }
  return memory;
}

template <class T>
void store(const T* from, const Span& span, const Argument& to) {
  using E = typename T::Element;
  if (to.interleaved) return;
  const bool same = to.is_float == std::is_same_v<E, float>;
  if (same && to.number_step == 1 && span.count == T::size && to.numbers >= T::size) {
    E* data = static_cast<E*>(to.data) + span.first * to.state_step;
    const Index end = to.numbers - T::size;
    for (Index k = 0; k < end; k += T::size) store_transposed(from + k, data + k, to.state_step);
    store_transposed(from + end, data + end, to.state_step);
  } else if (to.is_float) {
    scatter<float>(from, span, to);
  } else {
    scatter<double>(from, span, to);
  }
}

/// Some numbers of a batch, from number `at` on.
template <class T>
void store_part(const T* from, Index count, const Span& span, Argument to, Index at) {
  if (to.interleaved) {
    std::copy(from, from + count, lanes_of<T>(to, span) + at);
    return;
  }
  const Index size = to.is_float ? sizeof(float) : sizeof(double);
  to.data = static_cast<std::byte*>(to.data) + at * to.number_step * size;
  to.numbers = count;
  store(from, span, to);
}

/// Results that are more than caches hold anyway, written past them: otherwise the machine would read every line before it
/// is overwritten. Lines must begin at the same number in all rows.
template <class T>
void store_past_caches(const T* from, const Span& span, const Argument& to) {
  using E = typename T::Element;
  const bool same = to.is_float == std::is_same_v<E, float>;
  if (to.interleaved) {
    E* lanes = static_cast<E*>(to.data) + span.first * to.numbers;
    for (Index k = 0; k < to.numbers; ++k) from[k].store_past_caches(lanes + k * T::size);
    return;
  }
  if (!same || to.number_step != 1 || span.count < T::size || to.state_step % T::size != 0)
    return store_part(from, to.numbers, span, to, 0);
  E* data = static_cast<E*>(to.data) + span.first * to.state_step;
  const auto beyond = static_cast<Index>(reinterpret_cast<std::uintptr_t>(data) % sizeof(T) / sizeof(E));
  Index k = beyond == 0 ? 0 : T::size - beyond;
  store_part(from, k, span, to, 0);
  for (; k + T::size <= to.numbers; k += T::size) store_transposed<true>(from + k, data + k, to.state_step);
  store_part(from + k, to.numbers - k, span, to, k);
}

}  // namespace treefix
