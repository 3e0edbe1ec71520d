// Shared by the tests of treefix/large_tree: divisions of small trees as if they were large.
#pragma once

#include <gtest/gtest.h>

#include <treefix/base/text.hpp>
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

/// The current kernels, except that they have this number of lanes: for laws of the layout, which call none of them.
template <int lanes>
const TreeKernels& layout_in_lanes() {
  static const TreeKernels kernels = [] {
    TreeKernels others = current_kernels();
    others.inverse.lanes = lanes;
    return others;
  }();
  return kernels;
}

/// Small trees that together have everything that divisions distinguish: chains, bushes and stars, every joint inside
/// and at the root, armature, nearly parallel axes, a numbering with heavy children first and others.
inline std::vector<Model> trees_to_divide() {
  std::vector<Model> all = many_models(20);
  for (const Index n : {Index(30), Index(100)})
    for (const double branching : {1.0, 1.05, 1.3, 2.0, 0.0})
      for (const char* joints : {"R", "RRRRRRRRRRRRPHSLF"})
        all.push_back(zoo::random_tree({.n = n,
                                        .seed = static_cast<std::uint64_t>(n),
                                        .joints = joints,
                                        .root = branching > 1 ? "F" : "",
                                        .branching = branching,
                                        .armature = branching == 2 || branching == 1 ? 0.3 : 0}));
  for (const double branching : {1.0, 1.1}) all.push_back(zoo::auto_tree(120, branching, 1e-9));
  all.push_back(zoo::star(40));
  return all;
}

/// Calls law(mechanism, divided model) for divisions of those trees with a few short pieces and with everything in
/// forests.
template <int lanes, class Law>
void for_all_divided(Law law) {
  for (const Model& model : trees_to_divide())
    for (const Division::Sizes& sizes : {small_sizes, Division::Sizes{}}) {
      SCOPED_TRACE(concat(describe(model), ", ", lanes, " lanes, forests of ", sizes.forest));
      const Mechanism<double>& m = model.mechanism();
      law(m, *divided_model(m, sizes, layout_in_lanes<lanes>()));
      if (::testing::Test::HasFatalFailure()) return;
    }
}

/// The prepared model that a divided model is laid out from: that of the mechanism with heavy children first, with its
/// coordinates unchanged.
inline Prepared<double> prepared_heavy_first(const Mechanism<double>& m) {
  return prepare(renumbered(m, heavy_first_order(m.tree)));
}

}  // namespace treefix::testing
