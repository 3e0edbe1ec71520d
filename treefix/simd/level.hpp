// Instruction levels: the instructions that kernels are compiled for, and the level in use.
#pragma once

#include <string_view>

#include <treefix/base/view.hpp>

namespace treefix::engine {
struct StateKernels;
}
namespace treefix::large_tree {
struct TreeKernels;
}

namespace treefix::simd {

/// All kernels of one instruction level. Each file of levels/ defines one: the same source with other compiler flags.
struct Level {
  std::string_view name;
  bool (*is_supported)();  // by this CPU
  const engine::StateKernels* states;  // one state or many
  const large_tree::TreeKernels* trees;  // one large tree
};

extern const Level level_portable, level_v2, level_v3, level_v4;  // those that were compiled

/// From the slowest to the fastest.
View<const Level* const> all_levels();
/// The fastest level that the CPU supports, or the one that TREEFIX_LEVEL names. Throws ValueError if no level has that
/// name, or if the CPU does not support it.
const Level& current_level();

}  // namespace treefix::simd
