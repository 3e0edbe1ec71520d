// What forward dynamics knows of the trunk.
#pragma once

#include <algorithm>

#include <treefix/kernels/aba.hpp>
#include <treefix/large_tree/division/division.hpp>

namespace treefix::large_tree {

/// Squares of the largest accelerations of bodies between pieces, from the root on.
struct LargestAccelerations {
  double angular = 0, linear = 0;

  void add(const Motion<double>& a) {
    angular = std::max(angular, dot(a.w, a.w));
    linear = std::max(linear, dot(a.v, a.v));
  }
  /// Whether an error is more than rounding does to the largest accelerations. Elements and sweeps round differently, so a
  /// body between two pieces has two accelerations: harmless where chains forget, but on long straight chains a tiny
  /// rotation is amplified.
  bool is_much(const Motion<double>& error) const {
    constexpr double rounding = 1e-14;
    return dot(error.w, error.w) > rounding * rounding * angular ||
           dot(error.v, error.v) > rounding * rounding * linear;
  }
};

/// Of the last body of each part of the trunk.
struct TrunkState {
  ClassicalMotion<double> motion{};  // ω, and accelerations if its joint does not accelerate; of chains ω only
  ArticulatedBody<double> below{};  // what comes to it from the parts below
  Motion<double> acceleration{};
  LargestAccelerations largest{};
};

}  // namespace treefix::large_tree
