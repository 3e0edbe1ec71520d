// Model: forward dynamics.
#include <nanobind/stl/pair.h>
#include <nanobind/stl/vector.h>

#include <treefix/facade/checks.hpp>

#include "call.hpp"
#include "module.hpp"

namespace treefix::python {

/// An argument that must be True, or must be False, for two overloads whose results differ in type.
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

/// ForwardInfo with the history of iterative methods.
struct Info : ForwardInfo {
  std::vector<double> history;
};

/// The keyword arguments that only forward_dynamics has.
struct Forward {
  const char* method;
  int refine;
  const char *precision, *solver;
  double tolerance;
  int iterations;
  ArrayLike start;

  ForwardOptions options(int threads) const {
    const std::string_view in = precision;
    if (in != "double" && in != "single")
      throw ValueError(concat("precision: expected 'double' or 'single', got '", precision, "'"));
    return {.method = choice_of<ForwardMethod>("method", method, forward_methods),
            .refine = refine,
            .single_precision = in == "single",
            .threads = threads,
            .solver = choice_of<CfaSolver>("solver", solver, cfa_solvers),
            .tolerance = tolerance,
            .iterations = iterations,
            .warm_start = !start.object.is_none()};
  }
};

/// Whether BatchDynamics supports the options.
bool is_for_batches(const ForwardOptions& how) {
  const bool known = how.method == ForwardMethod::automatic || how.method == ForwardMethod::aba ||
                     how.method == ForwardMethod::mass_matrix;
  return known && how.refine == 0 && !how.single_precision && !how.warm_start;
}

AnyArray forward(Robot& robot, const Options& options, ArrayLike q, ArrayLike v, ArrayLike tau, ArrayLike forces,
                 const char* frame, const Forward& keywords, Info* info) {
  Call call(robot, options);
  ForwardOptions how = keywords.options(options.threads);
  // the error that Dynamics throws for a single state
  facade::require_support_of_mimic(robot.model(), to_string(how.method), works_with_mimic(how.method));
  const Input position = call.read_q(q), velocity = call.read_v(v), torque = call.read_v(tau, "tau");
  const External external = call.read_external(forces, frame);
  if (!call.is_single()) {
    if (info) throw ValueError("return_info: expected one state of float64, check=True and no progress");
    if (!is_for_batches(how))
      throw ValueError(
          "method: expected 'automatic', 'aba' or 'mass_matrix', without refine, precision or start, for a batch, "
          "float32, check=False or progress");
  }
  call.warn_of_float();
  const Input start = how.warm_start ? call.read_v(keywords.start, "start") : Input{};
  Output a = call.write("a", {robot.model().nv()});
  if (info) {
    how.residual = true;
    if (iterates(how.method))
      info->history.resize(static_cast<std::size_t>(iteration_limit(how, robot.model().nv()) + 1));
    how.history = info->history;
  }
  const Index n = call.states();
  ForwardInfo found;
  call.run(
      [&](Dynamics& d) {
        if (how.warm_start) std::copy_n(start.view().begin(), start.numbers, a.view().begin());
        found = d.forward(position.view(), velocity.view(), torque.view(), a.view(), how, external.of_one());
      },
      [&]<class T>(BatchDynamics& d, const BatchCall<T>& with) {
        const auto compute = how.method == ForwardMethod::mass_matrix ? &BatchDynamics::forward_by_mass_matrix<T>
                                                                      : &BatchDynamics::forward<T>;
        (d.*compute)(position.batch<const T>(n), velocity.batch<const T>(n), torque.batch<const T>(n), a.batch<T>(n),
                     with);
      },
      external);
  if (!info) {
    warn(found.reason);  // callers that do not request the info get a warning
  } else {
    static_cast<ForwardInfo&>(*info) = std::move(found);
    if (!info->history.empty()) info->history.resize(static_cast<std::size_t>(info->iterations + 1));
  }
  return {Call::result(std::move(a))};
}

AnyArray forward_dynamics(Robot& robot, const Options& options, ArrayLike q, ArrayLike v, ArrayLike tau,
                          ArrayLike forces, const char* frame, Literal<false>, const char* method, int refine,
                          const char* precision, const char* solver, double tolerance, int iterations,
                          ArrayLike start) {
  const Forward keywords{method, refine, precision, solver, tolerance, iterations, start};
  return forward(robot, options, q, v, tau, forces, frame, keywords, nullptr);
}

std::pair<AnyArray, Info> forward_dynamics_with_info(Robot& robot, const Options& options, ArrayLike q, ArrayLike v,
                                                     ArrayLike tau, ArrayLike forces, const char* frame, Literal<true>,
                                                     const char* method, int refine, const char* precision,
                                                     const char* solver, double tolerance, int iterations,
                                                     ArrayLike start) {
  const Forward keywords{method, refine, precision, solver, tolerance, iterations, start};
  Info info;
  AnyArray a = forward(robot, options, q, v, tau, forces, frame, keywords, &info);
  return {std::move(a), std::move(info)};
}

void bind_forward_info(nb::module_& m) {
  nb::class_<Info>(m, "ForwardInfo", "Information about a result of forward dynamics.")
      .def_prop_ro(
          "method", [](const Info& info) { return std::string(to_string(info.method)); }, "The method that was used.")
      .def_ro(
          "residual", &Info::residual,
          "The largest |inverse_dynamics(q, v, a) - tau|, divided at each joint by the forces that cancel there.\n\n"
          "About 2.2e-16 for a good result.")
      .def_ro("iterations", &Info::iterations, "The number of iterations; 0 for methods that do not iterate.")
      .def_ro("converged", &Info::converged,
              "False if the method did not converge: a is then the best result found, or NaN; reason says why.")
      .def_ro("reason", &Info::reason, "A warning about the result, or empty.")
      .def_ro("history", &Info::history,
              "For iterative methods: the relative residual before and after each iteration.\n\n"
              "tolerance applies to it: |r| / (|tau| + |H| |a|) with r = tau - inverse_dynamics(q, v, a), in the norm "
              "that\n"
              "divides by diag(H).")
      .def("__repr__", [](const Info& info) {
        return concat("<treefix.ForwardInfo method='", to_string(info.method), "', residual=", info.residual,
                      ", iterations=", info.iterations, info.converged ? "" : ", not converged",
                      info.reason.empty() ? "" : ": ", info.reason, ">");
      });
}

}  // namespace

