// Mass properties of simple shapes of uniform density, solid or hollow.
#pragma once

#include <cstdint>

#include <treefix/spatial/vec3.hpp>

namespace treefix::io::mjcf {

enum class Shape : std::uint8_t { plane, hfield, sphere, capsule, ellipsoid, cylinder, box, mesh, sdf };

/// Volume of a solid or area of a surface, and its moments of inertia about its centre per unit mass.
struct Extent {
  double measure = 0;
  Vec3<double> moments{};
};

/// Sizes as in MJCF: half lengths and radii. Capsules and cylinders lie along z and have (radius, half length); the
/// half length excludes the caps. Only for sphere, capsule, ellipsoid, cylinder and box.
Extent solid(Shape shape, const Vec3<double>& size);
Extent surface(Shape shape, const Vec3<double>& size);

}  // namespace treefix::io::mjcf
