// A record holds the numbers of one body, one after the other. Lanes are gathered from records and scattered to them.
#pragma once

#include <treefix/base/loops.hpp>
#include <treefix/base/view.hpp>
#include <treefix/simd/transpose.hpp>

namespace treefix::simd {

/// The length of a record of this many numbers, rounded up to whole registers.
template <Index numbers, class T>
inline constexpr Index record_length = (numbers + T::size - 1) / T::size * T::size;

namespace detail {

// Written with parameter packs instead of loops: only then do compilers keep the squares in registers.

template <Index length, class T, int... lane>
TREEFIX_INLINE void gather_records(const typename T::Element* from, const ShortIndex* which, T* x,
                                   std::integer_sequence<int, lane...>) {
  for (Index c = 0; c < length; c += T::size) {
    T square[] = {T::load(from + which[lane] * length + c)...};
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

/// Reads records: lane l of x[c] is number c of record which[l].
template <Index length, class T>
TREEFIX_INLINE void gather_records(const typename T::Element* records, const ShortIndex* which, T* x) {
  detail::gather_records<length>(records, which, x, detail::LaneNumbers<T>{});
}
/// Reads consecutive records.
template <Index length, class T>
TREEFIX_INLINE void load_records(const typename T::Element* records, T* x) {
  ShortIndex which[T::size];
  for (int lane = 0; lane < T::size; ++lane) which[lane] = lane;
  gather_records<length>(records, which, x);
}
/// Writes consecutive records.
template <Index length, class T>
TREEFIX_INLINE void store_records(const T* x, typename T::Element* records) {
  detail::for_each_record<length>(
      x, [&](int lane, Index c, const T& part) { part.store(records + lane * length + c); }, detail::LaneNumbers<T>{});
}
/// Adds to records, one lane after the other: several lanes may have the same record.
template <Index length, class T>
TREEFIX_INLINE void add_to_records(const T* x, const ShortIndex* which, typename T::Element* records) {
  detail::for_each_record<length>(
      x,
      [&](int lane, Index c, const T& part) {
        typename T::Element* to = records + which[lane] * length + c;
        (T::load(to) + part).store(to);
      },
      detail::LaneNumbers<T>{});
}
/// Lane l is number which[l].
template <class T>
TREEFIX_INLINE T gather_numbers(const typename T::Element* from, const ShortIndex* which) {
  return detail::gather_numbers<T>(from, which, detail::LaneNumbers<T>{});
}

}  // namespace treefix::simd
