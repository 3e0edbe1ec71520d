// All kernels of one instruction level. Each file of levels/ instantiates this once, with a tag type of its own.
#pragma once

#include <treefix/engine/group_sweeps.hpp>
#include <treefix/large_tree/forward/engine.hpp>
#include <treefix/large_tree/inverse/engine.hpp>
#include <treefix/large_tree/kernels.hpp>
#include <treefix/large_tree/mass/engine.hpp>
#include <treefix/simd/level.hpp>

namespace treefix::simd {

/// Tag is a type that no other file has, so that the linker cannot replace a function compiled here by one compiled
/// with other flags. A register holds `doubles` numbers of 8 bytes.
template <class Tag, int doubles>
struct LevelKernels {
  using Double = Lanes<double, doubles, Tag>;
  using Float = Lanes<float, 2 * doubles, Tag>;
  using One = Lanes<double, 1, Tag>;

  static constexpr engine::StateKernels states{engine::GroupSweeps<double, Double>::kernels,
                                               engine::GroupSweeps<float, Float>::kernels,
                                               engine::GroupSweeps<double, One>::kernels};
  static constexpr large_tree::TreeKernels trees{large_tree::InverseEngine<Double, One>::kernels,
                                                 large_tree::MassEngine<Double, One>::kernels,
                                                 large_tree::ForwardEngine<Double, One>::kernels,
                                                 {large_tree::LaneProducts<Double>::put, Double::finish_stores}};
};

}  // namespace treefix::simd
