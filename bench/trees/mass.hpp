// The mass matrix of one large tree.
#pragma once

#include <string>

#include "bench/results.hpp"

namespace tfbench {

/// Composite inertias, H dense and in compressed rows, H x and H⁻¹ x, each beside memset of the bytes of its result. Prints a table,
/// adds to the results, and says which targets were missed, a line each.
std::string report_mass(Results& results);

}  // namespace tfbench
