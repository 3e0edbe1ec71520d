// Symmetric positive definite systems, and how well vectors solve them.
#pragma once

#include <cmath>
#include <vector>

#include <treefix/base/random.hpp>

#include "support/robot.hpp"
#include "support/rooms.hpp"

namespace treefix::testing {

/// B Bᵀ with random B, the rows of B scaled over several orders of magnitude.
template <class T>
std::vector<T> random_definite(Index n, Random& random, double decades) {
  std::vector<T> B, H(static_cast<std::size_t>(n * n), T(0));
  for (Index i = 0; i < n; ++i) {
    const double scale = std::pow(10.0, random.uniform(-decades, decades));
    for (Index j = 0; j < n; ++j) B.push_back(T(scale * random.normal()));
  }
  const auto at = [n](Index i, Index j) { return static_cast<std::size_t>(i * n + j); };
  for (Index i = 0; i < n; ++i)
    for (Index j = 0; j < n; ++j)
      for (Index k = 0; k < n; ++k) H[at(i, j)] += B[at(i, k)] * B[at(j, k)];
  return H;
}

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
