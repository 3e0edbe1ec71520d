// Branch-sparse symmetric positive definite systems: H_ij is not zero only where one of i and j moves what the other
// moves, and then elimination from the tips fills nothing in.                    [Featherstone 2008, §6.5]
#pragma once

#include <cstdint>
#include <vector>

#include <treefix/base/view.hpp>

namespace treefix {

/// The way from each coordinate to the root, as runs of consecutive coordinates: along a limb one is after the other.
struct Ways {
  std::vector<std::int32_t> above;  // (n) the coordinate next on the way to the root; −1 if none
  std::vector<std::int32_t> run;  // (n) the last coordinate of the way that is reached in steps of one

  /// Calls f(first, last) for each run of the way from k to the root, k included; first <= last.
  template <class F>
  void for_each_run(Index k, F f) const {
    while (k >= 0) {
      const Index first = run.data()[k];
      f(first, k);
      k = above.data()[first];
    }
  }
};

namespace detail {

/// Takes coordinate k, and k − 1 if paired, out of the equations of those above: H_ij −= L_ki H_kj. Two that go the same
/// way are taken together, because then every H_ij is read and written half as often.
template <bool paired, class T>
void eliminate(Index n, Index k, const Ways& ways, T* H) {
  T *row = H + k * n, *next = row - n;
  const T inverse = T(1) / row[k];
  row[k] = inverse;
  const std::int32_t* above = ways.above.data();
  if constexpr (paired) {
    const T scaled = row[k - 1] * inverse;
    ways.for_each_run(k - 1, [&](Index first, Index last) {
      for (Index j = first; j <= last; ++j) next[j] -= scaled * row[j];
    });
    row[k - 1] = scaled;
    next[k - 1] = T(1) / next[k - 1];
  }
  const T next_inverse = paired ? next[k - 1] : inverse;
  ways.for_each_run(above[paired ? k - 1 : k], [&](Index begin, Index end) {
    for (Index i = end; i >= begin; --i) {
      T* to = H + i * n;
      const T scaled = row[i] * inverse, next_scaled = paired ? next[i] * next_inverse : inverse;
      ways.for_each_run(i, [&](Index first, Index last) {
        for (Index j = first; j <= last; ++j)
          to[j] = paired ? to[j] - scaled * row[j] - next_scaled * next[j] : to[j] - scaled * row[j];
      });
      row[i] = scaled;
      if constexpr (paired) next[i] = next_scaled;
    }
  });
}

}  // namespace detail

/// H = Lᵀ D L in place. Reads and writes H_ij of a row-major n × n matrix where j is on the way from i.
/// Leaves L below the diagonal and D⁻¹ on it. Cost: the sum of squared depths, over two.
template <class T>
void factor_ltdl(Index n, const Ways& ways, T* H) {
  for (Index k = n - 1; k >= 0;) {
    const bool paired = k > 0 && ways.above.data()[k] == k - 1;
    paired ? detail::eliminate<true>(n, k, ways, H) : detail::eliminate<false>(n, k, ways, H);
    k -= paired ? 2 : 1;
  }
}

/// x := H⁻¹ x with the factors that factor_ltdl left.
template <class T>
void solve_ltdl(Index n, const Ways& ways, const T* factors, T* x) {
  for (Index i = n - 1; i >= 0; --i) {
    const T* row = factors + i * n;
    const T xi = x[i];
    ways.for_each_run(ways.above.data()[i], [&](Index first, Index last) {
      for (Index j = first; j <= last; ++j) x[j] -= row[j] * xi;
    });
  }
  for (Index i = 0; i < n; ++i) {
    const T* row = factors + i * n;
    T sum = x[i] * row[i];
    ways.for_each_run(ways.above.data()[i], [&](Index first, Index last) {
      for (Index j = first; j <= last; ++j) sum -= row[j] * x[j];
    });
    x[i] = sum;
  }
}

}  // namespace treefix
