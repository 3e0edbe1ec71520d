// What is handed to the kernels of an instruction set: plain data, no types of lanes.
#pragma once

#include <cstddef>

#include <treefix/algorithms/scan/mass_by_scan.hpp>
#include <treefix/big/model.hpp>
#include <treefix/kernels/group.hpp>

namespace treefix {

template <class T>
struct Relative;

/// One call.
struct BigState {
  struct Lists {
    const double *q = nullptr, *v = nullptr, *a = nullptr;
    double* tau = nullptr;
  };
  Lists given{};  // as the caller numbers coordinates, which is how forests do
  Lists trunk{};  // in the order of bodies; of forests nothing is there
  const Force<double>* outside = nullptr;  // (nbody) in prepared frames; null for none
  Moving<double> rest{};  // of the root: gravity is an acceleration upwards
};

/// What parts of the tree tell each other.
struct BigValues {
  double* turns = nullptr;  // of bundles: sines and cosines, laid out as placements are
  Relative<double>* relatives = nullptr;  // (bundles × lanes) pieces
  Moving<double>* entries = nullptr;  // (bundles × lanes) how the bodies before pieces move
  Force<double>* handed = nullptr;  // (bundles × lanes) what pieces hand to those
  Force<double>* beyond = nullptr;  // (bundles × lanes) what comes to the last bodies of pieces
  Moving<double>* moving = nullptr;  // (units) how their last bodies move
  Force<double>* forces = nullptr;  // (units) what comes to their last bodies from units below
  Moving<double>* attached_moving = nullptr;  // (attached)
  Force<double>* attached_forces = nullptr;  // (attached) what all forests hand to them
  Force<double>* outside_forces = nullptr;  // (outside) what each hands to those that it hangs from
};

/// One part of one call.
struct BigTask {
  const BigModel& model;
  const BigState& state;
  const BigValues& values;
  std::byte* scratch;  // of one thread
};

/// The kernels of one instruction set. Bundles and forests may be computed in any order and at the same time, each with
/// scratch of its own; the order of stages is in BigInverse.
struct BigKernels {
  int lanes;
  std::size_t (*scratch_bytes)(const BigModel& model);  // for bundles and forests
  std::size_t (*trunk_bytes)(const BigModel& model);  // for bodies one by one
  void (*compose)(const BigTask& task, Index bundle);  // q, v, a -> turns, relatives
  void (*visit)(const BigTask& task, Index bundle);  // entries -> how attached bodies move
  void (*sweep)(const BigTask& task, Index bundle);  // entries, forces of forests and from outside -> tau, handed
  void (*add)(const BigTask& task, Index bundle);  // beyond -> what it adds to tau
  void (*forest)(const BigTask& task, Index forest);  // how attached bodies move -> tau, forces on them
  /// The one body of a unit: how it moves, given how the one that it hangs from does; and the force that it hands on, given
  /// the one that comes to it.
  Moving<double> (*body_out)(const BigTask& task, Index unit, const Moving<double>& above);
  Force<double> (*body_in)(const BigTask& task, Index unit, const Force<double>& below);
  RowKernels rows;  // of mass matrices
};

}  // namespace treefix
