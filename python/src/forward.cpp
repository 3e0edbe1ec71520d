// Model: forward dynamics.
#include <nanobind/stl/pair.h>
#include <nanobind/stl/vector.h>

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

/// What Python says of the result: also the history of methods that iterate.
struct Info : ForwardInfo {
  std::vector<double> history;
};

/// The keywords of forward_dynamics beside those of all methods.
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

/// Whether BatchDynamics can do it, too.
bool is_for_batches(const ForwardOptions& how) {
  const bool known = how.method == ForwardMethod::automatic || how.method == ForwardMethod::aba ||
                     how.method == ForwardMethod::mass_matrix;
  return known && how.refine == 0 && !how.single_precision && !how.warm_start;
}

/// What Dynamics says of a single state.
void require_usable(ForwardMethod method, const Model& model) {
  if (!works_with_mimic(method) && model.has_mimic())
    throw ValueError(concat("the method cannot be used with model '", model.name(), "', because it has mimic joints"));
}

AnyArray forward(Robot& robot, const Options& options, ArrayLike q, ArrayLike v, ArrayLike tau, ArrayLike forces,
                 const char* frame, const Forward& keywords, Info* info) {
  Call call(robot, options);
  ForwardOptions how = keywords.options(options.threads);
  require_usable(how.method, robot.model());
  const Input position = call.read_q(q), velocity = call.read_v(v), torque = call.read_v(tau, "tau");
  const External external = call.read_external(forces, frame);
  if (!call.is_single()) {
    if (info) throw ValueError("return_info: expected one state of float64, with check=True and no progress");
    if (!is_for_batches(how))
      throw ValueError(
          "method: expected 'automatic', 'aba' or 'mass_matrix', and nothing of refine, precision or start, "
          "for many states, float32, check=False or progress");
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
    warn(found.reason);  // who does not ask hears it all the same
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
  nb::class_<Info>(m, "ForwardInfo", "What forward dynamics says of its result.")
      .def_prop_ro(
          "method", [](const Info& info) { return std::string(to_string(info.method)); }, "The method that was used.")
      .def_ro("residual", &Info::residual,
              "The largest |inverse_dynamics(q, v, a) - tau|, at each joint divided by the forces that cancel\n"
              "in it: about 2.2e-16 for a good result.")
      .def_ro("iterations", &Info::iterations, "0 for methods that do not iterate.")
      .def_ro("converged", &Info::converged,
              "False: a is the best that was found, or NaN if nothing was, and reason says why it is not better.")
      .def_ro("reason", &Info::reason, "What there is to say of the result; empty if nothing.")
      .def_ro(
          "history", &Info::history,
          "Of methods that iterate: the residual that tolerance is compared with, before and after each iteration:\n"
          "|r| / (|tau| + |H| |a|) with r = tau - inverse_dynamics(q, v, a), in the norm that divides by diag(H).")
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
      "The acceleration under tau, shape (nv,) or (B, nv); with return_info=True a pair (a, ForwardInfo), for one\n"
      "state of float64.\n\n"
      "external_forces: shape (nbody, 6) or (B, nbody, 6), ANGULAR PART FIRST, as in inverse_dynamics.\n"
      "method: 'aba', articulated bodies; 'mass_matrix', composite bodies and Cholesky, the only one where joints\n"
      "follow others; of one state also 'pieces', articulated bodies of parts of the tree in SIMD lanes and on "
      "threads;\n"
      "and what papers describe: 'jsiia_columns', 'jsiia_crba', 'jsiia_sparse', 'hybrid_aba', 'cfa', 'ccg', 'pcg_ds',\n"
      "'scan_aba', 'dca'. 'automatic': pieces for large trees, else aba, and always aba with external_frame='root'.\n"
      "refine: steps of iterative refinement. precision: 'single' computes in float32, which refine restores.\n"
      "solver, of cfa: 'thomas', 'odd_even_elimination', 'cyclic_reduction'. tolerance, iterations, start, of ccg and\n"
      "pcg_ds: of the relative residual; at most so many; an acceleration to begin with.\n"
      "The error of a grows with the condition number of the mass matrix, which is large for long\n"
      "chains: ForwardInfo.residual says how well a fits. It costs about one inverse dynamics. Without return_info,\n"
      "a result that did not converge, or is in single precision that suits the model badly, comes with a\n"
      "RuntimeWarning.\n"
      "Of many states, and out, threads, check, progress: see Model.",
      arg("q"), arg("v"), arg("tau"), arg("external_forces") = nb::none(), arg("external_frame") = "body",
      arg("return_info") = false, nb::kw_only(), arg("method") = "automatic", arg("refine") = 0,
      arg("precision") = "double", arg("solver") = "odd_even_elimination", arg("tolerance") = 0.0,
      arg("iterations") = 0, arg("start") = nb::none());
  def(model, "forward_dynamics", with_options(forward_dynamics_with_info),
      "The same, with what there is to say of the result.", arg("q"), arg("v"), arg("tau"),
      arg("external_forces") = nb::none(), arg("external_frame") = "body", nb::kw_only(), arg("return_info"),
      arg("method") = "automatic", arg("refine") = 0, arg("precision") = "double",
      arg("solver") = "odd_even_elimination", arg("tolerance") = 0.0, arg("iterations") = 0, arg("start") = nb::none());
}

}  // namespace treefix::python
