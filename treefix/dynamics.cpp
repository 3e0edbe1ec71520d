#include <treefix/dynamics.hpp>

#include <cmath>

#include <treefix/algorithms/recursive/energy.hpp>
#include <treefix/dynamics_state.hpp>

namespace treefix {

Dynamics::Dynamics(Model model) : state_(std::make_unique<State>(std::move(model))) {}
Dynamics::~Dynamics() = default;
Dynamics::Dynamics(Dynamics&&) noexcept = default;
Dynamics& Dynamics::operator=(Dynamics&&) noexcept = default;

const Model& Dynamics::model() const { return state_->model; }

void Dynamics::inverse(View<const double> q, View<const double> v, View<const double> a, View<double> tau,
                       const External& external, const InverseOptions& options) {
  State& s = *state_;
  s.check_method(options.method == InverseMethod::automatic || options.method == InverseMethod::recursive);
  s.check_configuration(q);
  s.check_velocity("v", v);
  s.check_velocity("a", a);
  s.check_output("tau", tau, s.model.nv(), {q, v, a});
  s.check_external(external);
  Workers::check(options.threads);  // also where one will do
  s.inverse(q, v, a, tau, external, options);
}

std::string Dynamics::explain() const {
  const State& s = *state_;
  const Index n = s.model.nbody();
  if (s.is_coupled()) return "body after body: the model has mimic joints";
  if (n < State::least_bodies)
    return concat("body after body: ", n, " bodies, and pieces gain from ", State::least_bodies, " on");
  const BigPlan& plan = s.pieces->plan();
  const std::string rounds = concat(plan.rounds(), " rounds, and up to ", plan.most_rounds(), " gain");
  const std::string forward = concat("; forward dynamics ", s.prefers_forward_pieces ? "in pieces" : "body after body",
                                     ": pieces take ", std::lround(plan.forward_cost()),
                                     " bodies' time on one thread, the recursion ", std::lround(plan.recursion_cost()));
  if (s.prefers_pieces) return concat("in pieces: ", plan.explain(), "; ", rounds, forward);
  return concat("body after body: pieces would take ", rounds, " (", plan.explain(), ")", forward);
}

void Dynamics::bias(View<const double> q, View<const double> v, View<double> tau, const External& external) {
  State& s = *state_;
  s.check_configuration(q);
  s.check_velocity("v", v);
  s.check_output("tau", tau, s.model.nv(), {q, v});
  s.check_external(external);
  s.run(Work::bias, q, v, {}, tau, external);
}

void Dynamics::gravity(View<const double> q, View<double> tau) {
  State& s = *state_;
  s.check_configuration(q);
  s.check_output("tau", tau, s.model.nv(), {q});
  s.run(Work::gravity, q, {}, {}, tau);
}

void Dynamics::kinematics(View<const double> q, View<const double> v, View<const double> a) {
  state_->kinematics(q, v, a);
  state_->kinematics_known = true;
}

Transform<double> Dynamics::pose(const Frame& frame) const {
  state_->check_frame(frame);
  return frame.X_FB * state_->workspace().X0[frame.body];
}

Motion<double> Dynamics::velocity(const Frame& frame) const {
  state_->check_frame(frame);
  return frame.X_FB * state_->workspace().V[frame.body];
}

Motion<double> Dynamics::acceleration(const Frame& frame) const {
  state_->check_frame(frame);
  return frame.X_FB * state_->workspace().A[frame.body];
}

double Dynamics::kinetic_energy(View<const double> q, View<const double> v) {
  state_->check_velocity("v", v);
  state_->kinematics(q, v);
  return treefix::kinetic_energy(state_->model.mechanism(), state_->full_v(v), state_->workspace());
}

double Dynamics::potential_energy(View<const double> q) {
  state_->kinematics(q);
  return treefix::potential_energy(state_->model.mechanism(), state_->workspace());
}

Force<double> Dynamics::momentum(View<const double> q, View<const double> v) {
  state_->check_velocity("v", v);
  state_->kinematics(q, v);
  return treefix::momentum(state_->model.mechanism(), state_->workspace());
}

Vec3<double> Dynamics::center_of_mass(View<const double> q) {
  state_->kinematics(q);
  return treefix::center_of_mass(state_->model.mechanism(), state_->workspace());
}

}  // namespace treefix
