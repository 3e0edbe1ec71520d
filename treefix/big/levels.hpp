// The kernels for large trees of each instruction set, as batch/levels.hpp has those for batches.
#pragma once

#include <string_view>

#include <treefix/big/data.hpp>
#include <treefix/big/forward_data.hpp>
#include <treefix/big/mass_data.hpp>

namespace treefix {

struct BigLevel {
  std::string_view name;
  BigKernels kernels;
  MassKernels mass;
  ForwardKernels forward;
};

extern const BigLevel big_level_portable, big_level_v2, big_level_v3, big_level_v4;  // those that were compiled

/// In the order of all_levels(), with the same names.
View<const BigLevel* const> all_big_levels();

}  // namespace treefix
