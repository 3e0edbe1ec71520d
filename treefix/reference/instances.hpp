// The recursive algorithms in double, compiled once and in a file of their own, because compilers inline less in a
// larger file.
#pragma once

#include <treefix/reference/aba.hpp>
#include <treefix/reference/crba.hpp>
#include <treefix/reference/kinematics.hpp>
#include <treefix/reference/residual.hpp>
#include <treefix/reference/rnea.hpp>

namespace treefix::reference {

extern template void aba(const Mechanism<double>&, In<double>, In<double>, In<double>, const ExternalForces<double>&,
                         Workspace<double>&, Out<double>);
extern template void crba(const Mechanism<double>&, In<double>, Workspace<double>&, Out<double>);
extern template void kinematics(const Mechanism<double>&, In<double>, In<double>, In<double>, Workspace<double>&);
extern template void rnea(const Mechanism<double>&, In<double>, In<double>, In<double>, const ExternalForces<double>&,
                          Workspace<double>&, Out<double>);
extern template void torque_scale(const Mechanism<double>&, In<double>, const ExternalForces<double>&,
                                  Workspace<double>&, Out<double>);

}  // namespace treefix::reference
