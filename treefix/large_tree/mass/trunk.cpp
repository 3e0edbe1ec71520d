// The mass matrix of the trunk, from the root to its tips and back: poses and composite inertias of pieces, and the
// single bodies between them.
#include <treefix/large_tree/mass/stages.hpp>

namespace treefix::large_tree {

/// poses of pieces -> poses and S of the single bodies
void MassInPieces::trunk_out(const MassTask& task) const {
  const Division& division = model_->division;
  for (Index u = 0; u < ssize(division.trunk_parts); ++u) {
    const Division::TrunkPart& part = at(division.trunk_parts, u);
    const ShortIndex moment_frame = at(plan_.part_frame, u);
    Transform<double> above = part.above < 0 ? Transform<double>{} : values_.part_poses[part.above];
    const bool continues =
        part.above >= 0 && moment_frame == at(plan_.trunk, at(plan_.trunk, at(plan_.part_first, u)).above).moment_frame;
    if (!continues) {
      values_.moment_frames[moment_frame] = above;
      above = {};
    }
    if (part.is_chain()) {
      const Division::Bundle& last = at(division.bundles, part.end_bundle - 1);
      const Index end =
          at(plan_.bundle_frame, part.end_bundle - 1) + division.lanes * plan_.moment_frames_of_piece(last.steps);
      values_.part_poses[u] = values_.moment_frames[end];
    } else {
      values_.part_poses[u] = kernels_->body_out(task, u, above);
      if (part.anchor >= 0) values_.anchor_poses[part.anchor] = values_.part_poses[u];
    }
    values_.below[u] = {};
  }
}

/// handed -> beyond; F of the single bodies
void MassInPieces::trunk_in(const MassTask& task) const {
  const Division& division = model_->division;
  for (Index u = ssize(division.trunk_parts) - 1; u >= 0; --u) {
    const Division::TrunkPart& part = at(division.trunk_parts, u);
    Composite<double> b = values_.below[u];
    if (part.is_chain()) {
      for (Index p = part.end_bundle * division.lanes - 1; p >= part.first_bundle * division.lanes; --p) {
        values_.beyond[p] = b;
        b = values_.handed[p] + moved_back(values_.piece_poses[p], b);
      }
    } else {
      if (part.anchor >= 0) b = b + values_.hanging[part.anchor];
      b = kernels_->body_in(task, u, b);
    }
    if (part.above >= 0) values_.below[part.above] = values_.below[part.above] + b;
  }
}

}  // namespace treefix::large_tree
