#include <treefix/algorithms/recursive/coupled.hpp>

#include <treefix/algorithms/recursive/instances.hpp>

namespace treefix {

template void coupled_mass_matrix(const Mechanism<double>&, const Coupling&, In<double>, Index, Workspace<double>&,
                                  CoupledWorkspace<double>&, Out<double>);
template void coupled_forward(const Mechanism<double>&, const Coupling&, In<double>, In<double>, In<double>,
                              const ExternalForces<double>&, Workspace<double>&, CoupledWorkspace<double>&,
                              Out<double>);
template double coupled_residual(const Mechanism<double>&, const Coupling&, In<double>, In<double>, In<double>,
                                 In<double>, const ExternalForces<double>&, Workspace<double>&,
                                 CoupledWorkspace<double>&, Out<double>, Out<double>);

}  // namespace treefix
