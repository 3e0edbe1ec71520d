// Inverse dynamics of one large tree in the types of one instruction level. Compiled once for each (levels/).
#pragma once

#include <treefix/large_tree/inverse/bundle_engine.hpp>
#include <treefix/large_tree/inverse/forest_engine.hpp>
#include <treefix/large_tree/inverse/trunk_engine.hpp>

namespace treefix::large_tree {

/// T is the type of a SIMD register, One that of a single lane at the same instruction level.
template <class T, class One>
struct InverseEngine {
  using Bundles = InverseBundles<T>;
  using Forests = InverseForests<T>;
  using Trunk = InverseTrunk<One>;

  static std::size_t scratch_bytes(const DividedModel& model) {
    return std::max(Bundles::scratch_bytes(model), Forests::scratch_bytes(model));
  }

  static constexpr InverseKernels kernels{T::size,         scratch_bytes,  Trunk::scratch_bytes, Bundles::compose,
                                          Bundles::visit,  Bundles::sweep, Bundles::add,         Forests::forest,
                                          Trunk::body_out, Trunk::body_in};
};

}  // namespace treefix::large_tree
