// The sweeps of a batch one by one, and what the machine could do at best. Compiled for x86-64-v3, the level that most
// machines have, so that sweeps run with the same instructions here as in the library.
#pragma once

#include <string>
#include <vector>

#include <treefix/prepared/prepared.hpp>

#include "bench/rooms.hpp"

namespace tfbench {

struct Pass {
  std::string name;
  double ns = 0;  // for one group of lanes, or one step of a loop that fuses passes of several groups
};

// Whether this machine can run what is compiled here.
bool passes_supported();
constexpr int pass_lanes = 4;

// The sweeps of RNEA, ABA and CRBA; given are q (nq numbers), v and a (nv each) of one state, which all lanes get.
std::vector<Pass> time_passes(const Prepared<double>& model, const double* q, const double* v, const double* a);

// Of one core: independent fused multiply-adds in registers, each two operations per lane.
double peak_gflops();
// Cycles per nanosecond, from a chain of multiplications of three cycles each.
double clock_ghz();

}  // namespace tfbench
