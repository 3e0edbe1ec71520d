// The recursive algorithms that Dynamics uses, in double, compiled once.
#pragma once

#include <treefix/reference/kinematics.hpp>
#include <treefix/reference/residual.hpp>
#include <treefix/reference/rnea.hpp>

namespace treefix::reference {

extern template void kinematics(const Mechanism<double>&, In<double>, In<double>, In<double>, Workspace<double>&);
extern template void rnea(const Mechanism<double>&, In<double>, In<double>, In<double>, const ExternalForces<double>&,
                          Workspace<double>&, Out<double>);
extern template void torque_scale(const Mechanism<double>&, In<double>, const ExternalForces<double>&,
                                  Workspace<double>&, Out<double>);

}  // namespace treefix::reference
