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

// Rows, W numbers at a time. W is the number of lanes, or a half, a quarter, … of it where rows are shorter. The last W end
// with the last number, and may have some numbers once more.

template <int W, class F>
void for_each_part(Index numbers, F f) {
  const Index end = numbers - W;
  for (Index k = 0; k < end; k += W) f(k);
  f(end);
}
template <int W, class T>
void load_rows(const typename T::Element* from, Index step, Index numbers, T* to) {
  for_each_part<W>(numbers, [&](Index k) { load_transposed<W>(from + k, step, to + k); });
}
template <int W, class T>
void store_rows(const T* from, Index numbers, typename T::Element* to, Index step) {
  for_each_part<W>(numbers, [&](Index k) { store_transposed<W>(from + k, to + k, step); });
}

/// Calls f with the largest W that fits into rows of so many numbers, as a compile-time constant; false if none does.
template <int W, class F>
bool with_width(Index numbers, F f) {
  if constexpr (W == 0) {
    return false;
  } else {
    if (numbers < W) return with_width<W / 2>(numbers, f);
    f(std::integral_constant<int, W>{});
    return true;
  }
}

/// Whether a group of this argument is whole rows of what lanes hold.
template <class T>
bool is_rows(const Argument& a, const Span& span) {
  return a.is_float == std::is_same_v<typename T::Element, float> && a.number_step == 1 && span.count == T::size;
}

/// Asks for the group of an argument that begins with state `first`. Short groups the machine sees coming by itself; of 18
/// numbers asking takes 4 % of inverse dynamics if caches have them, and saves 13 % if not. Of interleaved arrays it sees long
/// groups coming, too: of 30 numbers asking saves 10 % of forward dynamics, of 100 it takes 13 % of inverse dynamics. Inlined:
/// g++ leaves out calls of functions that do nothing else.
template <class T, bool to_write>
[[gnu::always_inline]] inline void prefetch_group(const Argument& a, Index first) {
  using E = typename T::Element;
  constexpr Index line = 64 / sizeof(E), shortest = 3 * line / 2, longest = 8 * line;
  const Index step = a.interleaved ? a.numbers : a.state_step;
  if (step < shortest || (a.interleaved && step > longest)) return;
  const E* data = static_cast<const E*>(a.data) + first * step;
  const Index rows = a.interleaved ? 1 : T::size, numbers = a.interleaved ? T::size * step : a.numbers;
  for (Index row = 0; row < rows; ++row)
    for (Index k = 0; k < numbers; k += line) __builtin_prefetch(data + row * step + k, to_write);
}

/// What is not whole rows at least as long as a group has lanes.
template <class T>
[[gnu::noinline]] void load_otherwise(const Argument& from, const Span& span, T* to) {
  const auto* data = static_cast<const typename T::Element*>(from.data) + span.first * from.state_step;
  if (is_rows<T>(from, span) && with_width<T::size / 2>(from.numbers, [&](auto width) {
        load_rows<width>(data, from.state_step, from.numbers, to);
      }))
    return;
  from.is_float ? gather<float>(from, span, to) : gather<double>(from, span, to);
}
template <class T>
[[gnu::noinline]] void store_otherwise(const T* from, const Span& span, const Argument& to) {
  auto* data = static_cast<typename T::Element*>(to.data) + span.first * to.state_step;
  if (is_rows<T>(to, span) && with_width<T::size / 2>(to.numbers, [&](auto width) {
        store_rows<width>(from, to.numbers, data, to.state_step);
      }))
    return;
  to.is_float ? scatter<float>(from, span, to) : scatter<double>(from, span, to);
}

