// Model: the equations of motion.
#include <nanobind/stl/pair.h>

#include "call.hpp"
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

InverseOptions inverse_options(std::string_view method, std::string_view tree, int threads) {
  InverseOptions options{.threads = threads};
  std::string names;
  for (const InverseMethod known : inverse_methods) {
    names += concat(names.empty() ? "'" : ", '", to_string(known), "'");
    if (method == to_string(known)) options.method = known;
  }
  if (method != to_string(options.method))
    throw ValueError(concat("method: expected one of ", names, ", got '", method, "'"));
  if (tree == "euler") options.tree = TreeWay::euler;
  if (tree != to_string(options.tree)) throw ValueError(concat("tree: expected 'heavy' or 'euler', got '", tree, "'"));
  return options;
}

AnyArray inverse_dynamics(Robot& robot, const Options& options, ArrayLike q, ArrayLike v, ArrayLike a, ArrayLike forces,
                          const char* frame, const char* method, const char* tree) {
  Call call(robot, options);
  const InverseOptions how = inverse_options(method, tree, options.threads);
  const Input position = call.read_q(q), velocity = call.read_v(v), acceleration = call.read_v(a, "a");
  const External external = call.read_external(forces, frame);
  if (how.method != InverseMethod::automatic && !call.is_single())
    throw ValueError("method: expected 'automatic' for many states, float32, check=False or progress");
  Output tau = call.write("tau", {robot.model().nv()});
  const Index n = call.states();
  call.run(
      [&](Dynamics& d) {
        d.inverse(position.view(), velocity.view(), acceleration.view(), tau.view(), external.of_one(), how);
      },
      [&]<class T>(BatchDynamics& d, const BatchCall<T>& with) {
        d.inverse(position.batch<const T>(n), velocity.batch<const T>(n), acceleration.batch<const T>(n),
                  tau.batch<T>(n), with);
      },
      external);
  return {Call::result(std::move(tau))};
}

Method method_of(std::string_view name) {
  if (name == "automatic") return Method::automatic;
  if (name == "aba") return Method::aba;
  if (name == "mass_matrix") return Method::mass_matrix;
  throw ValueError(concat("method: expected 'automatic', 'aba' or 'mass_matrix', got '", name, "'"));
}

/// What Dynamics says of a single state.
void require_usable(Method method, const Model& model) {
  if (method == Method::aba && !model.coupling().empty())
    throw ValueError(concat("the method cannot be used with model '", model.name(), "', because it has mimic joints"));
}

AnyArray forward(Robot& robot, const Options& options, ArrayLike q, ArrayLike v, ArrayLike tau, ArrayLike forces,
                 const char* frame, const char* method_name, ForwardInfo* info) {
  Call call(robot, options);
  const Method method = method_of(method_name);
  require_usable(method, robot.model());
  const Input position = call.read_q(q), velocity = call.read_v(v), torque = call.read_v(tau, "tau");
  const External external = call.read_external(forces, frame);
  if (info && !call.is_single())
    throw ValueError("return_info: expected one state of float64, with check=True and no progress");
  call.warn_of_float();
  Output a = call.write("a", {robot.model().nv()});
  const Index n = call.states();
  call.run(
      [&](Dynamics& d) {
        const ForwardInfo found = d.forward(position.view(), velocity.view(), torque.view(), a.view(),
                                            {.method = method, .residual = info != nullptr}, external.of_one());
        if (info) *info = found;
      },
      [&]<class T>(BatchDynamics& d, const BatchCall<T>& with) {
        const auto compute =
            method == Method::mass_matrix ? &BatchDynamics::forward_by_mass_matrix<T> : &BatchDynamics::forward<T>;
        (d.*compute)(position.batch<const T>(n), velocity.batch<const T>(n), torque.batch<const T>(n), a.batch<T>(n),
                     with);
      },
      external);
  return {Call::result(std::move(a))};
}

AnyArray forward_dynamics(Robot& robot, const Options& options, ArrayLike q, ArrayLike v, ArrayLike tau,
                          ArrayLike forces, const char* frame, Literal<false>, const char* method) {
  return forward(robot, options, q, v, tau, forces, frame, method, nullptr);
}

std::pair<AnyArray, ForwardInfo> forward_dynamics_with_info(Robot& robot, const Options& options, ArrayLike q,
                                                            ArrayLike v, ArrayLike tau, ArrayLike forces,
                                                            const char* frame, Literal<true>, const char* method) {
  ForwardInfo info;
  AnyArray a = forward(robot, options, q, v, tau, forces, frame, method, &info);
  return {std::move(a), info};
}

