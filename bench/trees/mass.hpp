// The mass matrix of one large tree.
#pragma once

#include <string>

#include "bench/results.hpp"

namespace tfbench {

/// Composite inertias, H dense and in compressed rows, H x and H⁻¹ x, each compared with memset of the bytes of its
/// result. Prints a table, adds to the results, and returns a line for each missed target.
std::string report_mass(Results& results);

}  // namespace tfbench
