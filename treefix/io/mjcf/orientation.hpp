// Positions and orientations in all forms of MJCF.
#pragma once

#include <optional>

#include <treefix/io/mjcf/compiler.hpp>
#include <treefix/spatial/transform.hpp>

namespace treefix::io::mjcf {

/// The vector scaled to unit length; nullopt if it is too short to be a direction.
std::optional<Vec3<double>> unit(const Vec3<double>& v);

/// E of an orientation given by Euler angles, in the sequence and unit of the file.
Mat3<double> turned_euler(const double (&angles)[3], const Compiler& compiler);
/// E of a frame whose z axis is rotated to the direction z by the smallest rotation; z has unit length.
Mat3<double> turned_z(const Vec3<double>& z);

/// E of quat, axisangle, euler, xyaxes or zaxis, whichever the element has; nullopt if there is none or it is invalid.
std::optional<Mat3<double>> read_orientation(const Element& element, const Compiler& compiler, Report& report);
/// The name of the first of these attributes that the element has; null if there is none.
const char* orientation_attribute(const Element& element);

/// Reads a position; nullopt if the attribute is absent or invalid.
std::optional<Vec3<double>> read_position(const Element& element, const char* attribute, Report& report);

/// Reads pos and orientation: from the enclosing frame to the frame of the element.
Transform<double> read_pose(const Element& element, const Compiler& compiler, Report& report);

}  // namespace treefix::io::mjcf
