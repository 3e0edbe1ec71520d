// Forward dynamics by every method, in ns per body.
#pragma once

#include <string>

#include "bench/growth.hpp"
#include "bench/results.hpp"
#include "bench/trees/shapes.hpp"

namespace tfbench {

/// In "parallel" all axes are parallel, so each end of the chain affects the other. In "chain" this influence fades.
inline constexpr Shape forward_shapes[] = {{"chain", "chain:n="},
                                           {"parallel", "auto_tree:bf=1,skew=0,n="},
                                           {"bf 2", "auto_tree:bf=2,skew=0.1,n="},
                                           {"random", "random_tree:joints=R,seed=1,n="}};

/// Prints a table, and returns a line for each target that was missed.
std::string report_speed(const Shape& shape, treefix::Index n, Results& results, Growth& growth);

}  // namespace tfbench
