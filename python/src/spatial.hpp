// Placements and inertias, as users give them.
#pragma once

#include <optional>
#include <string>

#include <treefix/spatial/transform.hpp>

#include "arrays.hpp"

namespace treefix::python {

using Optional = std::optional<ArrayLike>;

/// The pose of a frame in its parent. The user gives its orientation, which is the transpose of E, in at most one of
/// three forms. `what` names the frame in messages.
Transform<double> read_placement(const std::string& what, ArrayLike position, const Optional& rotation,
                                 const Optional& quaternion, const Optional& rpy);

/// A symmetric 3×3 matrix, or the 3 numbers of a diagonal.
Sym3<double> read_inertia(ArrayLike argument, const std::string& name);

/// The 9 numbers of a symmetric matrix.
Array to_matrix(const Sym3<double>& a);

}  // namespace treefix::python
