#include <treefix/reference/mimic.hpp>

#include <treefix/reference/instances.hpp>

namespace treefix::reference {

template double mimic_residual(const Mechanism<double>&, const MimicCoupling&, In<double>, In<double>, In<double>,
                               In<double>, const ExternalForces<double>&, Workspace<double>&, MimicWorkspace<double>&,
                               Out<double>, Out<double>);

}  // namespace treefix::reference
