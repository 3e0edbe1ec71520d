#include <treefix/reference/mimic.hpp>

#include <treefix/reference/instances.hpp>

namespace treefix::reference {

template void coupled_mass_matrix(const Mechanism<double>&, const MimicCoupling&, In<double>, Index, Workspace<double>&,
                                  MimicWorkspace<double>&, Out<double>);
template void mimic_forward(const Mechanism<double>&, const MimicCoupling&, In<double>, In<double>, In<double>,
                            const ExternalForces<double>&, Workspace<double>&, MimicWorkspace<double>&, Out<double>);
template double mimic_residual(const Mechanism<double>&, const MimicCoupling&, In<double>, In<double>, In<double>,
                               In<double>, const ExternalForces<double>&, Workspace<double>&, MimicWorkspace<double>&,
                               Out<double>, Out<double>);

}  // namespace treefix::reference
