// The instruction sets that kernels are compiled for. Each file in levels/ is the same text with other compiler flags.
#pragma once

#include <string_view>

#include <treefix/batch/task.hpp>

namespace treefix {

/// All kernels of one instruction set.
struct Level {
  std::string_view name;
  bool (*is_supported)();  // by this machine
  Kernels<double> in_double;
  Kernels<float> in_float;
  Kernels<double> one_state;  // one lane: interleaved is the same as rows
};

extern const Level level_portable, level_v2, level_v3, level_v4;  // those that were compiled

/// From the slowest to the fastest.
View<const Level* const> all_levels();
/// The fastest that the machine has, or the one that TREEFIX_LEVEL names; throws ValueError if there is none of that name,
/// or if the machine has not got it.
const Level& current_level();

}  // namespace treefix
