// Bodies of a large tree with inertias of their own, for forward dynamics.
#pragma once

#include <treefix/big/model.hpp>

namespace treefix {

/// The inertia of a body on a revolute joint in its prepared frame. Regrouped inertias have the mass of all that is beyond
/// in them: in a chain of a million bodies that is a million times what an articulated body feels of it, and the recursion
/// would subtract one from the other.
template <class T>
struct WholeBody {
  T m, hx, hy, hz;
  T Sxx, Sxy, Syy, Sxz, Syz, Szz;  // second moments ∫ r rᵀ dm
};

/// What forward dynamics reads beside a BigModel, laid out as that is.
/// Immutable once made: may be shared by threads. Memory O(n).
struct WholeBodies {
  /// m is the mechanism that the model was made of. Neither is kept.
  WholeBodies(const BigModel& model, const Mechanism<double>& m);

  ZeroMemory steps;  // of bundles: WholeBody in lanes
  ZeroMemory groups;  // of forests; lanes without a body have none
  std::vector<WholeBody<double>> units;  // the trunk's bodies that are computed one by one
  Prepared<double> prepared;  // if the trunk has other joints than revolute ones: what is read of those
};

}  // namespace treefix
