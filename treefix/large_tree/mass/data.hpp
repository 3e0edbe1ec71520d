// The data that the kernels of mass matrices read and write, without lane types.
#pragma once

#include <cstddef>

#include <treefix/kernels/crba.hpp>
#include <treefix/large_tree/mass/plan.hpp>
#include <treefix/spatial/transform.hpp>

namespace treefix::large_tree {

/// The arguments of one call. Computes either values or the diagonal.
struct MassCall {
  const double* given_q = nullptr;  // in the caller's numbering; forests read these
  const double* q = nullptr;  // of the trunk, in the order of bodies
  const Index* begins = nullptr;  // (nv) where rows start in values, by number in the mechanism
  double* values = nullptr;  // rows of H: the path from the root to each coordinate
  double* diagonal = nullptr;  // (nv) of H, by number in the mechanism
};

/// The values that the parts of the tree pass to each other. Composite inertias are those of the prepared model:
/// regrouping moved masses from bodies to their parents, so they are valid for H and for nothing else.
struct MassValues {
  double* turns = nullptr;  // of bundles: cosines and sines, in the layout of placements
  // poses relative to moment frames
  Transform<double>* moment_frames = nullptr;  // (moment_frames) of its body, relative to the moment frame above
  Transform<double>* part_poses = nullptr;  // (trunk_parts) of their last bodies
  Transform<double>* anchor_poses = nullptr;  // (anchors)
  // poses relative to the body before the first
  Transform<double>* piece_poses = nullptr;  // (bundles × lanes) of the last bodies of pieces
  // in moment frames, of the trunk
  Motion<double>* S = nullptr;  // (trunk) motion of each coordinate
  Force<double>* F = nullptr;  // (trunk) force that its unit acceleration needs
  // composite inertias
  Composite<double>* handed = nullptr;  // (bundles × lanes) those that pieces pass to the bodies before
  Composite<double>* beyond = nullptr;  // (bundles × lanes) those that come to their last bodies
  Composite<double>* below = nullptr;  // (trunk_parts) those that come to their last bodies from the parts below
  Composite<double>* hanging = nullptr;  // (anchors) of all forests that hang from them
  Composite<double>* from_forests = nullptr;  // (forest_anchors) those that each forest passes to its anchors
};

/// One part of one call.
struct MassTask {
  const DividedModel& model;
  const MassPlan& plan;
  const MassCall& call;
  const MassValues& values;
  std::byte* scratch;  // of one thread
};

/// The kernels of one instruction level, like InverseKernels. MassInPieces determines the order of stages.
struct MassKernels {
  std::size_t (*scratch_bytes)(const DividedModel& model, const MassPlan& plan);  // for bundles, forests and rows
  std::size_t (*trunk_bytes)(const DividedModel& model);  // for single bodies
  void (*compose)(const MassTask& task, Index bundle);  // q -> turns, poses, S; handed, if no forest hangs from it
  void (*gather)(const MassTask& task, Index bundle);  // hanging -> handed
  void (*columns)(const MassTask& task, Index bundle);  // beyond -> F, or the diagonal
  void (*forest)(const MassTask& task, Index forest);  // q, poses and S of the trunk -> rows or diagonal, from_forests
  /// For the body of a trunk part with a single body. body_out: its pose, given that of its parent; also writes S.
  /// body_in: the composite inertia that it passes on, given the sum of those that come to it; also writes F or the
  /// diagonal.
  Transform<double> (*body_out)(const MassTask& task, Index part, const Transform<double>& above);
  Composite<double> (*body_in)(const MassTask& task, Index part, const Composite<double>& below);
  void (*rows)(const MassTask& task, Index first, Index end);  // S, F -> rows of coordinates of the trunk
};

}  // namespace treefix::large_tree
