// Joint: the description of a joint for ModelBuilder.
#include <optional>
#include <tuple>

#include <nanobind/stl/optional.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <treefix/base/text.hpp>
#include <treefix/model/builder.hpp>

#include "module.hpp"

namespace treefix::python {

namespace {

using Optional = std::optional<ArrayLike>;
using Mimic = std::optional<std::tuple<std::string, double, double>>;  // joint, ratio, offset

/// A list of numbers; a single number is repeated for all coordinates. The length is checked when the model is built.
std::vector<double> read_list(const Optional& argument, const char* name, int count) {
  if (!argument) return {};
  const Numbers numbers(*argument, name, "shape () or (n,)", {{}, {any_size}});
  if (numbers.ndim() == 0) return std::vector<double>(static_cast<std::size_t>(count), numbers[0]);
  return {numbers.view().begin(), numbers.view().end()};
}

/// Adds the properties that all joints have.
JointSpec completed(JointSpec joint, std::string name, const Optional& armature, const Optional& lower,
                    const Optional& upper, const Optional& velocity_limit, const Optional& effort_limit,
                    const Optional& damping, const Optional& friction, const Mimic& mimic = {}) {
  const int nv = velocity_count(joint.kind);
  joint.name = std::move(name);
  joint.armature = read_list(armature, "armature", nv);
  joint.lower = read_list(lower, "lower", 1);
  joint.upper = read_list(upper, "upper", 1);
  joint.velocity_limit = read_list(velocity_limit, "velocity_limit", nv);
  joint.effort_limit = read_list(effort_limit, "effort_limit", nv);
  joint.damping = read_list(damping, "damping", nv);
  joint.friction = read_list(friction, "friction", nv);
  if (mimic) {
    const auto& [leader, ratio, offset] = *mimic;
    if (leader.empty()) throw nb::value_error("mimic: expected the name of a joint, got an empty name");
    joint.mimic = {leader, ratio, offset};
  }
  return joint;
}

std::string describe(const JointSpec& joint) {
  std::string text = concat("Joint.", to_string(joint.kind), "(");
  if (velocity_count(joint.kind) == 1) text += concat("(", joint.axis.x, ", ", joint.axis.y, ", ", joint.axis.z, ")");
  if (joint.kind == JointKind::helical) text += concat(", pitch=", joint.pitch);
  if (!joint.name.empty()) text += concat(text.back() == '(' ? "" : ", ", "name='", joint.name, "'");
  return text + ")";
}

using Joints = nb::class_<JointSpec>;

// Constructors with and without an axis.

template <JointKind kind>
void def_with_axis(Joints& joints, const char* name, const char* doc) {
  joints.def_static(
      name,
      [](ArrayLike axis, std::string joint_name, const Optional& armature, const Optional& lower, const Optional& upper,
         const Optional& velocity_limit, const Optional& effort_limit, const Optional& damping,
         const Optional& friction, const Mimic& mimic) {
        return completed({.kind = kind, .axis = read_vec3(axis, "axis")}, std::move(joint_name), armature, lower, upper,
                         velocity_limit, effort_limit, damping, friction, mimic);
      },
      nb::arg("axis"), nb::arg("name") = "", nb::arg("armature") = nb::none(), nb::arg("lower") = nb::none(),
      nb::arg("upper") = nb::none(), nb::arg("velocity_limit") = nb::none(), nb::arg("effort_limit") = nb::none(),
      nb::arg("damping") = nb::none(), nb::arg("friction") = nb::none(), nb::arg("mimic") = nb::none(), doc);
}

template <JointKind kind>
void def_without_axis(Joints& joints, const char* name, const char* doc) {
  joints.def_static(
      name,
      [](std::string joint_name, const Optional& armature, const Optional& lower, const Optional& upper,
         const Optional& velocity_limit, const Optional& effort_limit, const Optional& damping,
         const Optional& friction) {
        return completed({.kind = kind}, std::move(joint_name), armature, lower, upper, velocity_limit, effort_limit,
                         damping, friction);
      },
      nb::arg("name") = "", nb::arg("armature") = nb::none(), nb::arg("lower") = nb::none(),
      nb::arg("upper") = nb::none(), nb::arg("velocity_limit") = nb::none(), nb::arg("effort_limit") = nb::none(),
      nb::arg("damping") = nb::none(), nb::arg("friction") = nb::none(), doc);
}

JointSpec helical(ArrayLike axis, double pitch, std::string name, const Optional& armature, const Optional& lower,
                  const Optional& upper, const Optional& velocity_limit, const Optional& effort_limit,
                  const Optional& damping, const Optional& friction, const Mimic& mimic) {
  return completed({.kind = JointKind::helical, .axis = read_vec3(axis, "axis"), .pitch = pitch}, std::move(name),
                   armature, lower, upper, velocity_limit, effort_limit, damping, friction, mimic);
}

}  // namespace

void bind_joint(nb::module_& m) {
  Joints joints(
      m, "Joint",
      "The motion of a body in its parent, for ModelBuilder.body.\n\n"
      "Parameters of the constructors\n"
      "------------------------------\n"
      "axis : array_like\n"
      "    A direction in the joint frame, of any nonzero length.\n"
      "name : str\n"
      "    Name of the joint; by default the name of the body.\n"
      "armature : array_like\n"
      "    Rotor inertia multiplied by the square of the gear ratio, kg m² or kg; added to the diagonal of H.\n"
      "lower, upper, velocity_limit, effort_limit : array_like\n"
      "    Limits of q, |v| and |tau|. Stored as data; not used in computations.\n"
      "damping, friction : array_like\n"
      "    Stored as data; not used in computations.\n"
      "mimic : tuple\n"
      "    (joint, ratio, offset) makes this a mimic joint with q = ratio * q_joint + offset and no coordinates of\n"
      "    its own. Both joints must have one degree of freedom.\n\n"
      "armature, limits, damping and friction have one number per coordinate; a single number applies to all\n"
      "coordinates of v, or to the only coordinate of q.");
  joints.def_static("fixed", &JointSpec::fixed, "A fixed joint: the body becomes part of its parent.");
  def_with_axis<JointKind::revolute>(joints, "revolute", "A joint that rotates about an axis; q is the angle in rad.");
  def_with_axis<JointKind::prismatic>(joints, "prismatic",
                                      "A joint that slides along an axis; q is the displacement in m.");
  joints.def_static("helical", helical, nb::arg("axis"), nb::arg("pitch"), nb::arg("name") = "",
                    nb::arg("armature") = nb::none(), nb::arg("lower") = nb::none(), nb::arg("upper") = nb::none(),
                    nb::arg("velocity_limit") = nb::none(), nb::arg("effort_limit") = nb::none(),
                    nb::arg("damping") = nb::none(), nb::arg("friction") = nb::none(), nb::arg("mimic") = nb::none(),
                    "A screw joint: rotates about an axis and slides along it by pitch metres per radian.");
  def_without_axis<JointKind::spherical>(joints, "spherical",
                                         "A joint that rotates in all directions; q is a quaternion x y z w.\n\n"
                                         "v is the angular velocity in body coordinates.");
  def_without_axis<JointKind::planar>(joints, "planar",
                                      "A joint that moves in the plane z = 0; q is x, y, angle.\n\n"
                                      "v is the linear velocity x, y, then the angular one, in body coordinates.");
  def_without_axis<JointKind::free>(joints, "free",
                                    "A joint that moves freely; q is position, then quaternion x y z w.\n\n"
                                    "v is the linear, then the angular velocity, in body coordinates.");
  joints
      .def_prop_ro(
          "kind", [](const JointSpec& j) { return std::string(to_string(j.kind)); },
          "'fixed', 'revolute', 'prismatic', 'helical', 'spherical', 'planar' or 'free'.")
      .def_ro("name", &JointSpec::name, "The name of the joint; empty: the name of the body.")
      .def("__repr__", describe);
}

}  // namespace treefix::python
