// What a geom weighs.
#pragma once

#include <optional>

#include <treefix/io/inertial.hpp>
#include <treefix/io/mjcf/meshes.hpp>

namespace treefix::io::mjcf {

/// Checks the shape of a geom and reports what is wrong with it.
bool check_geom(const Element& element, const GeomAttributes& geom, Assets& assets, Report& report);

/// Mass and inertia of a geom that was found to be good, in the frame it stands in. Nothing if it has no mass, or if its
/// mesh cannot be read, which is reported.
std::optional<Inertial> inertial_of(const Element& element, const GeomAttributes& geom, Assets& assets, Report& report);

}  // namespace treefix::io::mjcf
