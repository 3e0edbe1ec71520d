// Copies between the caller's arrays and lanes.
#pragma once

#include <algorithm>

#include <treefix/engine/task.hpp>
#include <treefix/planner/table.hpp>
#include <treefix/simd/rows.hpp>

namespace treefix::engine {

using namespace simd;

/// The states of one group: lane l is state first + l. The last group may have fewer states than lanes; the remaining
/// lanes repeat the last state, so that they compute ordinary numbers.
struct Span {
  Index first = 0;
  int count = 0;
};

template <class A, class T>
void gather(const Array& from, const Span& span, T* to) {
  const A* data = static_cast<const A*>(from.data) + span.first * from.state_stride;
  for (Index k = 0; k < from.numbers; ++k)
    for (int lane = 0; lane < T::size; ++lane) {
      const Index state = lane < span.count ? lane : span.count - 1;
      to[k].set(lane, static_cast<typename T::Element>(data[state * from.state_stride + k * from.number_stride]));
    }
}

template <class A, class T>
void scatter(const T* from, const Span& span, const Array& to) {
  A* data = static_cast<A*>(to.data) + span.first * to.state_stride;
  for (int lane = 0; lane < span.count; ++lane)
    for (Index k = 0; k < to.numbers; ++k)
      data[lane * to.state_stride + k * to.number_stride] = static_cast<A>(from[k][lane]);
}

/// Where the lanes of a group are in an interleaved argument.
template <class T>
T* lanes_of(const Array& a, const Span& span) {
  return reinterpret_cast<T*>(static_cast<typename T::Element*>(a.data) + span.first * a.numbers);
}

/// Whether a group of this argument consists of T::size rows of the type that lanes hold.
template <class T>
bool is_rows(const Array& a, const Span& span) {
  return a.is_float == std::is_same_v<typename T::Element, float> && a.number_stride == 1 && span.count == T::size;
}

/// Prefetches the group of an argument that starts with state `first`. The CPU prefetches short groups itself. For 18
/// numbers prefetching costs 4 % of inverse dynamics if they are in the caches, and saves 13 % if not. In interleaved
/// arrays the CPU also prefetches long groups itself: for 30 numbers prefetching saves 10 % of forward dynamics, for
/// 100 it costs 13 % of inverse dynamics. Inlined, because g++ drops calls of functions that only prefetch.
template <class T, bool to_write>
[[gnu::always_inline]] inline void prefetch_group(const Array& a, Index first) {
  using E = typename T::Element;
  constexpr Index line = 64 / sizeof(E), longest = planner::table::most_interleaved_lines_to_prefetch * line;
  constexpr auto shortest = static_cast<Index>(planner::table::least_lines_to_prefetch * line);
  const Index stride = a.interleaved ? a.numbers : a.state_stride;
  if (stride < shortest || (a.interleaved && stride > longest)) return;
  const E* data = static_cast<const E*>(a.data) + first * stride;
  const Index rows = a.interleaved ? 1 : T::size, numbers = a.interleaved ? T::size * stride : a.numbers;
  for (Index row = 0; row < rows; ++row)
    for (Index k = 0; k < numbers; k += line) __builtin_prefetch(data + row * stride + k, to_write);
}

/// For groups that are not whole rows of at least T::size numbers.
template <class T>
[[gnu::noinline]] void load_otherwise(const Array& from, const Span& span, T* to) {
  const auto* data = static_cast<const typename T::Element*>(from.data) + span.first * from.state_stride;
  if (is_rows<T>(from, span) && with_width<T::size / 2>(from.numbers, [&](auto width) {
        load_rows<width>(data, from.state_stride, from.numbers, to);
      }))
    return;
  from.is_float ? gather<float>(from, span, to) : gather<double>(from, span, to);
}
template <class T>
[[gnu::noinline]] void store_otherwise(const T* from, const Span& span, const Array& to) {
  auto* data = static_cast<typename T::Element*>(to.data) + span.first * to.state_stride;
  if (is_rows<T>(to, span) && with_width<T::size / 2>(to.numbers, [&](auto width) {
        store_rows<width>(from, to.numbers, data, to.state_stride);
      }))
    return;
  to.is_float ? scatter<float>(from, span, to) : scatter<double>(from, span, to);
}

/// The argument in lanes: read into `memory`, or in place if it is already interleaved.
template <class T>
[[gnu::always_inline]] inline const T* load(const Array& from, const Span& span, T* memory) {
  using E = typename T::Element;
  const Index next = span.first + T::size;
  if (from.interleaved) {
    prefetch_group<T, false>(from, next);
    return lanes_of<T>(from, span);
  }
  if (is_rows<T>(from, span) && from.numbers >= T::size) {
    const E* data = static_cast<const E*>(from.data) + span.first * from.state_stride;
    load_rows<T::size>(data, from.state_stride, from.numbers, memory);
    prefetch_group<T, false>(from, next);
  } else {
    load_otherwise(from, span, memory);
  }
  return memory;
}

/// Where to write results in lanes: `memory`, or in place if the output is interleaved.
template <class T>
T* place_for(const Array& to, const Span& span, T* memory) {
  // the results will be stored soon; their cache lines should be loaded by then
  if (to.interleaved || is_rows<T>(to, span)) prefetch_group<T, true>(to, span.first);
  return to.interleaved ? lanes_of<T>(to, span) : memory;
}

template <class T>
[[gnu::always_inline]] inline void store(const T* from, const Span& span, const Array& to) {
  using E = typename T::Element;
  if (to.interleaved) return;
  if (is_rows<T>(to, span) && to.numbers >= T::size)
    store_rows<T::size>(from, to.numbers, static_cast<E*>(to.data) + span.first * to.state_stride, to.state_stride);
  else
    store_otherwise(from, span, to);
}

/// Stores `count` numbers of each state, starting with number `at`.
template <class T>
void store_part(const T* from, Index count, const Span& span, Array to, Index at) {
  if (to.interleaved) {
    std::copy(from, from + count, lanes_of<T>(to, span) + at);
    return;
  }
  const Index size = to.is_float ? sizeof(float) : sizeof(double);
  to.data = static_cast<std::byte*>(to.data) + at * to.number_stride * size;
  to.numbers = count;
  store(from, span, to);
}

/// Writes results that exceed the caches directly to memory: otherwise the CPU would read every line before overwriting
/// it.
template <class T>
void store_past_caches(const T* from, const Span& span, const Array& to) {
  using E = typename T::Element;
  if (to.interleaved) {
    T* lanes = lanes_of<T>(to, span);
    for (Index k = 0; k < to.numbers; ++k) from[k].store_past_caches(reinterpret_cast<E*>(lanes + k));
    return;
  }
  if (!is_rows<T>(to, span) || to.numbers < T::size) return store_part(from, to.numbers, span, to, 0);
  stream_rows(from, to.numbers, static_cast<E*>(to.data) + span.first * to.state_stride, to.state_stride);
}

}  // namespace treefix::engine
