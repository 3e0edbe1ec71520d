// Dynamics: forward dynamics.
#include <algorithm>
#include <cmath>
#include <limits>

#include <treefix/batch_dynamics.hpp>
#include <treefix/dynamics_state.hpp>

namespace treefix {

namespace {

constexpr bool is_family(Method method) { return method >= Method::jsiia_columns; }
constexpr Family family_of(Method method) {
  return static_cast<Family>(static_cast<int>(method) - static_cast<int>(Method::jsiia_columns));
}
static_assert(family_of(Method::cfa) == Family::cfa && family_of(Method::dca) == Family::dca);

/// The residual that a method keeps to, in ε of what it computes in; measured in docs/accuracy.md. Constraint forces lose what the
/// condition of their equations takes, dca what free ends of its stretches do that others take back, on bushy trees as on chains;
/// iterations end by another measure.
double promised_epsilons(Method method, CfaSolver solver, const Tree& tree) {
  const auto squared = [](Index n) { return static_cast<double>(n) * static_cast<double>(n); };
  switch (method) {
    case Method::cfa:  // see Cfa
      return (solver == CfaSolver::odd_even_elimination ? 1e5 : 300) * squared(tree.depth());
    case Method::dca: return 1e5 + 30 * squared(tree.size());
    case Method::ccg:
    case Method::pcg_ds: return 1e6;
    default: return 1e3;
  }
}

/// Why the result is not better, in words; empty if nothing is wrong.
std::string reason_of(const ForwardReport& report, const Model& model) {
  using Reason = ForwardReport::Reason;
  switch (report.reason) {
    case Reason::none: break;
    case Reason::not_positive_definite:
      return concat("the mass matrix cannot be told from a singular one at joint '",
                    model.joint_of_v(report.coordinate).name, "'");
    case Reason::iteration_limit:
      return concat("did not converge: after ", report.iterations, " iterations the relative residual is ",
                    report.residual);
    case Reason::breakdown:
      return concat("did not converge: after ", report.iterations,
                    " iterations the mass matrix cannot be told from a singular one");
    case Reason::no_progress:
      return concat("did not converge: after ", report.iterations, " iterations the relative residual stays at ",
                    report.residual);
    case Reason::step_limit:
      return concat("did not converge: after ", report.refinements, report.refinements == 1 ? " step" : " steps",
                    " of refinement another would still change accelerations by ", report.residual, " of the largest");
    case Reason::no_better_step:
      return concat("did not converge: single precision cannot refine accelerations beyond ", report.residual,
                    " of the largest; expected double precision");
  }
  return {};
}

/// A result that is worse than it should be, in words.
std::string broken_promise(const ForwardInfo& info, const ForwardOptions& options, const Model& model) {
  const bool in_float = options.single_precision && options.refine == 0;
  const double epsilon = in_float ? std::numeric_limits<float>::epsilon() : std::numeric_limits<double>::epsilon();
  // half of the digits at least, or there is a word, whatever the method
  const double promised =
      std::min(std::sqrt(epsilon), promised_epsilons(info.method, options.solver, model.mechanism().tree) * epsilon);
  if (info.residual > promised)
    return concat("the residual is ", info.residual, ", above the ", promised, " that ", to_string(info.method),
                  " keeps to");
  return in_float ? BatchDynamics::warning(model) : "";
}

}  // namespace

/// The method that is used.
Method Dynamics::State::chosen(const ForwardOptions& options, const External& external) const {
  if (options.method != Method::automatic) return options.method;
  if (is_coupled()) return Method::mass_matrix;
  const bool in_pieces = prefers_forward_pieces && pieces_gain_with(external) && !options.single_precision;
  return in_pieces ? Method::pieces : Method::aba;
}

/// tau -> a; of a state that asks for inertia alone, H⁻¹ tau -> a
ForwardReport Dynamics::State::solve(Method method, const ForwardOptions& options, const ForwardState<double>& state,
                                     View<double> a) {
  if (is_family(method)) {
    use_threads(options.threads);
    ForwardState<double> there = state;
    there.external = at_joints(state.external);
    IterationOptions iteration{options.tolerance, options.iterations, options.warm_start, options.history};
    if (state.only_inertia) iteration.warm_start = false, iteration.history = {};
    return families.run(*workers, family_of(method), options, there, a, iteration);
  }
  if (method == Method::pieces) {
    use_threads(options.threads);
    forward_in_pieces().run(*workers, state.q, state.v, state.tau, at_bodies(state.q, state.external), a,
                            !state.only_inertia);
    return {};
  }
  const Work work = state.only_inertia              ? Work::mass_matrix_solve
                    : method == Method::mass_matrix ? Work::forward_by_mass_matrix
                                                    : Work::forward;
  if (options.single_precision)
    run(kernels_in_float(), work, state.q, state.v, state.tau, a, state.external);
  else
    run(work, state.q, state.v, state.tau, a, state.external);
  return {};
}

/// tau -> a, and steps of refinement
ForwardReport Dynamics::State::refined(Method method, const ForwardOptions& options, const ForwardState<double>& state,
                                       View<double> a) {
  const ForwardReport report = solve(method, options, state, a);
  if (options.refine == 0) return report;
  if (!corrections) corrections.emplace(model.nv());
  const View<double> r = residual.view();
  const auto correct = [&] {
    inverse(state.q, state.v, a, r, state.external, {.threads = options.threads});
    for (Index k = 0; k < ssize(r); ++k) r[k] = state.tau[k] - r[k];
    const ForwardState<double> rest{state.q, zero, r, {}, /*only_inertia=*/true, /*same_q=*/true};
    return solve(method, options, rest, corrections->delta()).has_result();
  };
  return corrections->run(report, options.refine, options.single_precision, correct, a);
}

void Dynamics::State::check_forward(const ForwardOptions& options, View<const double> a) const {
  Workers::check(options.threads);  // also where one will do
  if (options.refine < 0 || options.refine > ForwardOptions::most_refinements)
    throw ValueError(
        concat("refine is ", options.refine, ", expected a number of steps up to ", ForwardOptions::most_refinements));
  if (!(options.tolerance >= 0) || std::isinf(options.tolerance))
    throw ValueError(concat("tolerance is ", options.tolerance, ", expected a positive number, or 0 for the default"));
  if (options.iterations < 0)
    throw ValueError(
        concat("iterations is ", options.iterations, ", expected a positive number, or 0 for the default"));
  if (options.method == Method::pieces && options.single_precision)
    throw ValueError("pieces computes in double only; expected aba or another method for single precision");
  if (!options.warm_start) return;
  if (!iterates(options.method))
    throw ValueError("to begin with an acceleration is for methods that iterate, ccg and pcg_ds");
  require_finite("a", a);
}

ForwardInfo Dynamics::forward(View<const double> q, View<const double> v, View<const double> tau, View<double> a,
                              const ForwardOptions& options, const External& external) {
  State& s = *state_;
  s.check_method(works_with_mimic(options.method));
  s.check_configuration(q);
  s.check_velocity("v", v);
  s.check_velocity("tau", tau);
  s.check_output("a", a, s.model.nv(), {q, v, tau});
  s.check_external(external);
  s.check_forward(options, a);
  ForwardInfo info{.method = s.chosen(options, external)};
  const ForwardState<double> state{q, v, tau, external};
  const ForwardReport report = s.refined(info.method, options, state, a);
  info.iterations = report.iterations, info.converged = report.converged, info.reason = reason_of(report, s.model);
  if (!report.has_result()) {
    std::fill(a.begin(), a.end(), std::numeric_limits<double>::quiet_NaN());
    return info;
  }
  if (!all_finite(a)) {
    const Index k = std::find_if(a.begin(), a.end(), [](double x) { return !std::isfinite(x); }) - a.begin();
    info.converged = false;
    info.reason = concat("the acceleration of joint '", s.model.joint_of_v(k).name, "' is not finite");
  }
  if (options.residual) info.residual = s.judge(q, v, tau, a, external);
  if (info.reason.empty() && (options.residual || options.single_precision))
    info.reason = broken_promise(info, options, s.model);
  return info;
}

}  // namespace treefix
