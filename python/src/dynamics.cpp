// Model: the equations of motion.
#include <optional>

#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>

#include <treefix/base/text.hpp>

#include "module.hpp"

namespace treefix::python {

/// An argument that can only be True, or only be False: two functions of one name, whose results differ in type.
template <bool value>
struct Literal {};

}  // namespace treefix::python

template <bool wanted>
struct nanobind::detail::type_caster<treefix::python::Literal<wanted>> {
  NB_TYPE_CASTER(treefix::python::Literal<wanted>,
                 const_name("typing.Literal[") + const_name<wanted>("True", "False") + const_name("]"))

  bool from_python(handle source, uint32_t, cleanup_list*) noexcept { return source.is(wanted ? Py_True : Py_False); }
};

namespace treefix::python {

namespace {

/// Forces from outside, read and kept for one call.
class External {
 public:
  External(const Model& model, const std::optional<ArrayLike>& forces, const std::string& frame) {
    if (frame != "body" && frame != "root")
      throw nb::value_error(concat("external_frame: expected 'body' or 'root', got '", frame, "'").c_str());
    using Coordinates = ExternalForces<double>::Coordinates;
    coordinates_ = frame == "root" ? Coordinates::of_root : Coordinates::of_body;
    if (!forces) return;
    const Numbers x(*forces, "external_forces", {model.nbody(), 6});
    forces_.reserve(static_cast<std::size_t>(model.nbody()));
    for (Index i = 0; i < x.size(); i += 6)
      forces_.push_back({{x[i], x[i + 1], x[i + 2]}, {x[i + 3], x[i + 4], x[i + 5]}});
  }
  ExternalForces<double> view() const { return {forces_, coordinates_}; }

