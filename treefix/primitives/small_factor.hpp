// Symmetric positive definite systems of a size that is known when compiling: the joints of a robot.
#pragma once

namespace treefix {

/// L Δ Lᵀ of a symmetric positive definite k×k matrix given by its lower triangle, without square roots.
template <class T, int k>
struct SmallFactor {
  T L[k][k];      // below the diagonal
  T inverse[k];   // 1 / Δ

  SmallFactor() = default;
  constexpr explicit SmallFactor(const T (&D)[k][k]) {
    for (int j = 0; j < k; ++j) {
      for (int i = j; i < k; ++i) {
        T sum = D[i][j];
        for (int l = 0; l < j; ++l) sum -= L[i][l] * scaled(j, l);
        L[i][j] = sum;
      }
      inverse[j] = T(1) / L[j][j];
    }
  }
  /// x := D⁻¹ x for numbers or anything else that can be added and scaled.
  template <class X>
  constexpr void solve(X (&x)[k]) const {
    for (int i = 0; i < k; ++i)
      for (int j = 0; j < i; ++j) x[i] = x[i] - scaled(i, j) * x[j];
    for (int i = 0; i < k; ++i) x[i] = inverse[i] * x[i];
    for (int i = k - 1; i >= 0; --i)
      for (int j = i + 1; j < k; ++j) x[i] = x[i] - scaled(j, i) * x[j];
  }

 private:
  constexpr T scaled(int i, int j) const { return L[i][j] * inverse[j]; }  // unit lower triangular
};

}  // namespace treefix
