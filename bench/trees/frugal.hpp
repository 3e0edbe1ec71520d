// One tree that is too large for all variants at once: one after the other, each with nothing else in memory.
#pragma once

#include "bench/results.hpp"
#include "bench/trees/shapes.hpp"

namespace tfbench {

/// From so many bodies on.
inline constexpr treefix::Index frugal_from = 10'000'000;

/// As the report of smaller trees. What does not fit into the machine is left out, and said. Gives ns per body of the default on two
/// threads, or NaN, and adds lines to what was missed.
double report_frugally(const Shape& shape, treefix::Index n, Results& results, std::string& missed);

}  // namespace tfbench
