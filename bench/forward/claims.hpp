// The experiments of [Yang 2018] and [Yang 2016], at their sizes: chains of n links, one state and groups of states.
#pragma once

#include "bench/results.hpp"

namespace tfbench {

void report_claims(Results& results);

}  // namespace tfbench
