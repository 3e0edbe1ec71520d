// One joint of an articulated body: how it gives way.
#pragma once

#include <treefix/primitives/small_factor.hpp>
#include <treefix/spatial/inertia.hpp>

namespace treefix {

/// A joint of k degrees of freedom that carries a load (I, p), with a rotor R on each and a torque:
///   U = I S,  D = SᵀU + R,  u = tau − Sᵀp,  G = U D⁻¹,  d = D⁻¹u                      [Featherstone 2008, §7.3]
/// Where its near side moves with a, the far side does with a + S q̈, and q̈ = d − Gᵀa.
/// (aba_joint has the same arithmetic without the structure, which is a tenth of the time there.)
template <class T, int k>
struct ArticulatedJoint {
  Motion<T> S[k];
  Force<T> U[k], G[k];
  T u[k], d[k];
  SmallFactor<T, k> D;

  /// column(j), rotor(j) and torque(j) of each degree of freedom.
  template <class Column, class Rotor, class Torque>
  constexpr ArticulatedJoint(Column column, Rotor rotor, Torque torque, const ArticulatedBody<T>& load) {
    T full[k][k];
    for (int j = 0; j < k; ++j) {
      S[j] = column(j);
      U[j] = G[j] = load.A * S[j];
      for (int l = 0; l <= j; ++l) full[j][l] = dot(U[l], S[j]);
      full[j][j] += rotor(j);
      u[j] = d[j] = torque(j) - dot(S[j], load.p);
    }
    D = SmallFactor<T, k>(full);
    D.solve(G);
    D.solve(d);
  }

  /// The load as it is felt across the joint, whose motion at q̈ = 0 has the acceleration c:
  ///   Ia = I − G Uᵀ,  pa = p + Ia c + G u
  constexpr ArticulatedBody<T> across(const ArticulatedBody<T>& load, const Motion<T>& c) const {
    ArticulatedInertia<T> Ia = load.A;
    for (int j = 0; j < k; ++j) Ia = Ia - symmetric_outer(G[j], U[j]);
    Force<T> pa = load.p + Ia * c;
    for (int j = 0; j < k; ++j) pa += u[j] * G[j];
    return {Ia, pa};
  }
};

}  // namespace treefix
