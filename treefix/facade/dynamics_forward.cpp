// Dynamics: forward dynamics.
#include <algorithm>
#include <cmath>
#include <limits>

#include <treefix/base/text.hpp>
#include <treefix/facade/dynamics_state.hpp>
#include <treefix/facade/float_warning.hpp>

namespace treefix {

using papers::ForwardReport, papers::ForwardState, papers::IterationOptions;

namespace {

/// The largest residual that a method should leave, in ε of the precision that it computes in; measured in
/// docs/accuracy.md. cfa loses digits because its equations are ill-conditioned. dca treats the outer end of each
/// element as free, and the resulting large accelerations cancel later. This happens on bushy trees, too, so its bound
/// depends on the number of bodies. Iterative methods stop by a different residual: see Pcg.
double promised_epsilons(ForwardMethod method, CfaSolver solver, const Tree& tree) {
  const auto squared = [](Index n) { return static_cast<double>(n) * static_cast<double>(n); };
  switch (method) {
    case ForwardMethod::cfa:  // see Cfa
      return (solver == CfaSolver::odd_even_elimination ? 1e5 : 300) * squared(tree.depth());
    case ForwardMethod::dca: return 1e5 + 30 * squared(tree.size());
    case ForwardMethod::ccg:
    case ForwardMethod::pcg_ds: return 1e6;
    default: return 1e3;
  }
}

/// The reason in the report, as text; empty if there is none.
std::string reason_of(const ForwardReport& report, const Model& model) {
  using Reason = ForwardReport::Reason;
  switch (report.reason) {
    case Reason::none: break;
    case Reason::not_positive_definite:
      return concat("the mass matrix is numerically singular at joint '", model.joint_of_v(report.coordinate).name,
                    "'");
    case Reason::iteration_limit:
      return concat("did not converge: after ", report.iterations, " iterations the relative residual is ",
                    report.residual);
    case Reason::breakdown:
      return concat("did not converge: after ", report.iterations,
                    " iterations the mass matrix proved to be numerically singular");
    case Reason::no_progress:
      return concat("did not converge: after ", report.iterations, " iterations the relative residual stays at ",
                    report.residual);
    case Reason::step_limit:
      return concat("did not converge: after ", report.refinements, report.refinements == 1 ? " step" : " steps",
                    " of refinement another would still change accelerations by ", report.residual,
                    ", relative to the largest");
    case Reason::no_better_step:
      return concat("did not converge: single precision cannot refine accelerations beyond an error of about ",
                    report.residual, ", relative to the largest; use double precision");
  }
  return {};
}

/// A message if the result is less accurate than it should be, or if float is too inaccurate for the model; else empty.
std::string broken_promise(const ForwardInfo& info, const ForwardOptions& options, const Model& model) {
  const bool in_float = options.single_precision && options.refine == 0;
  const double epsilon = in_float ? std::numeric_limits<float>::epsilon() : std::numeric_limits<double>::epsilon();
  // every method reports a residual above √ε, that is, a loss of half of the digits
  const double promised =
      std::min(std::sqrt(epsilon), promised_epsilons(info.method, options.solver, model.mechanism().tree) * epsilon);
  if (info.residual > promised)
    return concat("the residual is ", info.residual, ", above the bound of ", promised, " for method ",
                  to_string(info.method));
  return in_float ? float_warning(model) : "";
}

}  // namespace

/// tau -> a; if state.only_inertia is set, a = H⁻¹ tau
ForwardReport Dynamics::State::solve(ForwardMethod method, const ForwardOptions& options,
                                     const ForwardState<double>& state, View<double> a) {
  if (is_from_papers(method)) {
    ForwardState<double> there = state;
    there.external = at_joints(state.external);
    IterationOptions iteration{options.tolerance, options.iterations, options.warm_start, options.history};
    if (state.only_inertia) {
      iteration.warm_start = false;
      iteration.history = {};
    }
    Workers& workers = engines.workers(options.threads);
    return engines.forward_by_papers().run(workers, method, options, there, a, iteration);
  }
  if (method == ForwardMethod::pieces) {
    Workers& workers = engines.workers(options.threads);
    engines.forward_in_pieces().run(workers, state.q, state.v, state.tau, at_bodies(workers, state.q, state.external),
                                    a, !state.only_inertia);
    return {};
  }
  const Quantity quantity = state.only_inertia                     ? Quantity::mass_matrix_solve
                            : method == ForwardMethod::mass_matrix ? Quantity::forward_by_mass_matrix
                                                                   : Quantity::forward;
  if (options.single_precision)
    engines.run_in_float(quantity, state.q, state.v, state.tau, a, state.external);
  else
    engines.run(quantity, state.q, state.v, state.tau, a, state.external);
  return {};
}

/// tau -> a, and steps of refinement
ForwardReport Dynamics::State::refined(ForwardMethod method, const ForwardOptions& options,
                                       const ForwardState<double>& state, View<double> a) {
  const ForwardReport report = solve(method, options, state, a);
  if (options.refine == 0) return report;
  if (!corrections) corrections.emplace(model.nv());
  const View<double> r = residual.view();
  const auto correct = [&] {
    inverse(state.q, state.v, a, r, {.threads = options.threads}, state.external);
    for (Index k = 0; k < ssize(r); ++k) r[k] = state.tau[k] - r[k];
    const ForwardState<double> rest{state.q, zero, r, {}, /*only_inertia=*/true, /*same_q=*/true};
    return solve(method, options, rest, corrections->delta()).has_result();
  };
  return corrections->run(report, options.refine, options.single_precision, correct, a);
}

double Dynamics::State::scaled_residual_of(View<const double> q, View<const double> v, View<const double> tau,
                                           View<const double> a, const External& external) {
  const Mechanism<double>& m = model.mechanism();
  const External there = at_joints(external);
  if (!model.has_mimic())
    return reference::scaled_residual<double>(m, q, v, a, tau, there, workspace(), residual.view(), scale.view());
  return reference::mimic_residual<double>(m, model.mimic(), q, v, a, tau, there, workspace(), mimic, residual.view(),
                                           scale.view());
}

ForwardInfo Dynamics::forward(View<const double> q, View<const double> v, View<const double> tau, View<double> a,
                              const ForwardOptions& options, const External& external) {
  State& s = *state_;
  require_support_of_mimic(s.model, to_string(options.method), works_with_mimic(options.method));
  s.check_configuration(q);
  require_vector(s.model, "v", v);
  require_vector(s.model, "tau", tau);
  require_output("a", a, s.model.nv(), {q, v, tau});
  require_external(s.model, external);
  require_options(options, a);
  ForwardInfo info{.method = options.method};
  if (info.method == ForwardMethod::automatic)
    info.method = s.engines.plan().forward(external.in_root(), options.single_precision);
  const ForwardReport report = s.refined(info.method, options, {q, v, tau, external}, a);
  info.iterations = report.iterations;
  info.converged = report.converged;
  info.reason = reason_of(report, s.model);
  if (!report.has_result()) {
    std::fill(a.begin(), a.end(), std::numeric_limits<double>::quiet_NaN());
    return info;
  }
  if (!all_finite(a)) {
    const Index k = std::find_if(a.begin(), a.end(), [](double x) { return !std::isfinite(x); }) - a.begin();
    info.converged = false;
    info.reason = concat("the acceleration of joint '", s.model.joint_of_v(k).name, "' is not finite");
  }
  if (options.residual) info.residual = s.scaled_residual_of(q, v, tau, a, external);
  if (info.reason.empty() && (options.residual || options.single_precision))
    info.reason = broken_promise(info, options, s.model);
  return info;
}

}  // namespace treefix
