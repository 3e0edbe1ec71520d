#include <treefix/dynamics.hpp>

#include <functional>
#include <initializer_list>
#include <limits>
#include <utility>

#include <treefix/algorithms/recursive/aba.hpp>
#include <treefix/algorithms/recursive/crba.hpp>
#include <treefix/algorithms/recursive/energy.hpp>
#include <treefix/algorithms/recursive/kinematics.hpp>
#include <treefix/algorithms/recursive/residual.hpp>
#include <treefix/algorithms/recursive/rnea.hpp>
#include <treefix/base/text.hpp>
#include <treefix/model/configuration.hpp>
#include <treefix/model/validate.hpp>

namespace treefix {

struct Dynamics::State {
  Model model;
  Workspace<double> workspace;
  Scratch<double> residual, scale;  // (nv) lent to scaled_residual
  bool kinematics_known = false;    // the getters of poses and velocities may answer

  explicit State(Model m)
      : model(std::move(m)), workspace(model.mechanism()), residual(model.nv()), scale(model.nv()) {}

  void check_output(std::string_view name, View<const double> out, Index wanted,
                    std::initializer_list<View<const double>> inputs) const {
    require_size(name, out.size(), static_cast<std::size_t>(wanted));
    const std::less<> before;  // a total order of pointers, also into different arrays
    for (const View<const double> in : inputs)
      if (before(out.begin(), in.end()) && before(in.begin(), out.end()))
        throw ValueError(concat(name, " overlaps an input, expected memory of its own"));
  }
  void check_velocity(std::string_view name, View<const double> x) const {
    require_size(name, x.size(), static_cast<std::size_t>(model.nv()));
    require_finite(name, x);
  }
  /// Every computation begins here, so this is where what kinematics left is given up.
  void check_configuration(View<const double> q) {
    kinematics_known = false;
    require_configuration(model, "q", q);
  }
  void check_frame(const Frame& frame) const {
    if (!kinematics_known) throw ValueError("poses and velocities are not known; call kinematics(q, v, a) first");
    if (frame.body >= model.nbody()) throw ValueError(concat("the frame is not one of model '", model.name(), "'"));
  }
  void check_external(const External& external) const {
    if (external.forces.empty()) return;
    require_size("external_forces", external.forces.size(), static_cast<std::size_t>(model.nbody()));
    for (Index i = 0; i < model.nbody(); ++i) {
      const auto& [n, f] = external.forces[i];
      if (!is_finite(n) || !is_finite(f))
        throw ValueError(concat("external_forces[", i, "] (body '", model.body_names()[static_cast<std::size_t>(i)],
                                "') is not finite"));
    }
  }

  void kinematics(View<const double> q, View<const double> v = {}, View<const double> a = {}) {
    check_configuration(q);
    if (!v.empty()) check_velocity("v", v);
    if (!a.empty()) check_velocity("a", a);
    const View<const double> zero = std::as_const(workspace.zero).view();
    treefix::kinematics(model.mechanism(), q, v.empty() ? zero : v, a.empty() ? zero : a, workspace);
  }
};

Dynamics::Dynamics(Model model) : state_(std::make_unique<State>(std::move(model))) {}
Dynamics::~Dynamics() = default;
Dynamics::Dynamics(Dynamics&&) noexcept = default;
Dynamics& Dynamics::operator=(Dynamics&&) noexcept = default;

const Model& Dynamics::model() const { return state_->model; }

void Dynamics::inverse(View<const double> q, View<const double> v, View<const double> a, View<double> tau,
                       const External& external) {
  State& s = *state_;
  s.check_configuration(q);
  s.check_velocity("v", v);
  s.check_velocity("a", a);
  s.check_output("tau", tau, s.model.nv(), {q, v, a});
  s.check_external(external);
  rnea(s.model.mechanism(), q, v, a, external, s.workspace, tau);
}

ForwardInfo Dynamics::forward(View<const double> q, View<const double> v, View<const double> tau, View<double> a,
                              const ForwardOptions& options, const External& external) {
  State& s = *state_;
  s.check_configuration(q);
  s.check_velocity("v", v);
  s.check_velocity("tau", tau);
  s.check_output("a", a, s.model.nv(), {q, v, tau});
  s.check_external(external);
  const Mechanism<double>& m = s.model.mechanism();
  aba(m, q, v, tau, external, s.workspace, a);
  ForwardInfo info{.method = Method::aba, .residual = std::numeric_limits<double>::quiet_NaN()};
  if (options.residual)
    info.residual = scaled_residual<double>(m, q, v, a, tau, external, s.workspace, s.residual.view(), s.scale.view());
  return info;
}

void Dynamics::mass_matrix(View<const double> q, View<double> H) {
  State& s = *state_;
  s.check_configuration(q);
  s.check_output("H", H, s.model.nv() * s.model.nv(), {q});
  crba(s.model.mechanism(), q, s.workspace, H);
}

void Dynamics::bias(View<const double> q, View<const double> v, View<double> tau, const External& external) {
  State& s = *state_;
  s.check_configuration(q);
  s.check_velocity("v", v);
  s.check_output("tau", tau, s.model.nv(), {q, v});
  s.check_external(external);
  bias_torques(s.model.mechanism(), q, v, external, s.workspace, tau);
}

void Dynamics::gravity(View<const double> q, View<double> tau) {
  State& s = *state_;
  s.check_configuration(q);
  s.check_output("tau", tau, s.model.nv(), {q});
  gravity_torques(s.model.mechanism(), q, s.workspace, tau);
}

void Dynamics::kinematics(View<const double> q, View<const double> v, View<const double> a) {
  state_->kinematics(q, v, a);
  state_->kinematics_known = true;
}

Transform<double> Dynamics::pose(const Frame& frame) const {
  state_->check_frame(frame);
  return frame.X_FB * state_->workspace.X0[frame.body];
}

Motion<double> Dynamics::velocity(const Frame& frame) const {
  state_->check_frame(frame);
  return frame.X_FB * state_->workspace.V[frame.body];
}

Motion<double> Dynamics::acceleration(const Frame& frame) const {
  state_->check_frame(frame);
  return frame.X_FB * state_->workspace.A[frame.body];
}

double Dynamics::kinetic_energy(View<const double> q, View<const double> v) {
  state_->check_velocity("v", v);
  state_->kinematics(q, v);
  return treefix::kinetic_energy(state_->model.mechanism(), v, state_->workspace);
}

double Dynamics::potential_energy(View<const double> q) {
  state_->kinematics(q);
  return treefix::potential_energy(state_->model.mechanism(), state_->workspace);
}

Force<double> Dynamics::momentum(View<const double> q, View<const double> v) {
  state_->check_velocity("v", v);
  state_->kinematics(q, v);
  return treefix::momentum(state_->model.mechanism(), state_->workspace);
}

Vec3<double> Dynamics::center_of_mass(View<const double> q) {
  state_->kinematics(q);
  return treefix::center_of_mass(state_->model.mechanism(), state_->workspace);
}

}  // namespace treefix
