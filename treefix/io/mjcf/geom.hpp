// Mass and inertia of geoms.
#pragma once

#include <optional>

#include <treefix/io/inertial.hpp>
#include <treefix/io/mjcf/meshes.hpp>

namespace treefix::io::mjcf {

/// Returns whether the shape of a geom is valid. Reports problems.
bool check_geom(const Element& element, const GeomAttributes& geom, Assets& assets, Report& report);

/// Mass and inertia of a valid geom, in the frame that contains it; nullopt if it has no mass. Reports a mesh or
/// height field that cannot be used, and returns nullopt.
std::optional<Inertial> inertial_of(const Element& element, const GeomAttributes& geom, Assets& assets, Report& report);

}  // namespace treefix::io::mjcf
