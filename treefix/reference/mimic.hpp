// Mechanisms with mimic joints: coordinates of the model are expanded to those of the mechanism, the recursive
// algorithms run on the mechanism, and their results are reduced to the model.
#pragma once

#include <treefix/model/mimic.hpp>
#include <treefix/reference/residual.hpp>
#include <treefix/reference/rnea.hpp>

namespace treefix::reference {

/// Threads: one object belongs to one thread. Memory: O(n), or none without mimic joints.
/// Sizes: full is the number of coordinates of the mechanism.
template <class T>
struct MimicWorkspace {
  MimicWorkspace(const Mechanism<T>& m, const MimicCoupling& mimic)
      : MimicWorkspace(mimic.empty() ? 0 : m.nq, mimic.empty() ? 0 : m.nv) {}

  // written by expansion
  Scratch<T> q, v, a;  // (full)
  // written by the recursive algorithms
  Scratch<T> tau;  // (full)
  Scratch<T> scale;  // (full) sum of the forces that cancel in tau

 private:
  MimicWorkspace(Index nq, Index full) : q(nq), v(full), a(full), tau(full), scale(full) {}
};

/// As scaled_residual, for the reduced equations.
template <class T>
T mimic_residual(const Mechanism<T>& m, const MimicCoupling& mimic, In<T> q, In<T> v, In<T> a, In<T> tau,
                 const ExternalForces<T>& external, Workspace<T>& w, MimicWorkspace<T>& c, Out<T> residual,
                 Out<T> scale) {
  expand_configuration<T>(mimic, q, c.q.view());
  expand_velocity<T>(mimic, v, c.v.view());
  expand_velocity<T>(mimic, a, c.a.view());
  rnea(m, c.q.view(), c.v.view(), c.a.view(), external, w, c.tau.view());
  torque_scale(m, c.a.view(), external, w, c.scale.view());
  reduce_torques<T>(mimic, c.tau.view(), residual);
  reduce_scales<T>(mimic, c.scale.view(), scale);
  return largest_scaled<T>(residual, tau, scale);
}

extern template double mimic_residual(const Mechanism<double>&, const MimicCoupling&, In<double>, In<double>,
                                      In<double>, In<double>, const ExternalForces<double>&, Workspace<double>&,
                                      MimicWorkspace<double>&, Out<double>, Out<double>);

}  // namespace treefix::reference
