// The data that the kernels of forward dynamics read and write, without lane types.
#pragma once

#include <cstddef>

#include <treefix/kernels/group.hpp>
#include <treefix/large_tree/forward/own_inertias.hpp>

namespace treefix::large_tree {

template <class T>
struct PieceElement;
template <class T>
struct Spin;

/// The arguments of one call.
struct ForwardCall {
  struct Lists {
    const double *q = nullptr, *v = nullptr, *tau = nullptr;
    double* a = nullptr;
  };
  Lists given{};  // in the caller's numbering; forests read and write these
  Lists trunk{};  // in the order of bodies; only coordinates of the trunk are valid
  const Force<double>* external = nullptr;  // (nbody) external forces in prepared frames; null for none
  Vec3<double> root{};  // acceleration of the root: gravity is an upward acceleration
};

/// Inertia added at the last body of a piece, and lengths near it.
struct Support {
  /// Added to the last body before the inward sweep, and later subtracted from the inertia that comes to it from
  /// beyond. Without it D could be zero, because the last bodies may have no inertia about their own axes.
  double inertia = 0, mass = 0;
  /// The maximum and the minimum, over groups of consecutive bodies, of the largest distance between neighbours in a
  /// group. With these lengths rotations are compared with translations.
  double longest = 0, shortest = 0;

  ArticulatedInertia<double> all() const {
    return {Sym3<double>::diagonal(inertia, inertia, inertia), {}, Sym3<double>::diagonal(mass, mass, mass)};
  }
};

/// The values that the parts of the tree pass to each other. Accelerations are true ones, except references. A
/// reference is the acceleration that a body would have if neither its joint nor its parent accelerated; in a piece, if
/// neither the joints nor the last body accelerated.
struct ForwardValues {
  double* turns = nullptr;  // of bundles: cosines and sines, in the layout of placements
  double* G = nullptr;  // of bundles that do not forget, in the same layout
  // of pieces: (bundles × lanes)
  Spin<double>* spins = nullptr;  // rotation of the last body relative to the body before the first
  Vec3<double>* entries = nullptr;  // angular velocity of the body before the first
  Vec3<double>* exits = nullptr;  // angular velocity of the last body
  const Support* supports = nullptr;
  PieceElement<double>* elements = nullptr;
  ArticulatedBody<double>* beyond = nullptr;  // sum of those that come to the last body from beyond the piece
  Motion<double>* accelerations = nullptr;  // of the body before the first
  Motion<double>* reached = nullptr;  // acceleration of the last body that results from q̈
  Motion<double>* changes = nullptr;  // of accelerations, after a sweep
  bool* forgets = nullptr;  // (bundles) whether A of its elements is zero
  // of anchors: (anchors)
  Vec3<double>* anchor_w = nullptr;  // angular velocity
  ArticulatedBody<double>* hanging = nullptr;  // sum of those that all forests pass to them
  Motion<double>* anchor_reference = nullptr;
  Motion<double>* anchor_acceleration = nullptr;
  // of forests
  ArticulatedBody<double>* from_forests = nullptr;  // (forest_anchors) those that each forest passes to its anchors
  const std::uint8_t* has_children = nullptr;  // (groups) whether a body of the group has children in the forest
  double* forest_turns = nullptr;  // (groups × lanes) two numbers
  double* forest_G = nullptr;  // (groups × lanes) six numbers
  double* d = nullptr;  // (groups × lanes)
};

/// One part of one call.
struct ForwardTask {
  const DividedModel& model;
  const OwnInertias& own;
  const ForwardCall& call;
  const ForwardValues& values;
  std::byte* scratch;  // of one thread
};

/// The kernels of one instruction level. Bundles and forests may be computed in any order and at the same time, each
/// with its own scratch. ForwardInPieces determines the order of stages.
struct ForwardKernels {
  std::size_t (*scratch_bytes)(const DividedModel& model);  // for bundles and forests
  std::size_t (*trunk_bytes)(const DividedModel& model);  // for single bodies
  void (*spin)(const ForwardTask& task, Index bundle);  // q, v -> turns, spins
  void (*visit)(const ForwardTask& task, Index bundle);  // entries -> anchor_w
  void (*forest_in)(const ForwardTask& task, Index forest);  // anchor_w -> G, d, from_forests
  void (*element)(const ForwardTask& task, Index bundle);  // exits, hanging -> elements
  void (*sweep)(const ForwardTask& task, Index bundle);  // beyond, accelerations -> a, reached, anchor_*
  void (*respond)(const ForwardTask& task, Index bundle);  // changes -> a, if it does not forget
  void (*forest_out)(const ForwardTask& task, Index forest);  // anchor_acceleration -> a
  /// For the body of a trunk part with a single body. body_out: its motion if its joint does not accelerate, given the
  /// motion of its parent. body_in: the articulated body that it passes on, given the sum of those that come to it.
  /// body_accelerate: its acceleration, given that of its parent.
  ClassicalMotion<double> (*body_out)(const ForwardTask& task, Index part, const ClassicalMotion<double>& above);
  ArticulatedBody<double> (*body_in)(const ForwardTask& task, Index part, const ArticulatedBody<double>& below);
  Motion<double> (*body_accelerate)(const ForwardTask& task, Index part, const Motion<double>& above);
};

}  // namespace treefix::large_tree
