// Large trees in small: what tests of treefix/big share.
#pragma once

#include <treefix/batch/levels.hpp>
#include <treefix/big/levels.hpp>

#include "support/robot.hpp"

namespace treefix::testing {

/// Sizes at which small trees have all parts that large ones have.
inline constexpr BigPlan::Sizes small_sizes{.forest = 12, .piece = 9, .shortest_piece = 4, .least_bundles = 3};

/// Those that this machine can run.
inline std::vector<const BigLevel*> big_levels() {
  std::vector<const BigLevel*> all;
  for (const Level* level : all_levels())
    for (const BigLevel* big : all_big_levels())
      if (big->name == level->name && level->is_supported()) all.push_back(big);
  return all;
}

inline std::shared_ptr<const BigModel> big_model(const Mechanism<double>& m, const BigPlan::Sizes& sizes = {},
                                                 const BigLevel& level = current_big_level()) {
  return std::make_shared<BigModel>(m, prepare(m), sizes, level);
}

}  // namespace treefix::testing
