// The private state of Dynamics. Only the sources of Dynamics include this header.
#pragma once

#include <optional>
#include <vector>

#include <treefix/dynamics.hpp>
#include <treefix/facade/checks.hpp>
#include <treefix/facade/engines.hpp>
#include <treefix/model/configuration.hpp>
#include <treefix/papers/forward/refine.hpp>
#include <treefix/reference/instances.hpp>
#include <treefix/reference/mimic.hpp>

namespace treefix {

using namespace facade;

struct Dynamics::State {
  using Workspace = reference::Workspace<double>;

  Model model;
  Engines engines;
  std::optional<Workspace> workspace_;  // for the recursive algorithms; for large trees, made at first use
  reference::MimicWorkspace<double> mimic;  // empty if there are no mimic joints
  std::vector<double> zero;  // (nv of the mechanism) zero velocities or accelerations
  Scratch<double> residual, scale;  // (nv) scratch for residuals
  Scratch<Force<double>> forces;  // (nbody) see at_joints; empty if there are no body offsets
  bool kinematics_known = false;  // whether poses, velocities and accelerations are known
  std::optional<papers::Corrections<double>> corrections;  // made at the first refinement

  explicit State(Model m)
      : model(std::move(m)), engines(model), mimic(model.mechanism(), model.mimic()),
        zero(static_cast<std::size_t>(model.mechanism().nv)), residual(model.nv()), scale(model.nv()),
        forces(ssize(model.body_offsets())) {
    if (model.nbody() <= planner::table::most_bodies_with_workspace) workspace();
  }

  Workspace& workspace() { return workspace_ ? *workspace_ : workspace_.emplace(model.mechanism()); }

  /// Every computation begins with this check, so it also invalidates the results of kinematics().
  void check_configuration(View<const double> q) {
    kinematics_known = false;
    require_configuration(model, "q", q);
  }
  void check_known(const Frame& frame) const {
    if (!kinematics_known) throw ValueError("poses and velocities are not known; call kinematics(q, v, a) first");
    require_frame(model, frame);
  }

  // inverse dynamics; arguments have been checked

  void inverse(View<const double> q, View<const double> v, View<const double> a, View<double> tau,
               const InverseOptions& options, const External& external) {
    const InverseMethod method =
        options.method == InverseMethod::automatic ? engines.plan().inverse(external.in_root()) : options.method;
    if (method == InverseMethod::recursive) return engines.run(Quantity::inverse, q, v, a, tau, external);
    Workers& workers = engines.workers(options.threads);
    if (method == InverseMethod::pieces)
      return engines.inverse_in_pieces().run(workers, q, v, a, at_bodies(workers, q, external), tau);
    engines.inverse_by_scan(method, options.tree).run(workers, {q, v, a, at_joints(external)}, tau);
  }
  void kinematics(View<const double> q, View<const double> v = {}, View<const double> a = {});

  // forward dynamics, in dynamics_forward.cpp; arguments have been checked

  papers::ForwardReport solve(ForwardMethod method, const ForwardOptions& options,
                              const papers::ForwardState<double>& state, View<double> a);
  papers::ForwardReport refined(ForwardMethod method, const ForwardOptions& options,
                                const papers::ForwardState<double>& state, View<double> a);
  double scaled_residual_of(View<const double> q, View<const double> v, View<const double> tau, View<const double> a,
                            const External& external);

  // From the coordinates of the model to those of its mechanism. Nothing is copied where they are the same.

  View<const double> full_q(View<const double> q) {
    if (!model.has_mimic()) return q;
    expand_configuration<double>(model.mimic(), q, mimic.q.view());
    return mimic.q.view();
  }
  View<const double> full_v(View<const double> v) { return full_rate(v, mimic.v); }
  View<const double> full_a(View<const double> a) { return full_rate(a, mimic.a); }
  View<const double> full_rate(View<const double> x, Scratch<double>& full) {
    if (!model.has_mimic()) return x;
    expand_velocity<double>(model.mimic(), x, full.view());
    return full.view();
  }
  /// External forces as the algorithms expect them: for these, of_body means coordinates of the moved joint frame.
  External at_joints(const External& external) {
    const auto& offsets = model.body_offsets();
    if (offsets.empty() || external.empty() || external.in_root()) return external;
    for (Index i = 0; i < model.nbody(); ++i) forces[i] = at(offsets, i).back(external.forces[i]);
    return {forces.view(), ExternalFrame::of_body};
  }
  /// The same for methods that take forces in body coordinates only.
  View<const Force<double>> at_bodies(Workers& workers, View<const double> q, const External& external) {
    if (!external.in_root()) return at_joints(external).forces;
    return engines.forces_by_scan().run(workers, q, external.forces);
  }
};

}  // namespace treefix
