// Rows of numbers that lanes are gathered from and scattered to, a row for each body.
#pragma once

#include <treefix/kernels/turn.hpp>
#include <treefix/spatial/transpose.hpp>

namespace treefix {

/// How long a row of so many numbers is: whole registers.
template <Index numbers, class T>
inline constexpr Index row_length = (numbers + T::size - 1) / T::size * T::size;

namespace detail {

// Over packs of numbers, not in loops: only then do compilers keep squares in registers.

template <Index length, class T, int... lane>
TREEFIX_INLINE void gather_rows(const typename T::Element* from, const ShortIndex* rows, T* x,
                                std::integer_sequence<int, lane...>) {
  for (Index c = 0; c < length; c += T::size) {
    T square[] = {T::load(from + rows[lane] * length + c)...};
    transpose(square);
    ((x[c + lane] = square[lane]), ...);
  }
}
template <Index length, class T, class F, int... lane>
TREEFIX_INLINE void for_each_row(const T* x, F f, std::integer_sequence<int, lane...>) {
  for (Index c = 0; c < length; c += T::size) {
    T square[] = {x[c + lane]...};
    transpose(square);
    (f(lane, c, square[lane]), ...);
  }
}
template <class T, int... lane>
TREEFIX_INLINE T gather_numbers(const typename T::Element* from, const ShortIndex* which,
                                std::integer_sequence<int, lane...>) {
  T x{};
  (x.set(lane, from[which[lane]]), ...);
  return x;
}

template <class T>
using LaneNumbers = std::make_integer_sequence<int, T::size>;

}  // namespace detail

/// Lane l of x[c] is number c of row which[l].
template <Index length, class T>
TREEFIX_INLINE void gather_rows(const typename T::Element* rows, const ShortIndex* which, T* x) {
  detail::gather_rows<length>(rows, which, x, detail::LaneNumbers<T>{});
}
/// Of consecutive rows.
template <Index length, class T>
TREEFIX_INLINE void load_rows_of(const typename T::Element* rows, T* x) {
  ShortIndex which[T::size];
  for (int lane = 0; lane < T::size; ++lane) which[lane] = lane;
  gather_rows<length>(rows, which, x);
}
/// Back, to consecutive rows.
template <Index length, class T>
TREEFIX_INLINE void store_rows_of(const T* x, typename T::Element* rows) {
  detail::for_each_row<length>(
      x, [&](int lane, Index c, const T& part) { part.store(rows + lane * length + c); }, detail::LaneNumbers<T>{});
}
/// Added to rows, which may be the same for several lanes: one after the other.
template <Index length, class T>
TREEFIX_INLINE void add_to_rows(const T* x, const ShortIndex* which, typename T::Element* rows) {
  detail::for_each_row<length>(
      x,
      [&](int lane, Index c, const T& part) {
        typename T::Element* row = rows + which[lane] * length + c;
        (T::load(row) + part).store(row);
      },
      detail::LaneNumbers<T>{});
}
/// Lane l is number which[l].
template <class T>
TREEFIX_INLINE T gather_numbers(const typename T::Element* from, const ShortIndex* which) {
  return detail::gather_numbers<T>(from, which, detail::LaneNumbers<T>{});
}

}  // namespace treefix
