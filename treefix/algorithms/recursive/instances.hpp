// The recursive algorithms in double, compiled once and by themselves: a compiler inlines less in a larger file, and
// inverse dynamics was a tenth slower for it.
#pragma once

#include <treefix/algorithms/recursive/aba.hpp>
#include <treefix/algorithms/recursive/crba.hpp>
#include <treefix/algorithms/recursive/kinematics.hpp>
#include <treefix/algorithms/recursive/residual.hpp>
#include <treefix/algorithms/recursive/rnea.hpp>

namespace treefix {

extern template void aba(const Mechanism<double>&, In<double>, In<double>, In<double>, const ExternalForces<double>&,
                         Workspace<double>&, Out<double>);
extern template void crba(const Mechanism<double>&, In<double>, Workspace<double>&, Out<double>);
extern template void kinematics(const Mechanism<double>&, In<double>, In<double>, In<double>, Workspace<double>&);
extern template void rnea(const Mechanism<double>&, In<double>, In<double>, In<double>, const ExternalForces<double>&,
                          Workspace<double>&, Out<double>);
extern template void torque_scale(const Mechanism<double>&, In<double>, const ExternalForces<double>&,
                                  Workspace<double>&, Out<double>);

}  // namespace treefix
