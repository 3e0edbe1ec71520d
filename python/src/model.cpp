// Model: names, sizes and limits.
#include <array>

#include <nanobind/stl/vector.h>

#include <treefix/base/printable.hpp>
#include <treefix/base/text.hpp>
#include <treefix/model/tree_text.hpp>

#include "module.hpp"
#include "spatial.hpp"

namespace treefix::python {

namespace {

/// Mass, centre of mass and inertia about it, in coordinates of the body frame; includes everything fixed to the body.
nb::tuple body_inertia(const Robot& robot, const std::string& name) {
  const Model& model = robot.model();
  const Index i = model.body(name);
  const Inertia<double> inertia = model.frame(name).X_FB * model.mechanism().inertia(i);
  const Vec3<double> c = inertia.m > 0 ? (1 / inertia.m) * inertia.h : Vec3<double>{};
  return nb::make_tuple(inertia.m, to_array(std::array{c.x, c.y, c.z}), to_matrix(inertia.about(c)));
}

std::string describe(const Robot& robot) {
  const Model& model = robot.model();
  const Index warnings = ssize(model.warnings());
  return concat("<treefix.Model '", model.name(), "'", summary(model).substr(printable(model.name()).size()),
                warnings == 0 ? "" : concat(", ", warnings, warnings == 1 ? " warning" : " warnings"), ">");
}

constexpr const char* model_doc =
    "A robot: an immutable tree of named bodies and joints. Made by ModelBuilder.build(), load() and zoo.\n\n"
    "q has nq numbers; v, a and tau have nv numbers, joint by joint in depth-first order (joint(name).q, .v):\n"
    "  revolute, prismatic, helical  q: one angle (rad) or length (m)   v: its rate\n"
    "  spherical                     q: quaternion x y z w              v: angular velocity\n"
    "  planar                        q: x, y, angle                     v: linear x y, angular z\n"
    "  free                          q: position, quaternion x y z w    v: linear, angular\n"
    "v is in coordinates of the moving joint frame, which is the frame of the body. Mimic joints\n"
    "(joint(name).mimic) have no coordinates. Spatial vectors have the angular part first. SI units.\n\n"
    "Arrays are float64; lists and integers are accepted. Wrong types raise TypeError; wrong shapes, NaN,\n"
    "infinities and quaternions whose length is not 1 raise ValueError before anything is computed.\n"
    "Any number of threads may use the same model. Longer computations release the interpreter's lock.\n\n"
    "Batches: the methods for dynamics, energies and frames also accept arrays with a leading axis of length B, the\n"
    "number of states: (B, nq), (B, nv), (B, nbody, 6). They return B results, computed in SIMD lanes on all cores.\n"
    "An argument without this axis applies to all states. Rows, columns and slices of larger arrays are read without\n"
    "a copy. If all arrays are float32, the computation and the result are float32; a RuntimeWarning is issued if the\n"
    "model is so deep that float32 accelerations have few correct digits. All these methods have the arguments\n"
    "  out       an array for the result, of its shape and type, which is then returned\n"
    "  threads   the number of threads for a batch or a large tree; 0: the number of cores\n"
    "  check     False: the numbers are not checked, and a NaN affects only the results of its own state\n"
    "  progress  called from time to time with (done, states); if it returns False, the call raises Stopped\n"
    "The bits of a result do not depend on the other states, the batch size or the number of threads. The result\n"
    "agrees with that of a single state up to rounding. Ctrl-C stops a long batch. The environment variable\n"
    "TREEFIX_LEVEL selects the instruction level: portable, x86-64-v2, x86-64-v3 or x86-64-v4. Default: the highest\n"
    "level that the CPU supports.";

void bind_names_and_sizes(nb::class_<Robot>& model) {
  const auto names = [](const std::vector<std::string>& (Model::*get)() const) {
    return [get](const Robot& r) { return (r.model().*get)(); };
  };
  model.def_prop_ro(
           "name", [](const Robot& r) { return r.model().name(); }, "The name of the model.")
      .def_prop_ro(
          "nq", [](const Robot& r) { return r.model().nq(); }, "The number of coordinates of a configuration.")
      .def_prop_ro(
          "nv", [](const Robot& r) { return r.model().nv(); },
          "The number of degrees of freedom, and of coordinates of a velocity.")
      .def_prop_ro(
          "nbody", [](const Robot& r) { return r.model().nbody(); },
          "The number of moving bodies. A body on a fixed joint is part of the body that carries it.")
      .def_prop_ro("body_names", names(&Model::body_names), "Names of the moving bodies, in order.")
      .def_prop_ro("joint_names", names(&Model::joint_names), "Names of the joints; joint i moves body i.")
      .def_prop_ro("frame_names", names(&Model::frame_names),
                   "Names that frame_pose accepts: all bodies, including those on fixed joints, and added frames.")
      .def_prop_ro(
          "total_mass", [](const Robot& r) { return r.model().total_mass(); }, "Mass of all moving bodies, kg.")
      .def_prop_ro(
          "gravity",
          [](const Robot& r) {
            const auto [x, y, z] = r.model().mechanism().gravity;
            const Array gravity = to_array(std::array{x, y, z});
            gravity.object.attr("setflags")(nb::arg("write") = false);
            return gravity;
          },
          "Acceleration of free fall in root coordinates, m/s², read-only.");
}

void bind_limits(nb::class_<Robot>& model) {
  const auto limits = [&model](const char* name, std::vector<double> Limits::* list, const char* doc) {
    const auto get = [list](nb::handle_t<Robot> self) {
      return view_of(nb::cast<const Robot&>(self).model().limits().*list, self);
    };
    model.def_prop_ro(name, get, doc);
  };
  limits("lower", &Limits::lower, "Lower limits of q, read-only; -inf for no limit. Not enforced.");
  limits("upper", &Limits::upper, "Upper limits of q, read-only; inf for no limit. Not enforced.");
  limits("velocity_limit", &Limits::velocity, "Limits of |v|, read-only; inf for no limit. Not enforced.");
  limits("effort_limit", &Limits::effort, "Limits of |tau|, read-only; inf for no limit. Not enforced.");
}

void bind_passive(nb::class_<Robot>& model) {
  const auto passive = [&model](const char* name, std::vector<double> Passive::* list, const char* doc) {
    const auto get = [list](nb::handle_t<Robot> self) {
      return view_of(nb::cast<const Robot&>(self).model().passive().*list, self);
    };
    model.def_prop_ro(name, get, doc);
  };
  passive("damping", &Passive::damping, "Damping of each coordinate of v, read-only. Not used in computations.");
  passive("friction", &Passive::friction, "Friction of each coordinate of v, read-only. Not used in computations.");
}

}  // namespace

nb::class_<Robot> bind_model(nb::module_& m) {
  nb::class_<Robot> model(m, "Model", nb::is_weak_referenceable(), model_doc);
  bind_names_and_sizes(model);
  bind_limits(model);
  bind_passive(model);
  model.def_prop_ro(
      "warnings", [](const Robot& r) { return r.model().warnings(); },
      "Questionable input in the file of the model, and how it was handled: a list of Problem.");

  model.def(
      "body_inertia", body_inertia, nb::arg("body"),
      "Return the mass, centre of mass and 3 x 3 inertia about it of a moving body, in coordinates of the body.\n\n"
      "Bodies that are fixed to it are included.");
  model.def("__repr__", describe)
      .def(
          "__str__", [](const Robot& robot) { return tree_text(robot.model()); },
          "The bodies, each with its joint, coordinates and mass, indented below their parents.");
  return model;
}

}  // namespace treefix::python
