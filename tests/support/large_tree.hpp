// Shared by the tests of treefix/large_tree: divisions of small trees as if they were large.
#pragma once

#include <treefix/large_tree/kernels.hpp>
#include <treefix/simd/level.hpp>

#include "support/robot.hpp"
#include "support/rooms.hpp"

namespace treefix::testing {

/// Sizes for which small trees are divided into everything that large ones have.
inline constexpr Division::Sizes small_sizes{.forest = 12, .piece = 9, .shortest_piece = 4, .least_bundles = 3};

/// The kernels of every instruction level that this machine supports.
inline std::vector<const TreeKernels*> tree_kernels() {
  std::vector<const TreeKernels*> all;
  for (const Level* level : all_levels())
    if (level->is_supported()) all.push_back(level->trees);
  return all;
}

inline std::shared_ptr<const DividedModel> divided_model(const Mechanism<double>& m, const Division::Sizes& sizes = {},
                                                         const TreeKernels& kernels = current_kernels()) {
  return std::make_shared<DividedModel>(m, prepare(m), sizes, kernels);
}

}  // namespace treefix::testing
