// Copies rows of arrays to lanes and back. Blocks of numbers are transposed in registers.
#pragma once

#include <algorithm>
#include <cstdint>

#include <treefix/planner/table.hpp>
#include <treefix/simd/transpose.hpp>

namespace treefix::simd {

// Rows are copied in blocks of W numbers. W is the number of lanes, or a half, a quarter, … of it if rows are shorter.
// The last block ends where the row ends, and may overlap the block before it.

template <int W, class F>
void for_each_block(Index numbers, F f) {
  const Index end = numbers - W;
  for (Index k = 0; k < end; k += W) f(k);
  f(end);
}
template <int W, class T>
void load_rows(const typename T::Element* from, Index step, Index numbers, T* to) {
  for_each_block<W>(numbers, [&](Index k) { load_transposed<W>(from + k, step, to + k); });
}
template <int W, class T>
void store_rows(const T* from, Index numbers, typename T::Element* to, Index step) {
  for_each_block<W>(numbers, [&](Index k) { store_transposed<W>(from + k, to + k, step); });
}

/// Calls f with the largest W that fits into rows of this many numbers, as a compile-time constant. Returns false if
/// none fits.
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

/// Writes rows past the caches, at any address. The CPU collects such stores until it has a cache line of 64 bytes;
/// writing a partial line takes as long as writing many whole lines. So rows are transposed into a buffer in the
/// nearest cache, a few lines at a time. From there whole lines are stored past the caches; the numbers before the
/// first and after the last whole line are stored normally. Stores to the buffer do not cross lines, except the last
/// store of a row. The buffer lies within one page, because a store across two pages waits until all stores before it
/// are done. Rows have at least as many numbers as there are lanes.
template <class T>
void stream_rows(const T* from, Index numbers, typename T::Element* to, Index step) {
  using E = typename T::Element;
  constexpr Index page = 4096, lanes = T::size, line = 64 / sizeof(E);
  constexpr Index some = std::min<Index>(planner::table::lines_gathered, page / (64 * lanes) - 1) * line,
                  room = line + some;
  const auto into_line = [](const E* p) {
    return static_cast<Index>(reinterpret_cast<std::uintptr_t>(p) % 64 / sizeof(E));
  };
  alignas(page) E place[lanes * room];
  static_assert(some > 0 && sizeof place <= page);
  for (Index k = 0; k < numbers; k += some) {
    const Index count = std::min(some, numbers - k);
    for_each_block<lanes>(count, [&](Index i) { store_transposed<lanes>(from + k + i, place + line + i, room); });
    for (Index lane = 0; lane < lanes; ++lane) {
      E *here = place + line + lane * room, *row = to + lane * step + k;
      Index i = k == 0 ? 0 : -into_line(row);  // continues after the last whole line
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

}  // namespace treefix::simd
