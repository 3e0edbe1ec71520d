// Large symmetric positive definite systems, in tiles.                 [Golub 2013, §4.2.8: outer products by blocks]
#pragma once

#include <algorithm>

#include <treefix/base/loops.hpp>
#include <treefix/planner/table.hpp>
#include <treefix/primitives/cholesky.hpp>
#include <treefix/primitives/executor.hpp>

namespace treefix {

/// Rows and columns of a tile: three tiles in double fit the first-level or second-level cache of a core.
inline constexpr Index cholesky_tile = planner::table::cholesky_tile;

/// The number of scratch values that factor_cholesky_by_tiles needs: none if the matrix is a single tile.
constexpr Index cholesky_scratch(Index n) {
  return n <= cholesky_tile ? 0 : (n + cholesky_tile - 1) / cholesky_tile * cholesky_tile * cholesky_tile;
}

namespace detail {

/// A row-major matrix divided into tiles; the last one of each row and column may be smaller.
template <class T>
struct Tiles {
  Index n;
  T* H;
  T* panel;  // L D of the tiles of one column, each transposed

  static constexpr Index side = cholesky_tile;
  constexpr Index count() const { return (n + side - 1) / side; }
  constexpr Index size(Index k) const { return std::min(side, n - k * side); }
  constexpr T* tile(Index i, Index j) const { return H + i * side * n + j * side; }

  /// A tile below diagonal tile k: stores L D = A L_k⁻ᵀ, all rows at once, transposed in the panel, and writes L in its
  /// place.
  void finish(Index i, Index k) const {
    const T* diagonal = tile(k, k);
    T* columns = panel + i * side * side;
    const Index rows = size(i);
    for (Index r = 0; r < rows; ++r)
      for (Index j = 0; j < side; ++j) columns[j * side + r] = tile(i, k)[r * n + j];
    for (Index j = 0; j < side; ++j) {
      T* to = columns + j * side;
      for (Index p = 0; p < j; ++p) {
        const T* from = columns + p * side;
        const T l = diagonal[j * n + p];
        TREEFIX_INDEPENDENT
        for (Index r = 0; r < rows; ++r) to[r] -= l * from[r];
      }
    }
    for (Index r = 0; r < rows; ++r)
      for (Index j = 0; j < side; ++j) tile(i, k)[r * n + j] = columns[j * side + r] / diagonal[j * n + j];
  }

  /// A_ij −= L_ik (L_jk D_k)ᵀ. Two rows and four columns of L at a time, along rows of A: compilers then vectorise the
  /// sums without reordering them and with few loads.
  void subtract(Index i, Index j, Index k) const {
    const T* columns = panel + j * side * side;
    const Index rows = size(i), width = size(j);
    Index r = 0;
    for (; r + 1 < rows; r += 2) {
      const T *x = tile(i, k) + r * n, *y = x + n;
      T *to = tile(i, j) + r * n, *next = to + n;
      for (Index p = 0; p < side; p += 4) {
        const T *a = columns + p * side, *b = a + side, *c = b + side, *d = c + side;
        const T xa = x[p], xb = x[p + 1], xc = x[p + 2], xd = x[p + 3];
        const T ya = y[p], yb = y[p + 1], yc = y[p + 2], yd = y[p + 3];
        TREEFIX_INDEPENDENT
        for (Index q = 0; q < width; ++q) {
          to[q] = to[q] - xa * a[q] - xb * b[q] - xc * c[q] - xd * d[q];
          next[q] = next[q] - ya * a[q] - yb * b[q] - yc * c[q] - yd * d[q];
        }
      }
    }
    if (r == rows) return;
    const T* x = tile(i, k) + r * n;
    T* to = tile(i, j) + r * n;
    for (Index p = 0; p < side; ++p) {
      const T* a = columns + p * side;
      const T xa = x[p];
      TREEFIX_INDEPENDENT
      for (Index q = 0; q < width; ++q) to[q] -= xa * a[q];
    }
  }

  /// The first row of a factored diagonal tile whose pivot is not positive; −1 if all pivots are positive.
  Index not_positive(Index k) const {
    for (Index r = 0; r < size(k); ++r)
      if (!(tile(k, k)[r * n + r] > T(0))) return k * side + r;  // or NaN
    return -1;
  }
};

}  // namespace detail

/// H = L D Lᵀ in place, as factor_cholesky, on all threads of the executor, in arrays of the host. Returns −1 on
/// success. Otherwise H is not positive definite to working precision, and the result is the row with the pivot that is
/// not positive, where the factorisation stopped.
///
/// Processes one column of tiles after the other: its diagonal tile, the tiles below it, then all tiles to the right of
/// those, one call per row of tiles. The order of operations depends on n alone, so all executors give the same bits.
/// Above the diagonal it writes only to diagonal tiles.
template <class T, Executor Exec>
Index factor_cholesky_by_tiles(const Exec& exec, Index n, View<T> H, View<T> scratch) {
  TREEFIX_ASSERT(ssize(H) == n * n && ssize(scratch) >= cholesky_scratch(n));
  const detail::Tiles<T> tiles{n, H.data(), scratch.data()};
  for (Index k = 0; k < tiles.count(); ++k) {
    factor_cholesky(tiles.size(k), n, tiles.tile(k, k));
    if (const Index bad = tiles.not_positive(k); bad >= 0) return bad;
    const Index below = tiles.count() - k - 1;
    exec.for_each(below, [=](Index i) { tiles.finish(k + 1 + i, k); });
    // rows of tiles, the longest first, so that threads do not wait for a long row at the end
    exec.for_each(below, [=](Index c) {
      const Index i = tiles.count() - 1 - c;
      for (Index j = k + 1; j <= i; ++j) tiles.subtract(i, j, k);
    });
  }
  return -1;
}

}  // namespace treefix
