#include <treefix/reference/instances.hpp>

namespace treefix::reference {

template void kinematics(const Mechanism<double>&, In<double>, In<double>, In<double>, Workspace<double>&);
template void rnea(const Mechanism<double>&, In<double>, In<double>, In<double>, const ExternalForces<double>&,
                   Workspace<double>&, Out<double>);
template void torque_scale(const Mechanism<double>&, In<double>, const ExternalForces<double>&, Workspace<double>&,
                           Out<double>);

}  // namespace treefix::reference
