// One joint of an articulated body.
#pragma once

#include <treefix/primitives/small_factor.hpp>
#include <treefix/spatial/inertia.hpp>

namespace treefix {

/// A joint of k degrees of freedom, each with an armature R and a torque tau, that carries an articulated body (I, p):
///   U = I S,  D = SᵀU + R,  u = tau − Sᵀp,  G = U D⁻¹,  d = D⁻¹u                      [Featherstone 2008, §7.3]
/// If its near side accelerates with a, its far side accelerates with a + S q̈, where q̈ = d − Gᵀa.
/// (aba_joint repeats this arithmetic without the struct, which would cost a tenth of the time there.)
template <class T, int k>
struct ArticulatedJoint {
  Motion<T> S[k];
  Force<T> U[k], G[k];
  T u[k], d[k];
  SmallFactor<T, k> D;

  /// column(j), armature(j) and torque(j) give S, R and tau of degree of freedom j.
  template <class Column, class Armature, class Torque>
  constexpr ArticulatedJoint(Column column, Armature armature, Torque torque, const ArticulatedBody<T>& load) {
    T full[k][k];
    for (int j = 0; j < k; ++j) {
      S[j] = column(j);
      U[j] = G[j] = load.A * S[j];
      for (int l = 0; l <= j; ++l) full[j][l] = dot(U[l], S[j]);
      full[j][j] += armature(j);
      u[j] = d[j] = torque(j) - dot(S[j], load.p);
    }
    D = SmallFactor<T, k>(full);
    D.solve(G);
    D.solve(d);
  }

  /// The articulated body as seen across the joint; c is the acceleration across the joint at q̈ = 0:
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
