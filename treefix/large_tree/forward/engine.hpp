// Forward dynamics of one large tree in the types of one instruction level. Compiled once for each (levels/).
#pragma once

#include <treefix/large_tree/forward/bundle_engine.hpp>
#include <treefix/large_tree/forward/forest_engine.hpp>
#include <treefix/large_tree/forward/trunk_engine.hpp>

namespace treefix::large_tree {

/// T is the type of a SIMD register, One that of a single lane at the same instruction level.
template <class T, class One>
struct ForwardEngine {
  using Bundles = ForwardBundles<T>;
  using Forests = ForwardForests<T>;
  using Trunk = ForwardTrunk<One>;

  static std::size_t scratch_bytes(const DividedModel& model) {
    return std::max(Bundles::scratch_bytes(model), Forests::scratch_bytes(model));
  }

  static constexpr ForwardKernels kernels{scratch_bytes,   Trunk::scratch_bytes, Bundles::spin,
                                          Bundles::visit,  Forests::forest_in,   Bundles::element,
                                          Bundles::sweep,  Bundles::respond,     Forests::forest_out,
                                          Trunk::body_out, Trunk::body_in,       Trunk::body_accelerate};
};

}  // namespace treefix::large_tree
