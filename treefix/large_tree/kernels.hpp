// All kernels of one instruction level for large trees.
#pragma once

#include <treefix/large_tree/forward/data.hpp>
#include <treefix/large_tree/inverse/data.hpp>
#include <treefix/large_tree/mass/data.hpp>
#include <treefix/papers/mass/mass_by_scan.hpp>

namespace treefix::large_tree {

struct TreeKernels {
  InverseKernels inverse;
  MassKernels mass;
  ForwardKernels forward;
  papers::RowKernels rows;  // of dense mass matrices, which papers/mass computes
};

}  // namespace treefix::large_tree
