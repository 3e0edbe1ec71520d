// Values of forward dynamics at the trunk.
#pragma once

#include <algorithm>

#include <treefix/kernels/aba.hpp>
#include <treefix/large_tree/division/division.hpp>

namespace treefix::large_tree {

/// Squares of the largest accelerations of bodies between pieces, on the path from the root.
struct LargestAccelerations {
  double angular = 0, linear = 0;

  void add(const Motion<double>& a) {
    angular = std::max(angular, dot(a.w, a.w));
    linear = std::max(linear, dot(a.v, a.v));
  }
  /// Whether an error exceeds the rounding of the largest accelerations. Elements and sweeps round differently, so a
  /// body between two pieces has two accelerations. That is harmless where chains forget, but long straight chains
  /// amplify a tiny rotation.
  bool is_much(const Motion<double>& error) const {
    constexpr double rounding = 1e-14;
    return dot(error.w, error.w) > rounding * rounding * angular ||
           dot(error.v, error.v) > rounding * rounding * linear;
  }
};

/// Values at the last body of each part of the trunk.
struct TrunkState {
  ClassicalMotion<double> motion{};  // ω, and accelerations if its joint does not accelerate; ω only for chains
  ArticulatedBody<double> below{};  // sum of those that come to it from the parts below
  Motion<double> acceleration{};
  LargestAccelerations largest{};
};

}  // namespace treefix::large_tree
