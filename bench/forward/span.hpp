// How long the critical path of each family is: the time on a machine with as many processors as there are bodies.
#pragma once

#include "bench/results.hpp"

namespace tfbench {

void report_span(Results& results);

}  // namespace tfbench
