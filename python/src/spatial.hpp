// Placements and inertias, as users give them.
#pragma once

#include <array>
#include <optional>
#include <string>

#include <treefix/spatial/transform.hpp>

#include "arrays.hpp"

namespace treefix::python {

using Optional = std::optional<ArrayLike>;

/// E of a frame in its parent. The user gives its transpose, in at most one of three forms; without any it is 1. `what`
/// names the frame in messages.
Mat3<double> read_rotation(const std::string& what, const Optional& rotation, const Optional& quaternion,
                           const Optional& rpy);
/// The pose of a frame in its parent.
Transform<double> read_placement(const std::string& what, ArrayLike position, const Optional& rotation,
                                 const Optional& quaternion, const Optional& rpy);

/// A symmetric 3×3 matrix, or the 3 numbers of a diagonal.
Sym3<double> read_inertia(ArrayLike argument, const std::string& name);

/// [R p; 0 1], row by row. The columns of R are the axes of the frame, which are the rows of E.
std::array<double, 16> pose_matrix(const Transform<double>& X);

/// The 9 numbers of a symmetric matrix.
Array to_matrix(const Sym3<double>& a);

}  // namespace treefix::python
