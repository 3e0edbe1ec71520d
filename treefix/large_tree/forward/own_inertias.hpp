// The inertias of bodies without regrouping, for forward dynamics.
#pragma once

#include <treefix/large_tree/division/divided_model.hpp>

namespace treefix::large_tree {

/// The inertia of a body on a revolute joint in its prepared frame. A regrouped inertia contains the masses of all
/// bodies beyond, but distant masses contribute little to an articulated inertia. So in a chain of a million bodies the
/// recursion would subtract nearly equal numbers.
template <class T>
struct OwnInertia {
  T m, hx, hy, hz;
  T Sxx, Sxy, Syy, Sxz, Syz, Szz;  // second moments ∫ r rᵀ dm
};

/// The data that forward dynamics reads in addition to a DividedModel, in the same layout.
/// Immutable once made; threads may share it. Memory O(n).
struct OwnInertias {
  /// m is the mechanism that the model was made from. The object keeps a reference to neither.
  OwnInertias(const DividedModel& model, const Mechanism<double>& m);

  ZeroMemory steps;  // of bundles: OwnInertia in lanes
  ZeroMemory groups;  // of forests; zero in empty lanes
  std::vector<OwnInertia<double>> trunk_parts;  // bodies of the trunk that are computed one by one
  Prepared<double> prepared;  // of bodies on joints other than revolute ones; empty if there are none
};

}  // namespace treefix::large_tree
