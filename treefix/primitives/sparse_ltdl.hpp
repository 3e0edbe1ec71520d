// Branch-sparse symmetric positive definite systems in compressed rows.             [Featherstone 2008, §6.5]
//
// Row i has the entries H_ij of the coordinates j on the root path of i. The row of an ancestor of i has the same
// columns as the beginning of row i, so rows are subtracted from each other as arrays, without looking at columns.
#pragma once

#include <treefix/tree/ancestor_paths.hpp>

namespace treefix {

/// H = Lᵀ D L in place, from the tips to the root, without fill-in. Leaves L below the diagonal and D⁻¹ on it. Returns
/// −1 on success. Otherwise H is not positive definite to working precision, and the result is the coordinate with the
/// pivot that is not positive, where the factorisation stopped. Cost: half the sum of squared depths.
template <class T>
Index factor_sparse_ltdl(const AncestorPaths& pattern, View<T> H) {
  TREEFIX_ASSERT(ssize(H) == pattern.entries());
  const View<const Index> begins = pattern.begins();
  for (Index k = pattern.rows() - 1; k >= 0; --k) {
    const View<const ShortIndex> path = pattern.row(k);
    T* row = H.data() + begins[k];
    const Index last = ssize(path) - 1;
    if (!(row[last] > T(0))) return k;  // or NaN
    const T inverse = T(1) / row[last];
    row[last] = inverse;
    for (Index p = last - 1; p >= 0; --p) {
      T* above = H.data() + begins[path[p]];
      const T scaled = row[p] * inverse;
      for (Index j = 0; j <= p; ++j) above[j] -= scaled * row[j];  // H_ij −= L_ki H_kj
      row[p] = scaled;
    }
  }
  return -1;
}

/// x := H⁻¹ x with the factors that factor_sparse_ltdl left. Backward stable for any condition number of H: with n rows
/// and b the right side, |H x − b|_i is at most about n ε √H_ii Σ_j √H_jj |x_j|, which is not more than n ε ‖H‖ Σ|x_j|.
template <class T>
void solve_sparse_ltdl(const AncestorPaths& pattern, View<const T> factors, View<T> x) {
  const View<const Index> begins = pattern.begins();
  for (Index i = pattern.rows() - 1; i >= 0; --i) {  // x := L⁻ᵀ x
    const View<const ShortIndex> path = pattern.row(i);
    const T* row = factors.data() + begins[i];
    const T xi = x[i];
    for (Index p = 0; p + 1 < ssize(path); ++p) x[path[p]] -= row[p] * xi;
  }
  for (Index i = 0; i < pattern.rows(); ++i) {  // x := L⁻¹ D⁻¹ x
    const View<const ShortIndex> path = pattern.row(i);
    const T* row = factors.data() + begins[i];
    T sum = x[i] * row[ssize(path) - 1];
    for (Index p = 0; p + 1 < ssize(path); ++p) sum -= row[p] * x[path[p]];
    x[i] = sum;
  }
}

}  // namespace treefix
