// How long the critical path of each family is: the time on a machine with as many processors as there are bodies.
#pragma once

#include <treefix/base/view.hpp>

#include "bench/results.hpp"

namespace tfbench {

/// Of trees of up to `largest` bodies.
void report_span(treefix::Index largest, Results& results);

}  // namespace tfbench