 private:
  std::vector<Force<double>> forces_;
  ExternalForces<double>::Coordinates coordinates_;
};

Array inverse_dynamics(Robot& robot, ArrayLike q, ArrayLike v, ArrayLike a, const std::optional<ArrayLike>& forces,
                       const std::string& frame) {
  const Numbers position = read_q(robot, q), velocity = read_v(robot, v), acceleration = read_v(robot, a, "a");
  const External external(robot.model(), forces, frame);
  NewArray tau({robot.model().nv()});
  robot.compute([&](Dynamics& dynamics) {
    dynamics.inverse(position.view(), velocity.view(), acceleration.view(), tau.view(), external.view());
  });
  return std::move(tau).array();
}

ForwardInfo forward(Robot& robot, ArrayLike q, ArrayLike v, ArrayLike tau, const std::optional<ArrayLike>& forces,
                    const std::string& frame, bool residual, View<double> a) {
  const Numbers position = read_q(robot, q), velocity = read_v(robot, v), torque = read_v(robot, tau, "tau");
  const External external(robot.model(), forces, frame);
  return robot.compute([&](Dynamics& dynamics) {
    return dynamics.forward(position.view(), velocity.view(), torque.view(), a, {.residual = residual},
                            external.view());
  });
}

Array forward_dynamics(Robot& robot, ArrayLike q, ArrayLike v, ArrayLike tau, const std::optional<ArrayLike>& forces,
                       const std::string& frame, Literal<false>) {
  NewArray a({robot.model().nv()});
  forward(robot, q, v, tau, forces, frame, false, a.view());
  return std::move(a).array();
}

std::pair<Array, ForwardInfo> forward_dynamics_with_info(Robot& robot, ArrayLike q, ArrayLike v, ArrayLike tau,
                                                         const std::optional<ArrayLike>& forces,
                                                         const std::string& frame, Literal<true>) {
  NewArray a({robot.model().nv()});
  const ForwardInfo info = forward(robot, q, v, tau, forces, frame, true, a.view());
  return {std::move(a).array(), info};
}

Array mass_matrix(Robot& robot, ArrayLike q) {
  const Numbers position = read_q(robot, q);
  NewArray H({robot.model().nv(), robot.model().nv()});
  robot.compute([&](Dynamics& dynamics) { dynamics.mass_matrix(position.view(), H.view()); });
  return std::move(H).array();
}

Array bias_torques(Robot& robot, ArrayLike q, ArrayLike v) {
  const Numbers position = read_q(robot, q), velocity = read_v(robot, v);
  NewArray tau({robot.model().nv()});
  robot.compute([&](Dynamics& dynamics) { dynamics.bias(position.view(), velocity.view(), tau.view()); });
  return std::move(tau).array();
}

Array gravity_torques(Robot& robot, ArrayLike q) {
  const Numbers position = read_q(robot, q);
  NewArray tau({robot.model().nv()});
  robot.compute([&](Dynamics& dynamics) { dynamics.gravity(position.view(), tau.view()); });
  return std::move(tau).array();
}

std::string method_name(const ForwardInfo& info) {
  switch (info.method) {
    case Method::automatic: return "automatic";
    case Method::aba: return "aba";
    case Method::mass_matrix: return "mass_matrix";
  }
  return "unknown";
}

void bind_forward_info(nb::module_& m) {
  nb::class_<ForwardInfo>(m, "ForwardInfo", "What forward dynamics says of its result.")
      .def_prop_ro(
          "method", method_name,
          "The method that was used: 'aba', articulated bodies; 'mass_matrix', composite bodies and Cholesky,\n"
          "for models with joints that follow others.")
      .def_ro("residual", &ForwardInfo::residual,
              "The largest |inverse_dynamics(q, v, a) - tau|, at each joint divided by the forces that cancel\n"
              "in it: about 2.2e-16 for a good result.")
      .def_ro("iterations", &ForwardInfo::iterations, "0 for methods that do not iterate.")
      .def("__repr__", [](const ForwardInfo& info) {
        return concat("<treefix.ForwardInfo method='", method_name(info), "', residual=", info.residual,
                      ", iterations=", info.iterations, ">");
      });
}

}  // namespace

void bind_dynamics(nb::module_& m, nb::class_<Robot>& model) {
  using nb::arg;
  bind_forward_info(m);
  model
      .def("inverse_dynamics", inverse_dynamics, arg("q"), arg("v"), arg("a"), arg("external_forces") = nb::none(),
           arg("external_frame") = "body",
           "tau that makes the robot accelerate with a, shape (nv,).\n\n"
           "external_forces: shape (nbody, 6), the force on each body from outside, ANGULAR PART FIRST:\n"
           "moment, then force. external_frame: 'body', in coordinates of each body, moments about its\n"
           "origin; or 'root', in root coordinates, moments about the origin of the root.")
      .def("forward_dynamics", forward_dynamics, arg("q"), arg("v"), arg("tau"), arg("external_forces") = nb::none(),
           arg("external_frame") = "body", arg("return_info") = false,
           "The acceleration under tau, shape (nv,); with return_info=True a pair (a, ForwardInfo).\n\n"
           "external_forces: shape (nbody, 6), ANGULAR PART FIRST, as in inverse_dynamics.\n"
           "The error of a grows with the condition number of the mass matrix, which is large for long\n"
           "chains: ForwardInfo.residual says how well a fits. It costs about one inverse dynamics.")
      .def("forward_dynamics", forward_dynamics_with_info, arg("q"), arg("v"), arg("tau"),
           arg("external_forces") = nb::none(), arg("external_frame") = "body", nb::kw_only(), arg("return_info"),
           "The same, with what there is to say of the result.")
      .def("mass_matrix", mass_matrix, arg("q"),
           "H, the joint-space inertia with rotors (armature), shape (nv, nv), symmetric.")
      .def("bias_torques", bias_torques, arg("q"), arg("v"),
           "tau at a = 0: gravity and velocity products, shape (nv,).")
      .def("gravity_torques", gravity_torques, arg("q"), "tau at v = a = 0, shape (nv,).");
}

}  // namespace treefix::python
