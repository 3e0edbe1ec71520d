// Mechanisms with mimic joints: the recursive algorithms run in the coordinates of the mechanism, to which the
// coordinates of the model are expanded, and results are reduced. Forward dynamics solves the reduced equations by
// Cholesky factorisation.
#pragma once

#include <treefix/model/mimic.hpp>
#include <treefix/primitives/cholesky.hpp>
#include <treefix/reference/crba.hpp>
#include <treefix/reference/residual.hpp>
#include <treefix/reference/rnea.hpp>

namespace treefix::reference {

/// Threads: one object belongs to one thread. Memory: O(n²), or none without mimic joints.
/// Sizes: full is the number of coordinates of the mechanism, nv that of the model.
template <class T>
struct MimicWorkspace {
  MimicWorkspace(const Mechanism<T>& m, const MimicCoupling& mimic, Index nv)
      : MimicWorkspace(mimic.empty() ? 0 : m.nq, mimic.empty() ? 0 : m.nv, mimic.empty() ? 0 : nv) {}

  // written by expansion
  Scratch<T> q, v, a;  // (full)
  // written by the recursive algorithms
  Scratch<T> tau;  // (full)
  Scratch<T> scale;  // (full) sum of the forces that cancel in tau
  Scratch<T> H;  // (full × full)
  // written by mimic_forward
  Scratch<T> factors;  // (nv × nv) of Gᵀ H G

 private:
  MimicWorkspace(Index nq, Index full, Index nv)
      : q(nq), v(full), a(full), tau(full), scale(full), H(full * full), factors(nv * nv) {}
};

/// H_r = Gᵀ H(q) G, row-major nv × nv.
template <class T>
void coupled_mass_matrix(const Mechanism<T>& m, const MimicCoupling& mimic, In<T> q, Index nv, Workspace<T>& w,
                         MimicWorkspace<T>& c, Out<T> H) {
  expand_configuration<T>(mimic, q, c.q.view());
  crba(m, c.q.view(), w, c.H.view());
  reduce_matrix<T>(mimic, c.H.view(), nv, H);
}

/// Solves  Gᵀ H G a = tau − Gᵀ C  for a.
template <class T>
void mimic_forward(const Mechanism<T>& m, const MimicCoupling& mimic, In<T> q, In<T> v, In<T> tau,
                   const ExternalForces<T>& external, Workspace<T>& w, MimicWorkspace<T>& c, Out<T> a) {
  const Index n = ssize(tau);
  coupled_mass_matrix<T>(m, mimic, q, n, w, c, c.factors.view());
  expand_velocity<T>(mimic, v, c.v.view());
  bias_torques(m, c.q.view(), c.v.view(), external, w, c.tau.view());
  reduce_torques<T>(mimic, c.tau.view(), a);
  for (Index k = 0; k < n; ++k) a[k] = tau[k] - a[k];
  factor_cholesky<T>(n, c.factors.view());
  solve_cholesky<T>(n, c.factors.view(), a);
}

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

extern template void coupled_mass_matrix(const Mechanism<double>&, const MimicCoupling&, In<double>, Index,
                                         Workspace<double>&, MimicWorkspace<double>&, Out<double>);
extern template void mimic_forward(const Mechanism<double>&, const MimicCoupling&, In<double>, In<double>, In<double>,
                                   const ExternalForces<double>&, Workspace<double>&, MimicWorkspace<double>&,
                                   Out<double>);
extern template double mimic_residual(const Mechanism<double>&, const MimicCoupling&, In<double>, In<double>,
                                      In<double>, In<double>, const ExternalForces<double>&, Workspace<double>&,
                                      MimicWorkspace<double>&, Out<double>, Out<double>);

}  // namespace treefix::reference
