// Symmetric positive definite systems of any size.
#pragma once

#include <treefix/base/view.hpp>

namespace treefix {

/// H = L D Lᵀ in place: reads the lower triangle of an n × n matrix whose rows are `stride` numbers apart, and leaves L
/// below the diagonal and D on it. No square roots; n³/6 multiplications, all along rows. Backward stable for positive
/// definite H.
template <class T>
void factor_cholesky(Index n, Index stride, T* H) {
  for (Index i = 0; i < n; ++i) {
    T* row = H + i * stride;
    // computes L D first, which needs no division inside the loop
    for (Index j = 0; j < i; ++j) {
      const T* above = H + j * stride;
      T sum = row[j];
      for (Index k = 0; k < j; ++k) sum -= row[k] * above[k];
      row[j] = sum;
    }
    T pivot = row[i];
    for (Index j = 0; j < i; ++j) {
      const T scaled = row[j] / H[j * stride + j];
      pivot -= row[j] * scaled;
      row[j] = scaled;
    }
    row[i] = pivot;
  }
}
/// Row-major, with stride n.
template <class T>
void factor_cholesky(Index n, View<T> H) {
  factor_cholesky(n, n, H.data());
}

/// x := H⁻¹ x with the factors that factor_cholesky left.
template <class T>
void solve_cholesky(Index n, View<const T> factors, View<T> x) {
  for (Index i = 0; i < n; ++i) {
    const T* row = factors.data() + i * n;
    T sum = x[i];
    for (Index j = 0; j < i; ++j) sum -= row[j] * x[j];
    x[i] = sum;
  }
  for (Index i = 0; i < n; ++i) x[i] = x[i] / factors[i * n + i];
  // Lᵀ by rows of L: once x_i is known, it is eliminated from the equations before it
  for (Index i = n - 1; i >= 0; --i) {
    const T* row = factors.data() + i * n;
    for (Index j = 0; j < i; ++j) x[j] -= row[j] * x[i];
  }
}

}  // namespace treefix
