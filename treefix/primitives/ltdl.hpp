// Branch-sparse symmetric positive definite systems: H_ij is not zero only where one of i and j moves what the other
// moves, and then elimination from the tips fills nothing in.                    [Featherstone 2008, §6.5]
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include <treefix/base/view.hpp>

namespace treefix {

/// The way from each coordinate to the root, as runs of consecutive coordinates: along a limb one is after the other.
struct RootPaths {
  std::vector<ShortIndex> above;  // (n) the coordinate next on the way to the root; −1 if none
  std::vector<ShortIndex> run;  // (n) the last coordinate of the way that is reached in steps of one

  /// Whether every coordinate is on the way from all that come after: no entry of H is known to be zero.
  bool is_one() const {
    for (Index k = 0; k < ssize(above); ++k)
      if (above.data()[k] != k - 1) return false;
    return true;
  }

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

/// Takes coordinate k out of the equations of those from `last` to the next on its way, by its row: H_ij −= L_ki H_kj.
template <class T>
void eliminate_from(Index n, Index k, Index last, const RootPaths& paths, T* H) {
  T* row = H + k * n;
  const T inverse = T(1) / row[k];
  row[k] = inverse;
  for (Index i = k - 1; i >= last; --i) {
    T* to = H + i * n;
    const T scaled = row[i] * inverse;
    paths.for_each_run(i, [&](Index first, Index end) {
      for (Index j = first; j <= end; ++j) to[j] -= scaled * row[j];
    });
    row[i] = scaled;
  }
}

/// Takes coordinates k, k − 1, …, as many as there are r, out of all equations. They go the same way, and are taken
/// together because then every other H_ij is read and written less often. Over a pack of numbers, not in loops: only
/// then do compilers keep factors in registers.
template <class T, int... r>
void eliminate(Index n, Index k, const RootPaths& paths, T* H, std::integer_sequence<int, r...>) {
  const Index last = k + 1 - static_cast<Index>(sizeof...(r));
  (eliminate_from(n, k - r, last, paths, H), ...);
  T* const rows[] = {H + (k - r) * n...};
  const T inverses[] = {rows[r][k - r]...};
  paths.for_each_run(paths.above.data()[last], [&](Index begin, Index end) {
    for (Index i = end; i >= begin; --i) {
      T* to = H + i * n;
      const T scaled[] = {rows[r][i] * inverses[r]...};
      paths.for_each_run(i, [&](Index first, Index stop) {
        for (Index j = first; j <= stop; ++j) {
          T x = to[j];
          ((x -= scaled[r] * rows[r][j]), ...);
          to[j] = x;
        }
      });
      ((rows[r][i] = scaled[r]), ...);
    }
  });
}
template <int count, class T>
void eliminate(Index n, Index k, const RootPaths& paths, T* H) {
  eliminate(n, k, paths, H, std::make_integer_sequence<int, count>{});
}

}  // namespace detail

/// H = Lᵀ D L in place. Reads and writes H_ij of a row-major n × n matrix where j is on the way from i.
/// Leaves L below the diagonal and D⁻¹ on it. Cost: the sum of squared depths, over two.
template <class T>
void factor_ltdl(Index n, const RootPaths& paths, T* H) {
  for (Index k = n - 1; k >= 0;) {
    const Index together = k - paths.run.data()[k] + 1;
    if (together >= 4)
      detail::eliminate<4>(n, k, paths, H), k -= 4;
    else if (together == 3)
      detail::eliminate<3>(n, k, paths, H), k -= 3;
    else if (together == 2)
      detail::eliminate<2>(n, k, paths, H), k -= 2;
    else
      detail::eliminate<1>(n, k, paths, H), k -= 1;
  }
}

/// x := H⁻¹ x with the factors that factor_ltdl left.
template <class T>
void solve_ltdl(Index n, const RootPaths& paths, const T* factors, T* x) {
  for (Index i = n - 1; i >= 0; --i) {
    const T* row = factors + i * n;
    const T xi = x[i];
    paths.for_each_run(paths.above.data()[i], [&](Index first, Index last) {
      for (Index j = first; j <= last; ++j) x[j] -= row[j] * xi;
    });
  }
  for (Index i = 0; i < n; ++i) {
    const T* row = factors + i * n;
    T sum = x[i] * row[i];
    paths.for_each_run(paths.above.data()[i], [&](Index first, Index last) {
      for (Index j = first; j <= last; ++j) sum -= row[j] * x[j];
    });
    x[i] = sum;
  }
}

}  // namespace treefix
