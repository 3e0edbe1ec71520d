#include "spatial.hpp"

#include <algorithm>
#include <cmath>

#include <treefix/base/text.hpp>
#include <treefix/model/configuration.hpp>
#include <treefix/spatial/rotation.hpp>

namespace treefix::python {

namespace {

/// Larger deviations of an inertia from symmetry are errors and not rounding.
constexpr double symmetry_tolerance = 1e-9;

Mat3<double> read_matrix(ArrayLike argument, const std::string& name) {
  const Numbers x(argument, name, {3, 3});
  return {{x[0], x[1], x[2]}, {x[3], x[4], x[5]}, {x[6], x[7], x[8]}};
}

Mat3<double> from_quaternion(const Numbers& x, const std::string& name) {
  const Quaternion<double> a{x[0], x[1], x[2], x[3]};
  const double norm = std::sqrt(squared_norm(a));
  if (!(std::abs(norm - 1) <= quaternion_tolerance))
    throw nb::value_error(concat(name, " has length ", norm, ", expected 1").c_str());
  return turned(a);
}

}  // namespace

Mat3<double> read_rotation(const std::string& what, const Optional& rotation, const Optional& quaternion,
                           const Optional& rpy) {
  if (rotation.has_value() + quaternion.has_value() + rpy.has_value() > 1)
    throw nb::value_error(concat(what, ": expected at most one of rotation, quaternion and rpy").c_str());
  if (rotation) return transpose(read_matrix(*rotation, concat(what, ": rotation")));
  if (rpy) return turned_rpy(read_vec3(*rpy, concat(what, ": rpy")));
  if (!quaternion) return Mat3<double>::identity();
  const std::string name = concat(what, ": quaternion");
  return from_quaternion(Numbers(*quaternion, name, {4}), name);
}

Transform<double> read_placement(const std::string& what, ArrayLike position, const Optional& rotation,
                                 const Optional& quaternion, const Optional& rpy) {
  const Vec3<double> p = read_vec3(position, concat(what, ": position"));
  return placed(p, read_rotation(what, rotation, quaternion, rpy));
}

Sym3<double> read_inertia(ArrayLike argument, const std::string& name) {
  const Numbers x(argument, name, "shape (3, 3), or (3,) for a diagonal", {{3, 3}, {3}});
  if (x.ndim() == 1) return Sym3<double>::diagonal(x[0], x[1], x[2]);
  const Mat3<double> a{{x[0], x[1], x[2]}, {x[3], x[4], x[5]}, {x[6], x[7], x[8]}}, b = transpose(a);
  const Mat3<double> off = a - b;
  double largest = 0;
  for (const double value : x.view()) largest = std::max(largest, std::abs(value));
  if (std::max({std::abs(off.x.y), std::abs(off.x.z), std::abs(off.y.z)}) > symmetry_tolerance * largest)
    throw nb::value_error(concat(name, ": expected a symmetric matrix, got xy ", a.x.y, " and ", b.x.y, ", xz ", a.x.z,
                                 " and ", b.x.z, ", yz ", a.y.z, " and ", b.y.z)
                              .c_str());
  return symmetric(0.5 * (a + b));
}

std::array<double, 16> pose_matrix(const Transform<double>& X) {
  const auto [E, r] = X;
  return {E.x.x, E.y.x, E.z.x, r.x, E.x.y, E.y.y, E.z.y, r.y, E.x.z, E.y.z, E.z.z, r.z, 0, 0, 0, 1};
}

Array to_matrix(const Sym3<double>& a) {
  NewArray matrix({3, 3});
  const double entries[] = {a.xx, a.xy, a.xz, a.xy, a.yy, a.yz, a.xz, a.yz, a.zz};
  std::copy(std::begin(entries), std::end(entries), matrix.view().begin());
  return std::move(matrix).array();
}

}  // namespace treefix::python
