// Results of models and their differences.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include <treefix/dynamics.hpp>

namespace treefix::test {

/// The largest difference of two lists of the same length.
inline double largest_difference(const std::vector<double>& a, const std::vector<double>& b) {
  EXPECT_EQ(a.size(), b.size());
  double largest = 0;
  for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) largest = std::max(largest, std::abs(a[i] - b[i]));
  return largest;
}

inline std::vector<double> torques(const Model& model, const std::vector<double>& q, const std::vector<double>& v,
                                   const std::vector<double>& a) {
  std::vector<double> tau(v.size());
  Dynamics(model).inverse(q, v, a, tau);
  return tau;
}

inline std::vector<double> mass_matrix(const Model& model, const std::vector<double>& q) {
  std::vector<double> H(static_cast<std::size_t>(model.nv() * model.nv()));
  Dynamics(model).mass_matrix(q, H);
  return H;
}

}  // namespace treefix::test
