// The data that the kernels of inverse dynamics read and write, without lane types.
#pragma once

#include <cstddef>

#include <treefix/kernels/group.hpp>
#include <treefix/large_tree/division/divided_model.hpp>

namespace treefix::large_tree {

template <class T>
struct Relative;

/// The arguments of one call.
struct InverseCall {
  struct Lists {
    const double *q = nullptr, *v = nullptr, *a = nullptr;
    double* tau = nullptr;
  };
  Lists given{};  // in the caller's numbering; forests read and write these
  Lists trunk{};  // in the order of bodies; only coordinates of the trunk are valid
  const Force<double>* external = nullptr;  // (nbody) external forces in prepared frames; null for none
  ClassicalMotion<double> root{};  // gravity is an upward acceleration
};

/// The values that the parts of the tree pass to each other.
struct InverseValues {
  double* turns = nullptr;  // of bundles: cosines and sines, in the layout of placements
  // of pieces: (bundles × lanes)
  Relative<double>* relatives = nullptr;  // motion of the last body relative to the body before the first
  ClassicalMotion<double>* entries = nullptr;  // motion of the body before the first
  Force<double>* handed = nullptr;  // the force that the piece passes to that body
  Force<double>* beyond = nullptr;  // the force that comes to the last body from beyond the piece
  // of parts of the trunk: (trunk_parts)
  ClassicalMotion<double>* motions = nullptr;  // motion of the last body
  Force<double>* forces = nullptr;  // the force that comes to the last body from the parts below
  // of anchors and forests
  ClassicalMotion<double>* anchor_motion = nullptr;  // (anchors)
  Force<double>* anchor_forces = nullptr;  // (anchors) sum of the forces that all forests pass to them
  Force<double>* from_forests = nullptr;  // (forest_anchors) forces that each forest passes to its anchors
};

/// One part of one call.
struct InverseTask {
  const DividedModel& model;
  const InverseCall& call;
  const InverseValues& values;
  std::byte* scratch;  // of one thread
};

/// The kernels of one instruction level. Bundles and forests may be computed in any order and at the same time, each
/// with its own scratch. InverseInPieces determines the order of stages.
struct InverseKernels {
  int lanes;
  std::size_t (*scratch_bytes)(const DividedModel& model);  // for bundles and forests
  std::size_t (*trunk_bytes)(const DividedModel& model);  // for single bodies
  void (*compose)(const InverseTask& task, Index bundle);  // q, v, a -> turns, relatives
  void (*visit)(const InverseTask& task, Index bundle);  // entries -> anchor_motion
  void (*sweep)(const InverseTask& task, Index bundle);  // entries, anchor_forces, external forces -> tau, handed
  void (*add)(const InverseTask& task, Index bundle);  // beyond, tau -> tau
  void (*forest)(const InverseTask& task, Index forest);  // anchor_motion -> tau, from_forests
  /// For the body of a trunk part with a single body. body_out: its motion, given that of its parent. body_in: the
  /// force that it passes on, given the force that comes to it.
  ClassicalMotion<double> (*body_out)(const InverseTask& task, Index part, const ClassicalMotion<double>& above);
  Force<double> (*body_in)(const InverseTask& task, Index part, const Force<double>& below);
};

}  // namespace treefix::large_tree
