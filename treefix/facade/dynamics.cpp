#include <treefix/dynamics.hpp>

#include <treefix/facade/dynamics_state.hpp>
#include <treefix/reference/energy.hpp>

namespace treefix {

Dynamics::Dynamics(Model model) : state_(std::make_unique<State>(std::move(model))) {}
Dynamics::~Dynamics() = default;
Dynamics::Dynamics(Dynamics&&) noexcept = default;
Dynamics& Dynamics::operator=(Dynamics&&) noexcept = default;

const Model& Dynamics::model() const { return state_->model; }

void Dynamics::inverse(View<const double> q, View<const double> v, View<const double> a, View<double> tau,
                       const InverseOptions& options, const External& external) {
  State& s = *state_;
  require_support_of_mimic(s.model, to_string(options.method), works_with_mimic(options.method));
  s.check_configuration(q);
  require_vector(s.model, "v", v);
  require_vector(s.model, "a", a);
  require_output("tau", tau, s.model.nv(), {q, v, a});
  require_external(s.model, external);
  Workers::check(options.threads);  // even if the method is serial
  s.inverse(q, v, a, tau, options, external);
}

std::string Dynamics::explain() const { return state_->engines.explain(); }

void Dynamics::bias(View<const double> q, View<const double> v, View<double> tau, const External& external) {
  State& s = *state_;
  s.check_configuration(q);
  require_vector(s.model, "v", v);
  require_output("tau", tau, s.model.nv(), {q, v});
  require_external(s.model, external);
  s.engines.run(Quantity::bias, q, v, {}, tau, external);
}

void Dynamics::gravity(View<const double> q, View<double> tau) {
  State& s = *state_;
  s.check_configuration(q);
  require_output("tau", tau, s.model.nv(), {q});
  s.engines.run(Quantity::gravity, q, {}, {}, tau);
}

void Dynamics::State::kinematics(View<const double> q, View<const double> v, View<const double> a) {
  check_configuration(q);
  if (!v.empty()) require_vector(model, "v", v);
  if (!a.empty()) require_vector(model, "a", a);
  const View<const double> rest = zero;
  reference::kinematics(model.mechanism(), full_q(q), v.empty() ? rest : full_v(v), a.empty() ? rest : full_a(a),
                        workspace());
}

void Dynamics::kinematics(View<const double> q, View<const double> v, View<const double> a) {
  state_->kinematics(q, v, a);
  state_->kinematics_known = true;
}

Transform<double> Dynamics::pose(const Frame& frame) const {
  state_->check_known(frame);
  return frame.X_FB * state_->workspace().X0[frame.body];
}

Motion<double> Dynamics::velocity(const Frame& frame) const {
  state_->check_known(frame);
  return frame.X_FB * state_->workspace().V[frame.body];
}

Motion<double> Dynamics::acceleration(const Frame& frame) const {
  state_->check_known(frame);
  return frame.X_FB * state_->workspace().A[frame.body];
}

double Dynamics::kinetic_energy(View<const double> q, View<const double> v) {
  require_vector(state_->model, "v", v);
  state_->kinematics(q, v);
  return reference::kinetic_energy(state_->model.mechanism(), state_->full_v(v), state_->workspace());
}

double Dynamics::potential_energy(View<const double> q) {
  state_->kinematics(q);
  return reference::potential_energy(state_->model.mechanism(), state_->workspace());
}

Force<double> Dynamics::momentum(View<const double> q, View<const double> v) {
  require_vector(state_->model, "v", v);
  state_->kinematics(q, v);
  return reference::momentum(state_->model.mechanism(), state_->workspace());
}

Vec3<double> Dynamics::center_of_mass(View<const double> q) {
  state_->kinematics(q);
  return reference::center_of_mass(state_->model.mechanism(), state_->workspace());
}

}  // namespace treefix
