// The inertias of bodies as forward dynamics needs them: not regrouped.
#pragma once

#include <treefix/large_tree/division/divided_model.hpp>

namespace treefix::large_tree {

/// The inertia of a body on a revolute joint in its prepared frame. Regrouped inertias contain the mass of all bodies
/// beyond: in a chain of a million bodies that is a million times what an articulated body feels of it, and the
/// recursion would subtract one from the other.
template <class T>
struct OwnInertia {
  T m, hx, hy, hz;
  T Sxx, Sxy, Syy, Sxz, Syz, Szz;  // second moments ∫ r rᵀ dm
};

/// What forward dynamics reads in addition to a DividedModel, in the same layout.
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
