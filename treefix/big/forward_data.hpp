// What is handed to the kernels of forward dynamics of an instruction set: plain data, no types of lanes.
#pragma once

#include <cstddef>

#include <treefix/big/whole.hpp>
#include <treefix/kernels/group.hpp>

namespace treefix {

template <class T>
struct Articulated;
template <class T>
struct Element;
template <class T>
struct Spin;

/// One call.
struct BigForwardState {
  struct Lists {
    const double *q = nullptr, *v = nullptr, *tau = nullptr;
    double* a = nullptr;
  };
  Lists given{};  // as the caller numbers coordinates, which is how forests do
  Lists trunk{};  // in the order of bodies; of forests nothing is there
  const Force<double>* outside = nullptr;  // (nbody) in prepared frames; null for none
  Vec3<double> rest{};  // acceleration of the root: gravity is one upwards
};

/// What a piece begins with at its last body, and what is long there.
struct Support {
  /// Taken from what comes to the last body afterwards. That body may have no inertia about its axis, nor the next ones, if
  /// what is beyond has.
  double inertia = 0, mass = 0;
  /// To compare turning with moving: the longest and the shortest way from body to body, of some at a time.
  double longest = 0, shortest = 0;

  ArticulatedInertia<double> all() const {
    return {Sym3<double>::diagonal(inertia, inertia, inertia), {}, Sym3<double>::diagonal(mass, mass, mass)};
  }
};

/// What parts of the tree tell each other. Accelerations are true ones, but for references, which are as if no joint
/// accelerated and the body before neither (of pieces: the last one).
struct ForwardValues {
  double* turns = nullptr;  // of bundles: cosines and sines, laid out as placements are
  double* G = nullptr;  // of bundles that do not forget, in the same way
  // of pieces: (bundles × lanes)
  Spin<double>* spins = nullptr;
  Vec3<double>* entries = nullptr;  // angular velocities of the bodies before
  Vec3<double>* exits = nullptr;  // and of the last ones
  const Support* supports = nullptr;
  Element<double>* elements = nullptr;
  Articulated<double>* beyond = nullptr;  // what comes to the last bodies
  Motion<double>* accelerations = nullptr;  // of the bodies before
  Motion<double>* reached = nullptr;  // of the last bodies, as q̈ makes them
  Motion<double>* changes = nullptr;  // of accelerations, after a sweep
  bool* forgets = nullptr;  // (bundles) whether A of its elements is zero
  // of bodies from which forests hang: (attached)
  Vec3<double>* attached_w = nullptr;
  Articulated<double>* hanging = nullptr;  // what all forests hand to them
  Motion<double>* attached_reference = nullptr;
  Motion<double>* attached_acceleration = nullptr;
  // of forests
  Articulated<double>* outside = nullptr;  // (outside) what each hands to those that it hangs from
  const std::uint8_t* bears = nullptr;  // (groups) whether others hang from some of its bodies
  double* forest_turns = nullptr;  // (groups × lanes) two numbers
  double* forest_G = nullptr;  // (groups × lanes) six numbers
  double* d = nullptr;  // (groups × lanes)
};

/// One part of one call.
struct ForwardTask {
  const BigModel& model;
  const WholeBodies& whole;
  const BigForwardState& state;
  const ForwardValues& values;
  std::byte* scratch;  // of one thread
};

/// The kernels of one instruction set. Bundles and forests may be computed in any order and at the same time, each with
/// scratch of its own; the order of stages is in BigForward.
struct ForwardKernels {
  std::size_t (*scratch_bytes)(const BigModel& model);  // for bundles and forests
  std::size_t (*trunk_bytes)(const BigModel& model);  // for bodies one by one
  void (*spin)(const ForwardTask& task, Index bundle);  // q, v -> turns, spins
  void (*visit)(const ForwardTask& task, Index bundle);  // entries -> angular velocities of attached bodies
  void (*forest_in)(const ForwardTask& task, Index forest);  // those -> G, d, outside
  void (*element)(const ForwardTask& task, Index bundle);  // exits, hanging -> elements
  void (*sweep)(const ForwardTask& task, Index bundle);  // beyond, accelerations -> a, reached, and of attached bodies
  void (*respond)(const ForwardTask& task, Index bundle);  // changes, of one that does not forget -> what they change
  void (*forest_out)(const ForwardTask& task, Index forest);  // those -> a
  /// The one body of a unit: how it moves as if its joint did not accelerate, given how the one that it hangs from does;
  /// what it hands on, given what comes to it; how it accelerates, given how the one that it hangs from does.
  Moving<double> (*body_out)(const ForwardTask& task, Index unit, const Moving<double>& above);
  Articulated<double> (*body_in)(const ForwardTask& task, Index unit, const Articulated<double>& below);
  Motion<double> (*body_accelerate)(const ForwardTask& task, Index unit, const Motion<double>& above);
};

}  // namespace treefix
