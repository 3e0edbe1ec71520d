// How well vectors solve symmetric positive definite systems.
#pragma once

#include "support/robot.hpp"
#include "support/rooms.hpp"

namespace treefix::testing {

/// The largest |H x − b|_i over n ε √H_ii Σ_j √H_jj |x_j|: of order one for a backward stable solution.
template <class T>
T scaled_error(const std::vector<T>& H, const std::vector<T>& x, const std::vector<T>& b) {
  const auto n = x.size();
  const auto residual = minus(matrix_times(H, x), b);
  T sum = T(0), worst = T(0);
  for (std::size_t j = 0; j < n; ++j) sum += sqrt(H[j * n + j]) * abs(x[j]);
  for (std::size_t i = 0; i < n; ++i) {
    const T error = abs(residual[i]) / (T(static_cast<double>(n)) * epsilon<T>() * sqrt(H[i * n + i]) * sum);
    if (!(error <= worst)) worst = error;
  }
  return worst;
}

}  // namespace treefix::testing
