// Reproducible pseudo-random numbers: the same seed gives the same numbers with every compiler and standard library,
// which std::uniform_real_distribution does not promise.
#pragma once

#include <cmath>
#include <cstdint>
#include <numbers>

#include <treefix/base/view.hpp>

namespace treefix {

/// SplitMix64 [Steele 2014]: 64 bits of state, passes BigCrush, any seed is good.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  std::uint64_t bits() {
    std::uint64_t z = (state_ += 0x9e3779b97f4a7c15U);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
    return z ^ (z >> 31);
  }
  /// Uniform in [0, 1), a multiple of 2^-53.
  double uniform() { return static_cast<double>(bits() >> 11) * 0x1p-53; }
  double uniform(double low, double high) { return low + (high - low) * uniform(); }
  /// Standard normal, by the Box-Muller transform.
  double normal() {
    const double radius = std::sqrt(-2 * std::log1p(-uniform()));
    return radius * std::cos(2 * std::numbers::pi * uniform());
  }
  /// Uniform in 0 .. n-1.
  Index below(Index n) { return static_cast<Index>(bits() % static_cast<std::uint64_t>(n)); }

 private:
  std::uint64_t state_;
};

}  // namespace treefix
