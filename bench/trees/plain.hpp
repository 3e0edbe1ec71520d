// The plain loop that the methods for one large tree are compared with.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "bench/plain/plain_loop.hpp"
#include "bench/timer.hpp"
#include "bench/trees/shapes.hpp"

namespace tfbench {

inline std::vector<PlainBody> plain_bodies(const treefix::Model& model) {
  const auto& m = model.mechanism();
  std::vector<PlainBody> bodies;
  bodies.reserve(static_cast<std::size_t>(m.nbody()));
  for (treefix::Index i = 0; i < m.nbody(); ++i)
    bodies.push_back({static_cast<long>(m.parent(i)), m.joint(i).X_tree, m.joint(i).S.w, m.inertia(i)});
  return bodies;
}
inline PlainLoop plain_loop(const treefix::Model& model) { return {plain_bodies(model), model.mechanism().gravity}; }

/// Relative to the largest expected number.
inline double largest_difference(const std::vector<double>& got, const std::vector<double>& expected) {
  double largest = 0, error = 0;
  for (std::size_t k = 0; k < got.size(); ++k) {
    largest = std::max(largest, std::abs(expected[k]));
    error = std::max(error, std::abs(got[k] - expected[k]));
  }
  return error / largest;
}

/// Returns a line if the default takes more than 1/0.9 of the recursion's time on two threads; none if that was not
/// timed.
inline std::string slower_than_recursive(const std::string& shape, treefix::Index n, const std::vector<Timing>& times,
                                         const std::string& recursion) {
  double automatic = 0, recursive = 0;
  for (const Timing& timing : times) {
    if (timing.name == "automatic, 2") automatic = timing.ns;
    if (timing.name == recursion) recursive = timing.ns;
  }
  return recursive > 0 && 0.9 * automatic > recursive
             ? treefix::concat("  ", shape, " of ", n, ": the recursion is faster\n")
             : "";
}

}  // namespace tfbench
