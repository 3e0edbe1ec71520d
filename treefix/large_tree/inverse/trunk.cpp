// Inverse dynamics of the trunk, from the root to its tips and back: motions and forces at the ends of pieces, and the
// single bodies between them.
#include <treefix/large_tree/inverse/bundle.hpp>
#include <treefix/large_tree/inverse/stages.hpp>

namespace treefix::large_tree {

/// relatives -> entries, motions
void InverseInPieces::trunk_out(const InverseTask& task) const {
  const Division& division = model_->division;
  for (Index u = 0; u < ssize(division.trunk_parts); ++u) {
    const Division::TrunkPart& part = at(division.trunk_parts, u);
    ClassicalMotion<double> motion = part.above < 0 ? task.call.root : values_.motions[part.above];
    if (part.is_chain()) {
      for (Index p = part.first_bundle * division.lanes; p < part.end_bundle * division.lanes; ++p) {
        values_.entries[p] = motion;
        motion = moved(values_.relatives[p], motion);
      }
    } else {
      motion = kernels_->body_out(task, u, motion);
      if (part.anchor >= 0) values_.anchor_motion[part.anchor] = motion;
    }
    values_.motions[u] = motion;
    values_.forces[u] = {};
  }
}

/// handed -> beyond, forces
void InverseInPieces::trunk_in(const InverseTask& task) const {
  const Division& division = model_->division;
  for (Index u = ssize(division.trunk_parts) - 1; u >= 0; --u) {
    const Division::TrunkPart& part = at(division.trunk_parts, u);
    Force<double> F = values_.forces[u];
    if (part.is_chain()) {
      for (Index p = part.end_bundle * division.lanes - 1; p >= part.first_bundle * division.lanes; --p) {
        values_.beyond[p] = F;
        F = values_.handed[p] + values_.relatives[p].X.back(F);
      }
    } else {
      if (part.anchor >= 0) F += values_.anchor_forces[part.anchor];
      F = kernels_->body_in(task, u, F);
    }
    if (part.above >= 0) values_.forces[part.above] += F;
  }
}

}  // namespace treefix::large_tree
