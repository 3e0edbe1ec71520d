// <compiler> and <option>: settings of a whole file.
#pragma once

#include <string>

#include <treefix/io/mjcf/schema.hpp>
#include <treefix/spatial/vec3.hpp>

namespace treefix::io::mjcf {

struct Compiler {
  bool degrees = true;
  std::string eulerseq = "xyz";  // lower case: axes of the rotated frame; upper case: axes of the parent
  bool autolimits = true;
  Tristate inertiafromgeom = Tristate::automatic;
  Index first_group = 0, last_group = 5;  // of the geoms that contribute to inertia
  double boundmass = 0, boundinertia = 0;
  bool balanceinertia = false;
  double settotalmass = -1;
  bool fusestatic = false;
  bool alignfree = false;
  std::string meshdir{};
  bool strippath = false;

  /// An angle of the file, in radians.
  double radians(double angle) const;
};

/// The settings of <option> that affect the dynamics.
struct Option {
  Vec3<double> gravity{0, 0, -9.81};
  bool has_gravity = true;
  bool fluid = false;  // density or viscosity is not zero
  // flags for effects that treefix does not compute; a disabled effect needs no warning
  bool contact = true, equality = true, springs = true, dampers = true, frictionloss = true, constraints = true;
};

/// Later elements override the settings of earlier ones, as in MuJoCo.
void read_compiler(const Element& element, Compiler& compiler, Report& report);
void read_option(const Element& element, Option& option, Report& report);

}  // namespace treefix::io::mjcf
