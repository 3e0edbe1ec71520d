// Transposes blocks between rows in memory and lanes: T::size rows with W numbers each, where W is at most T::size.
#pragma once

#include <cstddef>
#include <utility>

#include <treefix/base/view.hpp>
#include <treefix/simd/lanes.hpp>

namespace treefix::simd {

namespace detail {

// Written with parameter packs instead of loops: only then do compilers keep the rows in registers.

template <int h, int i, class T, std::size_t W>
[[gnu::always_inline]] inline void exchange_pair(T (&rows)[W]) {
  if constexpr ((i & h) == 0) {
    const T a = rows[i], b = rows[i + h];
    rows[i] = T::template mixed<h, false>(a, b);
    rows[i + h] = T::template mixed<h, true>(a, b);
  }
}

/// Exchanges the off-diagonal blocks of size h of each 2h × 2h block. After h = 1, 2, 4, … all W × W blocks are
/// transposed.
template <int h, class T, std::size_t W, int... i>
[[gnu::always_inline]] inline void exchange(T (&rows)[W], std::integer_sequence<int, i...> all) {
  if constexpr (h < W) {
    (exchange_pair<h, i>(rows), ...);
    exchange<2 * h>(rows, all);
  }
}

/// Loads W numbers of each of the rows 0, W, 2W, … beginning at `from`; store_parts is the inverse.
template <class T, int W>
[[gnu::always_inline]] inline T load_parts(const typename T::Element* from, Index step) {
  if constexpr (W == T::size) {
    return T::load(from);
  } else {
    using Half = typename T::template Width<T::size / 2>;
    return T::joined(load_parts<Half, W>(from, step), load_parts<Half, W>(from + T::size / 2 * step, step));
  }
}
template <int W, class T>
[[gnu::always_inline]] inline void store_parts(const T& x, typename T::Element* to, Index step) {
  if constexpr (W == T::size) {
    x.store(to);
  } else {
    store_parts<W>(x.lower(), to, step);
    store_parts<W>(x.upper(), to + T::size / 2 * step, step);
  }
}

template <class T, int... i>
[[gnu::always_inline]] inline void load_transposed(const typename T::Element* from, Index step, T* to,
                                                   std::integer_sequence<int, i...> all) {
  T rows[] = {load_parts<T, sizeof...(i)>(from + i * step, step)...};
  exchange<1>(rows, all);
  ((to[i] = rows[i]), ...);
}

template <class T, int... i>
[[gnu::always_inline]] inline void store_transposed(const T* from, typename T::Element* to, Index step,
                                                    std::integer_sequence<int, i...> all) {
  T rows[] = {from[i]...};
  exchange<1>(rows, all);
  (store_parts<sizeof...(i)>(rows[i], to + i * step, step), ...);
}

}  // namespace detail

/// Lane l of row k becomes lane k of row l.
template <class T>
[[gnu::always_inline]] inline void transpose(T (&rows)[T::size]) {
  detail::exchange<1>(rows, std::make_integer_sequence<int, T::size>{});
}

/// Lane l of to[k] is from[l × step + k], for k below W, which is the number of lanes or a half, a quarter, … of it.
template <int W, class T>
[[gnu::always_inline]] inline void load_transposed(const typename T::Element* from, Index step, T* to) {
  detail::load_transposed(from, step, to, std::make_integer_sequence<int, W>{});
}

/// The inverse: to[l × step + k] is lane l of from[k].
template <int W, class T>
[[gnu::always_inline]] inline void store_transposed(const T* from, typename T::Element* to, Index step) {
  detail::store_transposed(from, to, step, std::make_integer_sequence<int, W>{});
}

}  // namespace treefix::simd
