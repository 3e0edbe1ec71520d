// Time and memory for building the integer structures of a tree.
#pragma once

#include <treefix/base/view.hpp>

#include "bench/results.hpp"

namespace tfbench {

/// One line for each shape of n bodies.
void report_structures(treefix::Index n, Results& results);

}  // namespace tfbench
