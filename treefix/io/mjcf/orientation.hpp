// Positions and orientations in all the forms that MJCF has for them.
#pragma once

#include <optional>

#include <treefix/io/mjcf/compiler.hpp>
#include <treefix/spatial/transform.hpp>

namespace treefix::io::mjcf {

/// Of unit length; nothing if the vector is too short to be a direction.
std::optional<Vec3<double>> unit(const Vec3<double>& v);

/// E of the orientation that euler angles have in the file's sequence and unit.
Mat3<double> turned_euler(const double (&angles)[3], const Compiler& compiler);
/// E of a frame whose z axis was turned into this direction on the shortest way; the direction is of unit length.
Mat3<double> turned_z(const Vec3<double>& z);

/// E of quat, axisangle, euler, xyaxes or zaxis, whichever the element has. Nothing if it has none or a wrong one.
std::optional<Mat3<double>> read_orientation(const Element& element, const Compiler& compiler, Report& report);
/// The first of those attributes that the element has; null if there is none.
const char* orientation_attribute(const Element& element);

/// pos; nothing if there is none or a wrong one.
std::optional<Vec3<double>> read_position(const Element& element, const char* attribute, Report& report);

/// pos and orientation: from the frame around it to the frame of the element.
Transform<double> read_pose(const Element& element, const Compiler& compiler, Report& report);

}  // namespace treefix::io::mjcf
