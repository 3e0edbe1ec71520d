// The length of the critical path of each method: the time on a machine with as many processors as there are bodies.
#pragma once

#include <treefix/base/view.hpp>

#include "bench/results.hpp"

namespace tfbench {

/// For trees of up to `largest` bodies.
void report_span(treefix::Index largest, Results& results);

}  // namespace tfbench
