// One tree that is too large for all variants at once: one variant after the other, each with nothing else in memory.
#pragma once

#include "bench/results.hpp"
#include "bench/trees/shapes.hpp"

namespace tfbench {

/// From this number of bodies on.
inline constexpr treefix::Index frugal_from = 10'000'000;

/// Like the report of smaller trees. Variants that do not fit into memory are skipped with a message. Returns ns per
/// body of the default on two threads, or NaN, and appends a line for each missed target.
double report_frugally(const Shape& shape, treefix::Index n, Results& results, std::string& missed);

}  // namespace tfbench