/// The argument in lanes: read into `memory`, or where it is if it is interleaved already.
template <class T>
[[gnu::always_inline]] inline const T* load(const Argument& from, const Span& span, T* memory) {
  using E = typename T::Element;
  const Index next = span.first + T::size;
  if (from.interleaved) {
    prefetch_group<T, false>(from, next);
    return lanes_of<T>(from, span);
  }
  if (is_rows<T>(from, span) && from.numbers >= T::size) {
    const E* data = static_cast<const E*>(from.data) + span.first * from.state_step;
    load_rows<T::size>(data, from.state_step, from.numbers, memory);
    prefetch_group<T, false>(from, next);
  } else {
    load_otherwise(from, span, memory);
  }
  return memory;
}

/// Where results in lanes are to be written: `memory`, or where they are wanted if that is interleaved.
template <class T>
T* place_for(const Argument& to, const Span& span, T* memory) {
  // soon they will be stored, and then the lines should be there
  if (to.interleaved || is_rows<T>(to, span)) prefetch_group<T, true>(to, span.first);
  return to.interleaved ? lanes_of<T>(to, span) : memory;
}

template <class T>
[[gnu::always_inline]] inline void store(const T* from, const Span& span, const Argument& to) {
  using E = typename T::Element;
  if (to.interleaved) return;
  if (is_rows<T>(to, span) && to.numbers >= T::size)
    store_rows<T::size>(from, to.numbers, static_cast<E*>(to.data) + span.first * to.state_step, to.state_step);
  else
    store_otherwise(from, span, to);
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

/// Rows past the caches, wherever they begin. The machine gathers what is stored so until it has a line of 64 bytes, and a line
/// of which it gets a part only takes it as long as many whole ones. So rows are transposed to a place in the nearest cache, some
/// numbers at a time; from there whole lines go past the caches, and what is before the first and after the last of them does
/// not. Stores to that place do not cross lines, but for the last of a row, and it lies within a page: stores across two pages
/// wait until all before them are done. Rows have as many numbers as there are lanes, or more.
template <class T>
void stream_rows(const T* from, Index numbers, typename T::Element* to, Index step) {
  using E = typename T::Element;
  constexpr Index page = 4096, lanes = T::size, line = 64 / sizeof(E);
  constexpr Index some = std::min<Index>(8, page / (64 * lanes) - 1) * line, room = line + some;
  const auto into_line = [](const E* p) {
    return static_cast<Index>(reinterpret_cast<std::uintptr_t>(p) % 64 / sizeof(E));
  };
  alignas(page) E place[lanes * room];
  static_assert(some > 0 && sizeof place <= page);
  for (Index k = 0; k < numbers; k += some) {
    const Index count = std::min(some, numbers - k);
    for_each_part<lanes>(count, [&](Index i) { store_transposed<lanes>(from + k + i, place + line + i, room); });
    for (Index lane = 0; lane < lanes; ++lane) {
      E *here = place + line + lane * room, *row = to + lane * step + k;
      Index i = k == 0 ? 0 : -into_line(row);  // what was left of the numbers before
      for (; i < count && into_line(row + i) != 0; ++i) row[i] = here[i];
      for (; i + line <= count; i += line)
        for (Index part = 0; part < line; part += lanes) T::load(here + i + part).store_past_caches(row + i + part);
      if (k + count < numbers)
        for (Index part = -line; part < 0; part += lanes) T::load(here + some + part).store(here + part);
      else
        for (; i < count; ++i) row[i] = here[i];
    }
  }
}

/// Results that are more than caches hold anyway, written past them: otherwise the machine would read every line before it
/// is overwritten.
template <class T>
void store_past_caches(const T* from, const Span& span, const Argument& to) {
  using E = typename T::Element;
  if (to.interleaved) {
    T* lanes = lanes_of<T>(to, span);
    for (Index k = 0; k < to.numbers; ++k) from[k].store_past_caches(reinterpret_cast<E*>(lanes + k));
    return;
  }
  if (!is_rows<T>(to, span) || to.numbers < T::size) return store_part(from, to.numbers, span, to, 0);
  stream_rows(from, to.numbers, static_cast<E*>(to.data) + span.first * to.state_step, to.state_step);
}

}  // namespace treefix
