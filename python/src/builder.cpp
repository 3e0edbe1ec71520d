// ModelBuilder: describes a robot body by body.
#include <optional>

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/variant.h>
#include <nanobind/stl/vector.h>

#include <treefix/base/text.hpp>
#include <treefix/model/builder.hpp>

#include "module.hpp"
#include "spatial.hpp"

namespace treefix::python {

namespace {

using Joints = std::variant<JointSpec, std::vector<JointSpec>>;

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

Builder& change_body(Builder& builder, const std::string& name, std::optional<std::string> parent,
                     const Optional& position, const Optional& rotation, const Optional& quaternion,
                     const Optional& rpy, std::optional<JointSpec> joint, std::optional<double> mass,
                     const Optional& com, const Optional& inertia) {
  const std::string what = concat("body '", name, "'");
  BodySpec changed = builder.spec(name);
  if (parent) changed.parent = std::move(*parent);
  if (position) changed.placement.r = read_vec3(*position, concat(what, ": position"));
  if (rotation || quaternion || rpy) changed.placement.E = read_rotation(what, rotation, quaternion, rpy);
  if (joint) changed.joint = std::move(*joint);
  if (mass) changed.mass = *mass;
  if (com) changed.com = read_vec3(*com, concat(what, ": com"));
  if (inertia) changed.inertia = read_inertia(*inertia, concat(what, ": inertia"));
  builder.spec(name) = std::move(changed);  // after all arguments have been read
  return builder;
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
      .def_prop_ro("body_names", &Builder::body_names,
                   "The names of all bodies, in the order in which they were added.")
      .def("change", change_body, arg("name"), arg("parent") = nb::none(), arg("position") = nb::none(),
           arg("rotation") = nb::none(), arg("quaternion") = nb::none(), arg("rpy") = nb::none(),
           arg("joint") = nb::none(), arg("mass") = nb::none(), arg("com") = nb::none(), arg("inertia") = nb::none(),
           nb::rv_policy::reference,
           "Change a body: what is given replaces what body() was given, everything else stays.")
      .def("remove", &Builder::remove, arg("name"), nb::rv_policy::reference,
           "Remove a body. Its children and frames need another parent then.")
      .def(
          "build", [](const Builder& builder) { return Robot(builder.build()); },
          "Build the Model. Raises ModelError, which lists all problems. The builder can be used again.");
}

}  // namespace treefix::python
