// The experiments of papers 000 and 001, at their sizes: chains of n links, one state and groups of states.
#pragma once

#include "bench/results.hpp"

namespace tfbench {

void report_claims(Results& results);

}  // namespace tfbench
