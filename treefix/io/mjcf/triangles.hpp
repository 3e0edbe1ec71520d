// Mass properties of bodies bounded by triangles.
#pragma once

#include <array>
#include <vector>

#include <treefix/io/mjcf/attributes.hpp>

namespace treefix::io::mjcf {

struct Triangles {
  std::vector<Vec3<double>> points{};
  std::vector<std::array<Index, 3>> faces{};  // counter-clockwise, seen from outside
};

/// Moments of a body with unit density, per volume or, for a shell, per area.
struct Moments {
  double measure = 0;  // volume or area
  Vec3<double> centre{};
  Sym3<double> inertia{};  // about the centre
  const char* problem = nullptr;  // why they cannot be computed; null if they can
  const char* hint = "";
};

/// Divides the body into pyramids. Those from the centroid of the surface to each triangle give the centre of mass;
/// those from the centre of mass give volume and inertia. legacy counts all volumes as positive, so a hollow adds
/// volume instead of removing it; exact subtracts the volumes of pyramids that are inside out. A shell consists of the
/// triangles themselves.  [O'Rourke 1998, §1.3.8]
Moments moments_of(const Triangles& mesh, MeshInertia mode);

}  // namespace treefix::io::mjcf
