// Compiled if nvcc is available, never run: inverse dynamics by every scan, on a GPU.
#include <treefix/exec/thrust.hpp>

#include "support/inverse_variants.hpp"

template std::vector<double> treefix::testing::inverse_by_scan(const Thrust&, const InverseVariant&,
                                                               const Mechanism<double>&, const ScanState<double>&);
