// Square blocks between rows in memory and lanes.
#pragma once

#include <utility>

#include <treefix/base/view.hpp>
#include <treefix/spatial/lanes.hpp>

namespace treefix {

namespace detail {

// Written over packs of numbers, not as loops: only then do compilers keep the rows in registers.

template <int h, int i, class T>
[[gnu::always_inline]] inline void exchange_pair(T (&rows)[T::size]) {
  if constexpr ((i & h) == 0) {
    const T a = rows[i], b = rows[i + h];
    rows[i] = T::template mixed<h, false>(a, b);
    rows[i + h] = T::template mixed<h, true>(a, b);
  }
}

/// Exchanges the off-diagonal blocks of size h of each 2h × 2h block: after h = 1, 2, 4, … the matrix is transposed.
template <int h, class T, int... i>
[[gnu::always_inline]] inline void exchange(T (&rows)[T::size], std::integer_sequence<int, i...> all) {
  if constexpr (h < T::size) {
    (exchange_pair<h, i>(rows), ...);
    exchange<2 * h>(rows, all);
  }
}

template <class T, int... i>
[[gnu::always_inline]] inline void load_transposed(const typename T::Element* from, Index step, T* to,
                                                   std::integer_sequence<int, i...> all) {
  T rows[] = {T::load(from + i * step)...};
  exchange<1>(rows, all);
  ((to[i] = rows[i]), ...);
}

template <bool past_caches, class T, int... i>
[[gnu::always_inline]] inline void store_transposed(const T* from, typename T::Element* to, Index step,
                                                    std::integer_sequence<int, i...> all) {
  T rows[] = {from[i]...};
  exchange<1>(rows, all);
  if constexpr (past_caches)
    (rows[i].store_past_caches(to + i * step), ...);
  else
    (rows[i].store(to + i * step), ...);
}

}  // namespace detail

/// Lane l of row k becomes lane k of row l.
template <class T>
[[gnu::always_inline]] inline void transpose(T (&rows)[T::size]) {
  detail::exchange<1>(rows, std::make_integer_sequence<int, T::size>{});
}

/// Lane l of to[k] is from[l × step + k], for k below the number of lanes.
template <class T>
[[gnu::always_inline]] inline void load_transposed(const typename T::Element* from, Index step, T* to) {
  detail::load_transposed(from, step, to, std::make_integer_sequence<int, T::size>{});
}

/// And back: to[l × step + k] is lane l of from[k].
template <bool past_caches = false, class T>
[[gnu::always_inline]] inline void store_transposed(const T* from, typename T::Element* to, Index step) {
  detail::store_transposed<past_caches>(from, to, step, std::make_integer_sequence<int, T::size>{});
}

}  // namespace treefix
