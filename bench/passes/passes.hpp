// The sweeps of a batch one by one, and the peak of the CPU. Compiled for x86-64-v3, the level that most CPUs have, so
// that sweeps run with the same instructions here as in the library.
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

// Whether this CPU can run what is compiled here.
bool passes_supported();
constexpr int pass_lanes = 4;

// The sweeps of RNEA, ABA and CRBA, for q (nq numbers), v and a (nv each) of one state, the same in all lanes.
std::vector<Pass> time_passes(const Prepared<double>& model, const double* q, const double* v, const double* a);

// The peak of one core: independent fused multiply-adds in registers, each two operations per lane.
double peak_gflops();
// Cycles per nanosecond, measured with a chain of multiplications of three cycles each.
double clock_ghz();

}  // namespace tfbench
