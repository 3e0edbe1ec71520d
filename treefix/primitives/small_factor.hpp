// Symmetric positive definite systems of a size that is known at compile time: the joints of a robot.
#pragma once

namespace treefix {

/// L Δ Lᵀ of a symmetric positive definite k×k matrix that is given by its lower triangle, without square roots.
template <class T, int k>
struct SmallFactor {
  T L[k][k];      // L Δ: the lower triangle, with Δ on the diagonal
  T inverse[k];   // 1 / Δ

  SmallFactor() = default;
  /// D[i][j]: an array or a SmallMatrix.
  template <class Matrix>
  explicit constexpr SmallFactor(const Matrix& D) {
    for (int j = 0; j < k; ++j) {
      for (int i = j; i < k; ++i) {
        T sum = D[i][j];
        for (int l = 0; l < j; ++l) sum -= L[i][l] * scaled(j, l);
        L[i][j] = sum;
      }
      inverse[j] = T(1) / L[j][j];
    }
  }
  /// Whether D was positive definite to working precision. Not for lanes, which have no order.
  bool positive() const {
    for (int j = 0; j < k; ++j)
      if (!(L[j][j] > T(0) && inverse[j] - inverse[j] == T(0))) return false;  // or 1 / Δ is not finite
    return true;
  }
  /// x := D⁻¹ x for numbers or any type that can be added and scaled.
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