void bind_forward(nb::module_& m, nb::class_<Robot>& model) {
  using nb::arg;
  bind_forward_info(m);
  def(model, "forward_dynamics", with_options(forward_dynamics),
      "Compute the acceleration for the joint torques tau.\n\n"
      "See Model for batches and the out, threads, check and progress arguments.\n\n"
      "Parameters\n"
      "----------\n"
      "q, v, tau : array_like\n"
      "    Configuration, velocity and joint torques: shapes (nq,), (nv,) and (nv,), or a batch of them.\n"
      "external_forces, external_frame\n"
      "    External forces, shape (nbody, 6) or (B, nbody, 6), ANGULAR PART FIRST, as in inverse_dynamics.\n"
      "return_info : bool\n"
      "    True: also return a ForwardInfo, for one state of float64. Costs about one inverse dynamics.\n"
      "method : str\n"
      "    'automatic': pieces for large trees, else aba; with external_frame='root', pieces only for more than\n"
      "    4096 bodies; mass_matrix for models with mimic joints. 'aba': articulated bodies. 'mass_matrix':\n"
      "    composite bodies and Cholesky, the only method for mimic joints. For one state also 'pieces':\n"
      "    articulated bodies of pieces of the tree in SIMD lanes and on threads; and methods from papers:\n"
      "    'jsiia_columns', 'jsiia_crba', 'jsiia_sparse', 'hybrid_aba', 'cfa', 'ccg', 'pcg_ds', 'scan_aba', 'dca'.\n"
      "refine : int\n"
      "    Number of iterative refinement steps.\n"
      "precision : {'double', 'single'}\n"
      "    'single' computes in float32; refine restores the accuracy.\n"
      "solver : {'odd_even_elimination', 'thomas', 'cyclic_reduction'}\n"
      "    Solver of cfa.\n"
      "tolerance : float\n"
      "    Relative residual at which ccg and pcg_ds stop; 0: 64 times the machine epsilon.\n"
      "iterations : int\n"
      "    Maximum number of iterations of ccg and pcg_ds; 0: 20 nv + 100.\n"
      "start : array_like, optional\n"
      "    Initial acceleration of ccg and pcg_ds.\n\n"
      "Returns\n"
      "-------\n"
      "ndarray or (ndarray, ForwardInfo)\n"
      "    a, shape (nv,) or (B, nv).\n\n"
      "Notes\n"
      "-----\n"
      "The error of a grows with the condition number of the mass matrix, which is large for long chains;\n"
      "ForwardInfo.residual measures how well a satisfies the equations. Without return_info, a result that did not\n"
      "converge, or a model that is unsuitable for single precision, causes a RuntimeWarning.",
      arg("q"), arg("v"), arg("tau"), arg("external_forces") = nb::none(), arg("external_frame") = "body",
      arg("return_info") = false, nb::kw_only(), arg("method") = "automatic", arg("refine") = 0,
      arg("precision") = "double", arg("solver") = "odd_even_elimination", arg("tolerance") = 0.0,
      arg("iterations") = 0, arg("start") = nb::none());
  def(model, "forward_dynamics", with_options(forward_dynamics_with_info),
      "Compute the acceleration for tau, and return it with a ForwardInfo.", arg("q"), arg("v"), arg("tau"),
      arg("external_forces") = nb::none(), arg("external_frame") = "body", nb::kw_only(), arg("return_info"),
      arg("method") = "automatic", arg("refine") = 0, arg("precision") = "double",
      arg("solver") = "odd_even_elimination", arg("tolerance") = 0.0, arg("iterations") = 0, arg("start") = nb::none());
}

}  // namespace treefix::python
