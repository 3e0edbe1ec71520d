// ModelBuilder: describes a robot body by body.
#include <algorithm>
#include <cmath>
#include <optional>

#include <nanobind/stl/optional.h>
#include <nanobind/stl/variant.h>
#include <nanobind/stl/vector.h>

#include <treefix/base/text.hpp>
#include <treefix/model/builder.hpp>

#include "module.hpp"

namespace treefix::python {

namespace {

using Optional = std::optional<ArrayLike>;
using Joints = std::variant<JointSpec, std::vector<JointSpec>>;

/// Larger deviations of an inertia from symmetry, or of a quaternion from length 1, are errors and not rounding.
constexpr double symmetry_tolerance = 1e-9, quaternion_tolerance = 1e-6;

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

/// The user gives the orientation of the frame in its parent, which is the transpose of E.
Transform<double> read_placement(const std::string& what, ArrayLike position, const Optional& rotation,
                                 const Optional& quaternion, const Optional& rpy) {
  if (rotation.has_value() + quaternion.has_value() + rpy.has_value() > 1)
    throw nb::value_error(concat(what, ": expected at most one of rotation, quaternion and rpy").c_str());
  const Vec3<double> p = read_vec3(position, concat(what, ": position"));
  if (rotation) return placed(p, transpose(read_matrix(*rotation, concat(what, ": rotation"))));
  if (rpy) return placed(p, turned_rpy(read_vec3(*rpy, concat(what, ": rpy"))));
  if (!quaternion) return placed(p);
  const std::string name = concat(what, ": quaternion");
  return placed(p, from_quaternion(Numbers(*quaternion, name, {4}), name));
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

Builder& add_body(Builder& builder, std::string name, std::string parent, ArrayLike position, const Optional& rotation,
                  const Optional& quaternion, const Optional& rpy, Joints joint, double mass, ArrayLike com,
                  const Optional& inertia) {
  const std::string what = concat("body '", name, "'");
  BodySpec body{.name = std::move(name),
                .parent = std::move(parent),
                .placement = read_placement(what, position, rotation, quaternion, rpy),
                .mass = mass,
                .com = read_vec3(com, concat(what, ": com"))};
  if (inertia) body.inertia = read_inertia(*inertia, concat(what, ": inertia"));
  if (auto* joints = std::get_if<std::vector<JointSpec>>(&joint))
    return builder.body(std::move(body), std::move(*joints));
  body.joint = std::get<JointSpec>(std::move(joint));
  return builder.body(std::move(body));
}

Builder& add_frame(Builder& builder, std::string name, std::string body, ArrayLike position, const Optional& rotation,
                   const Optional& quaternion, const Optional& rpy) {
  const auto placement = read_placement(concat("frame '", name, "'"), position, rotation, quaternion, rpy);
  return builder.frame(std::move(name), std::move(body), placement);
}

constexpr const char* body_doc =
    "Add a body. Bodies may be added in any order.\n\n"
    "Parameters\n"
    "----------\n"
    "name : str\n"
    "    Name of the body.\n"
    "parent : str\n"
    "    Name of the parent body; empty for the fixed root.\n"
    "position, rotation, quaternion, rpy : array_like\n"
    "    Pose of the joint frame in the parent body, as in a URDF origin; at most one of the three orientations.\n"
    "    rotation is the 3x3 matrix that maps coordinates of the joint frame to coordinates of the parent;\n"
    "    quaternion is x y z w; rpy are angles about the fixed axes x, then y, then z of the parent.\n"
    "joint : Joint or list of Joint\n"
    "    How the body moves in that frame; fixed by default. A list makes a composite joint: the joints follow\n"
    "    each other from the parent outwards, with massless bodies between them, named 'name/1', 'name/2', ...\n"
    "mass : float\n"
    "    Mass, kg.\n"
    "com : array_like\n"
    "    Centre of mass in body coordinates, m.\n"
    "inertia : array_like\n"
    "    Inertia about the centre of mass, in the axes of the body, kg m²: a symmetric 3x3 matrix, or 3 numbers\n"
    "    for a diagonal matrix.\n\n"
    "Returns\n"
    "-------\n"
    "ModelBuilder\n"
    "    The builder.";

}  // namespace

void bind_builder(nb::module_& m) {
  using nb::arg;
  const auto zero = nb::make_tuple(0, 0, 0);
  nb::class_<Builder>(m, "ModelBuilder",
                      "Describe a robot body by body. build() then checks everything and makes a Model.\n\n"
                      "The methods return the builder, so that calls can be chained. Not thread-safe.")
      .def(nb::init<std::string>(), arg("name") = "robot", "Make a builder without bodies.")
      .def(
          "gravity", [](Builder& builder, ArrayLike g) -> Builder& { return builder.gravity(read_vec3(g, "gravity")); },
          arg("gravity"), nb::rv_policy::reference,
          "Set the acceleration of free fall in root coordinates, m/s². Default: (0, 0, -9.81).")
      .def("body", add_body, arg("name"), arg("parent") = "", arg("position") = zero, arg("rotation") = nb::none(),
           arg("quaternion") = nb::none(), arg("rpy") = nb::none(), arg("joint") = JointSpec::fixed(),
           arg("mass") = 0.0, arg("com") = zero, arg("inertia") = nb::none(), nb::rv_policy::reference, body_doc)
      .def("frame", add_frame, arg("name"), arg("body"), arg("position") = zero, arg("rotation") = nb::none(),
           arg("quaternion") = nb::none(), arg("rpy") = nb::none(), nb::rv_policy::reference,
           "Add a frame that moves with a body (empty: the root). Its pose is given as in body().")
      .def(
          "build", [](const Builder& builder) { return Robot(builder.build()); },
          "Build the Model. Raises ModelError, which lists all problems. The builder can be used again.");
}

}  // namespace treefix::python
