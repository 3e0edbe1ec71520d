// Forward dynamics by every method, in ns per body.
#pragma once

#include <string>

#include <treefix/treefix.hpp>

#include "bench/results.hpp"

namespace tfbench {

struct ForwardShape {
  const char* name;
  const char* robot;  // of zoo::make, without n
};
/// Parallel: all axes are, so that what happens at one end is felt at the other; in a chain it is soon forgotten.
inline constexpr ForwardShape forward_shapes[] = {{"chain", "chain:n="},
                                                  {"parallel", "auto_tree:bf=1,skew=0,n="},
                                                  {"bf 2", "auto_tree:bf=2,skew=0.1,n="},
                                                  {"random", "random_tree:joints=R,seed=1,n="}};

/// Prints a table, and gives a line for each target that was missed.
std::string report_speed(const ForwardShape& shape, treefix::Index n, Results& results);

}  // namespace tfbench
