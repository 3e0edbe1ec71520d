// The diagonal of the mass matrix.
#pragma once

#include <treefix/large_tree/mass/data.hpp>

namespace treefix::large_tree {

/// Stores H_cc of a coordinate of the trunk, if the call asks for the diagonal: the inertia about its axis and its
/// armature.
inline void put_trunk_diagonal(const MassTask& task, Index c, double around) {
  if (!task.call.diagonal) return;
  const MassPlan& plan = task.plan;
  task.call.diagonal[at(plan.trunk, c).row] = around + (task.model.has_armatures ? at(plan.armatures, c) : 0);
}

}  // namespace treefix::large_tree