AnyArray bias_torques(Robot& robot, const Options& options, ArrayLike q, ArrayLike v) {
  Call call(robot, options);
  const Input position = call.read_q(q), velocity = call.read_v(v);
  Output tau = call.write("tau", {robot.model().nv()});
  const Index n = call.states();
  call.run([&](Dynamics& d) { d.bias(position.view(), velocity.view(), tau.view()); },
           [&]<class T>(BatchDynamics& d, const BatchCall<T>& with) {
             d.bias(position.batch<const T>(n), velocity.batch<const T>(n), tau.batch<T>(n), with);
           });
  return {Call::result(std::move(tau))};
}

AnyArray gravity_torques(Robot& robot, const Options& options, ArrayLike q) {
  Call call(robot, options);
  const Input position = call.read_q(q);
  Output tau = call.write("tau", {robot.model().nv()});
  const Index n = call.states();
  call.run([&](Dynamics& d) { d.gravity(position.view(), tau.view()); },
           [&]<class T>(BatchDynamics& d, const BatchCall<T>& with) {
             d.gravity(position.batch<const T>(n), tau.batch<T>(n), with);
           });
  return {Call::result(std::move(tau))};
}

std::string method_text(const ForwardInfo& info) {
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
          "method", method_text,
          "The method that was used: 'aba', articulated bodies; 'mass_matrix', composite bodies and Cholesky,\n"
          "for models with joints that follow others.")
      .def_ro("residual", &ForwardInfo::residual,
              "The largest |inverse_dynamics(q, v, a) - tau|, at each joint divided by the forces that cancel\n"
              "in it: about 2.2e-16 for a good result.")
      .def_ro("iterations", &ForwardInfo::iterations, "0 for methods that do not iterate.")
      .def("__repr__", [](const ForwardInfo& info) {
        return concat("<treefix.ForwardInfo method='", method_text(info), "', residual=", info.residual,
                      ", iterations=", info.iterations, ">");
      });
}

}  // namespace

void bind_dynamics(nb::module_& m, nb::class_<Robot>& model) {
  using nb::arg;
  bind_forward_info(m);
  def(model, "inverse_dynamics", with_options(inverse_dynamics),
      "tau that makes the robot accelerate with a, shape (nv,) or (B, nv).\n\n"
      "external_forces: shape (nbody, 6) or (B, nbody, 6), the force on each body from outside,\n"
      "ANGULAR PART FIRST: moment, then force. external_frame: 'body', in coordinates of each body, moments about\n"
      "its origin; or 'root', in root coordinates, moments about the origin of the root.\n"
      "method, of one state: 'recursive', body after body; 'pieces', parts of the tree in SIMD lanes and on threads;\n"
      "'pair_scan', 'two_scan', 'simulated', by scans on threads; 'automatic', pieces for large trees, else "
      "recursive.\n"
      "tree: scans go along 'heavy' paths, which is accurate, or over the 'euler' walk around the tree.\n"
      "Of many states, and out, threads, check, progress: see Model.",
      arg("q"), arg("v"), arg("a"), arg("external_forces") = nb::none(), arg("external_frame") = "body", nb::kw_only(),
      arg("method") = "automatic", arg("tree") = "heavy");
  def(model, "forward_dynamics", with_options(forward_dynamics),
      "The acceleration under tau, shape (nv,) or (B, nv); with return_info=True a pair (a, ForwardInfo), for one\n"
      "state of float64.\n\n"
      "external_forces: shape (nbody, 6) or (B, nbody, 6), ANGULAR PART FIRST, as in inverse_dynamics.\n"
      "method: 'aba', articulated bodies; 'mass_matrix', composite bodies and Cholesky; 'automatic', the first,\n"
      "or the second if joints follow others.\n"
      "The error of a grows with the condition number of the mass matrix, which is large for long\n"
      "chains: ForwardInfo.residual says how well a fits. It costs about one inverse dynamics.\n"
      "Of many states, and out, threads, check, progress: see Model.",
      arg("q"), arg("v"), arg("tau"), arg("external_forces") = nb::none(), arg("external_frame") = "body",
      arg("return_info") = false, nb::kw_only(), arg("method") = "automatic");
  def(model, "forward_dynamics", with_options(forward_dynamics_with_info),
      "The same, with what there is to say of the result.", arg("q"), arg("v"), arg("tau"),
      arg("external_forces") = nb::none(), arg("external_frame") = "body", nb::kw_only(), arg("return_info"),
      arg("method") = "automatic");
  def(model, "bias_torques", with_options(bias_torques),
      "tau at a = 0: gravity and velocity products, shape (nv,) or (B, nv).\n\n"
      "Of many states, and out, threads, check, progress: see Model.",
      arg("q"), arg("v"), nb::kw_only());
  def(model, "gravity_torques", with_options(gravity_torques),
      "tau at v = a = 0, shape (nv,) or (B, nv).\n\n"
      "Of many states, and out, threads, check, progress: see Model.",
      arg("q"), nb::kw_only());
}

}  // namespace treefix::python
