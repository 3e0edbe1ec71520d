// The condition of forward dynamics.
#pragma once

#include <cmath>
#include <cstdio>
#include <string>
#include <utility>
#include <vector>

#include <treefix/base/random.hpp>
#include <treefix/model/model.hpp>
#include <treefix/reference/aba.hpp>
#include <treefix/reference/rnea.hpp>

#include "bench/rooms.hpp"

namespace tfbench {

inline double norm(const std::vector<double>& x) {
  double sum = 0;
  for (const double value : x) sum += value * value;
  return std::sqrt(sum);
}

/// The largest eigenvalue of a symmetric positive operator, by power iteration: a lower bound.
template <class Operator>
double largest_eigenvalue(treefix::Index n, Operator apply) {
  std::vector<double> x(static_cast<std::size_t>(n)), y(x.size());
  treefix::Random random(1);
  for (double& value : x) value = random.normal();
  double value = 0;
  for (int i = 0; i < 100; ++i) {
    const double scale = 1 / norm(x);
    for (double& entry : x) entry *= scale;
    apply(x, y);
    value = norm(y);
    std::swap(x, y);
  }
  return value;
}

/// ‖H‖ and ‖H⁻¹‖, from products with H (inverse dynamics at rest) and with H⁻¹ (forward dynamics at rest), no gravity.
struct Norms {
  double H, inverse;
};
inline Norms norms(const treefix::Model& model, const std::vector<double>& q) {
  treefix::Mechanism<double> m = model.mechanism();
  m.gravity = {};
  Workspace<double> w(m);
  const auto rest = w.zero.view();
  const auto times = [&](const auto& x, auto& y) { rnea<double>(m, q, rest, x, {}, w, y); };
  const auto solve = [&](const auto& x, auto& y) { aba<double>(m, q, rest, x, {}, w, y); };
  return {largest_eigenvalue(m.nv, times), largest_eigenvalue(m.nv, solve)};
}

inline std::string cell(double x) {
  char text[32];
  std::snprintf(text, sizeof text, x != 0 && (x < 0.01 || x >= 1000) ? "%.0e" : "%.2g", x);
  return text;
}

}  // namespace tfbench
