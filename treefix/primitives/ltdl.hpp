// Branch-sparse symmetric positive definite systems: H_ij is nonzero only if one of i and j is on the root path of the
// other. Elimination from the tips then causes no fill-in.
//                                                                                             [Featherstone 2008, §6.5]
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include <treefix/base/view.hpp>

namespace treefix {

/// The root path of each coordinate, as runs of consecutive numbers: coordinates of a chain are numbered consecutively.
struct RootPaths {
  std::vector<ShortIndex> above;  // (n) the next coordinate on the root path; −1 if none
  std::vector<ShortIndex> run;  // (n) the lowest coordinate of the run of the root path that ends here

  /// Whether every coordinate is on the root paths of all later ones, so that no entry of H is known to be zero.
  bool is_one() const {
    for (Index k = 0; k < ssize(above); ++k)
      if (above.data()[k] != k - 1) return false;
    return true;
  }

  /// Calls f(first, last) for each run of the root path of k, k included; first <= last.
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

/// Eliminates coordinate k from the equations of coordinates `last` … k − 1, which are the next ones on its root path:
/// H_ij −= L_ki H_kj.
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

/// Eliminates the coordinates k, k − 1, …, one for each r, from all equations. They share a root path, so one pass over
/// the other H_ij serves all of them. Uses a parameter pack instead of loops, because only then do compilers keep the
/// factors in registers.
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

/// H = Lᵀ D L in place. Reads and writes H_ij of a row-major n × n matrix where j is on the root path of i.
/// Leaves L below the diagonal and D⁻¹ on it. Cost: half the sum of squared depths.
template <class T>
void factor_ltdl(Index n, const RootPaths& paths, T* H) {
  for (Index k = n - 1; k >= 0;) {
    const Index together = k - paths.run.data()[k] + 1;
    if (together >= 4) {
      detail::eliminate<4>(n, k, paths, H);
      k -= 4;
    } else if (together == 3) {
      detail::eliminate<3>(n, k, paths, H);
      k -= 3;
    } else if (together == 2) {
      detail::eliminate<2>(n, k, paths, H);
      k -= 2;
    } else {
      detail::eliminate<1>(n, k, paths, H);
      k -= 1;
    }
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
