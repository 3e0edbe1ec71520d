// Attributes of joints, geoms and meshes: the defaults of a class, overridden by the element.
#pragma once

#include <optional>
#include <string_view>

#include <treefix/io/mjcf/orientation.hpp>
#include <treefix/io/mjcf/shape.hpp>
#include <treefix/model/joint.hpp>

namespace treefix::io::mjcf {

struct JointAttributes {
  JointKind type = JointKind::revolute;
  Vec3<double> pos{}, axis{0, 0, 1};
  std::optional<Vec3<double>> range{};  // x to y, as in the file
  Tristate limited = Tristate::automatic;
  std::optional<Vec3<double>> effort{};  // x to y
  Tristate effort_limited = Tristate::automatic;
  double ref = 0, armature = 0, damping = 0, friction = 0;
  bool spring = false;
};

struct GeomAttributes {
  Shape type = Shape::sphere;
  double size[3] = {0, 0, 0};
  std::optional<Vec3<double>> pos{};
  Mat3<double> E = Mat3<double>::identity();
  bool has_ends = false;
  Vec3<double> from{}, to{};  // fromto
  std::optional<double> mass{};
  double density = 1000;
  Index group = 0;
  bool hollow = false;
  Index contype = 1, conaffinity = 1;
  std::string_view mesh{}, hfield{};
};

enum class MeshInertia { convex, exact, legacy, shell };

struct MeshAttributes {
  Vec3<double> scale{1, 1, 1};
  MeshInertia inertia = MeshInertia::legacy;
};

// Each function overrides the attributes that the element has. It checks each number, but not whether numbers are
// consistent with each other.
void read_attributes(const Element& element, const Compiler& compiler, JointAttributes& joint, Report& report);
void read_attributes(const Element& element, const Compiler& compiler, GeomAttributes& geom, Report& report);
void read_attributes(const Element& element, const Compiler& compiler, MeshAttributes& mesh, Report& report);

}  // namespace treefix::io::mjcf
