// The mass matrix of one large tree in the types of one instruction level. Compiled once for each (levels/).
#pragma once

#include <treefix/large_tree/mass/bundle_engine.hpp>
#include <treefix/large_tree/mass/forest_engine.hpp>
#include <treefix/large_tree/mass/trunk_engine.hpp>

namespace treefix::large_tree {

/// T is the type of a SIMD register, One that of a single lane at the same instruction level.
template <class T, class One>
struct MassEngine {
  using Bundles = MassBundles<T>;
  using Forests = MassForests<T>;
  using Trunk = MassTrunk<T, One>;

  static std::size_t scratch_bytes(const DividedModel& model, const MassPlan& plan) {
    return std::max(Bundles::scratch_bytes(model), Forests::scratch_bytes(model, plan));
  }

  static constexpr MassKernels kernels{scratch_bytes,   Trunk::scratch_bytes, Bundles::compose,
                                       Bundles::gather, Bundles::columns,     Forests::forest,
                                       Trunk::body_out, Trunk::body_in,       Trunk::rows};
};

}  // namespace treefix::large_tree
