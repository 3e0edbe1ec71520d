// What is handed to the kernels of an instruction set for mass matrices: plain data, no types of lanes.
#pragma once

#include <cstddef>

#include <treefix/big/mass_plan.hpp>
#include <treefix/spatial/transform.hpp>

namespace treefix {

template <class T>
struct Composite;

/// One call. Of values and diagonal one is wanted.
struct MassState {
  const double* given_q = nullptr;
  const double* q = nullptr;  // of the trunk, in the order of bodies
  const Index* begins = nullptr;  // (nv) where rows begin among values, by number in the mechanism
  double* values = nullptr;  // rows of H: the way from the root to each coordinate
  double* diagonal = nullptr;  // (nv) of H, by number in the mechanism
};

/// What parts of the tree tell each other. Composite inertias are those of the prepared model: regrouping moved masses from bodies to
/// those above, so they give the mechanism's H and nothing else of it.
struct MassValues {
  double* turns = nullptr;  // of bundles: sines and cosines, laid out as placements are
  // poses, as seen from homes
  Transform<double>* homes = nullptr;  // (homes) of the body that it is at, as seen from the home above
  Transform<double>* units = nullptr;  // (units) of their last bodies
  Transform<double>* attached = nullptr;  // (attached)
  Transform<double>* pieces =
      nullptr;  // (bundles × lanes) of their last bodies, as seen from the body before the first
  // in homes, of the trunk
  Motion<double>* S = nullptr;  // (trunk) motion of each coordinate
  Force<double>* F = nullptr;  // (trunk) force that its unit acceleration asks for
  // composite inertias
  Composite<double>* handed = nullptr;  // (bundles × lanes) what pieces hand to the bodies before
  Composite<double>* beyond = nullptr;  // (bundles × lanes) what comes to their last bodies
  Composite<double>* below = nullptr;  // (units) what comes to their last bodies from units below
  Composite<double>* hanging = nullptr;  // (attached) of all forests that hang from them
  Composite<double>* outside = nullptr;  // (outside) of each forest, to those that it hangs from
};

/// One part of one call.
struct MassTask {
  const BigModel& model;
  const MassPlan& plan;
  const MassState& state;
  const MassValues& values;
  std::byte* scratch;  // of one thread
};

/// The kernels of one instruction set, as BigKernels; the order of stages is in BigMass.
struct MassKernels {
  std::size_t (*scratch_bytes)(const BigModel& model, const MassPlan& plan);  // for bundles, forests and rows
  std::size_t (*trunk_bytes)(const BigModel& model);  // for bodies one by one
  void (*compose)(const MassTask& task, Index bundle);  // q -> turns, poses, S; handed, if no forest hangs from it
  void (*gather)(const MassTask& task, Index bundle);  // hanging -> handed
  void (*columns)(const MassTask& task, Index bundle);  // beyond -> F, or the diagonal
  void (*forest)(const MassTask& task, Index forest);  // q, poses and S of the trunk -> rows or diagonal, outside
  /// The one body of a unit: its pose, given that of the one that it hangs from, and S; and what it hands on, given what comes to
  /// it, and F, or the diagonal.
  Transform<double> (*body_out)(const MassTask& task, Index unit, const Transform<double>& above);
  Composite<double> (*body_in)(const MassTask& task, Index unit, const Composite<double>& below);
  void (*rows)(const MassTask& task, Index first, Index end);  // S, F -> rows of coordinates of the trunk
};

}  // namespace treefix
