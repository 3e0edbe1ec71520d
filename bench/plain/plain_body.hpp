// A body on a revolute joint, as the plain loops read it.
#pragma once

#include <cmath>

#include <treefix/spatial/transform.hpp>

namespace tfbench {

struct PlainBody {
  long parent = -1;
  treefix::Transform<double> X_tree{};
  treefix::Vec3<double> axis{};
  treefix::Inertia<double> inertia{};

  /// From parent to body coordinates. Only for the plain loops, which are compiled for one instruction level.
  treefix::Transform<double> transform(double q) const {
    const double c = std::cos(q), d = std::sin(q), e = 1 - c;
    const treefix::Vec3<double>& u = axis;
    const treefix::Mat3<double> turn{{c + e * u.x * u.x, e * u.x * u.y + d * u.z, e * u.x * u.z - d * u.y},
                                     {e * u.x * u.y - d * u.z, c + e * u.y * u.y, e * u.y * u.z + d * u.x},
                                     {e * u.x * u.z + d * u.y, e * u.y * u.z - d * u.x, c + e * u.z * u.z}};
    return {turn * X_tree.E, X_tree.r};
  }
};

}  // namespace tfbench
