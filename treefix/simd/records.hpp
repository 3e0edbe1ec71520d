// Records: the numbers of one body, one after the other, that lanes are gathered from and scattered to.
#pragma once

#include <treefix/base/loops.hpp>
#include <treefix/base/view.hpp>
#include <treefix/simd/transpose.hpp>

namespace treefix::simd {

/// The length of a record of this many numbers: whole registers.
template <Index numbers, class T>
inline constexpr Index record_length = (numbers + T::size - 1) / T::size * T::size;

namespace detail {

// Over packs of numbers, not in loops: only then do compilers keep squares in registers.

template <Index length, class T, int... lane>
TREEFIX_INLINE void gather_records(const typename T::Element* from, const ShortIndex* rows, T* x,
                                   std::integer_sequence<int, lane...>) {
  for (Index c = 0; c < length; c += T::size) {
    T square[] = {T::load(from + rows[lane] * length + c)...};
    transpose(square);
    ((x[c + lane] = square[lane]), ...);
  }
}
template <Index length, class T, class F, int... lane>
TREEFIX_INLINE void for_each_record(const T* x, F f, std::integer_sequence<int, lane...>) {
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

/// Lane l of x[c] is number c of record which[l].
template <Index length, class T>
TREEFIX_INLINE void gather_records(const typename T::Element* rows, const ShortIndex* which, T* x) {
  detail::gather_records<length>(rows, which, x, detail::LaneNumbers<T>{});
}
/// The same from consecutive records.
template <Index length, class T>
TREEFIX_INLINE void load_records(const typename T::Element* rows, T* x) {
  ShortIndex which[T::size];
  for (int lane = 0; lane < T::size; ++lane) which[lane] = lane;
  gather_records<length>(rows, which, x);
}
/// Back, to consecutive records.
template <Index length, class T>
TREEFIX_INLINE void store_records(const T* x, typename T::Element* rows) {
  detail::for_each_record<length>(
      x, [&](int lane, Index c, const T& part) { part.store(rows + lane * length + c); }, detail::LaneNumbers<T>{});
}
/// Added to records one after the other, because several lanes may have the same one.
template <Index length, class T>
TREEFIX_INLINE void add_to_records(const T* x, const ShortIndex* which, typename T::Element* rows) {
  detail::for_each_record<length>(
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

}  // namespace treefix::simd
