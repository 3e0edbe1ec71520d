// What a Dynamics holds. Included by its own sources only.
#pragma once

#include <algorithm>
#include <functional>
#include <initializer_list>
#include <map>
#include <optional>
#include <utility>

#include <treefix/algorithms/forward/refine.hpp>
#include <treefix/algorithms/recursive/coupled.hpp>
#include <treefix/algorithms/recursive/instances.hpp>
#include <treefix/algorithms/scan/forces_by_scan.hpp>
#include <treefix/algorithms/scan/mass_by_scan.hpp>
#include <treefix/base/text.hpp>
#include <treefix/batch/levels.hpp>
#include <treefix/batch/part.hpp>
#include <treefix/big/forward.hpp>
#include <treefix/big/inverse.hpp>
#include <treefix/big/mass.hpp>
#include <treefix/dynamics.hpp>
#include <treefix/dynamics_families.hpp>
#include <treefix/model/configuration.hpp>
#include <treefix/model/validate.hpp>

namespace treefix {

namespace detail {

/// Numbers of one state, as a batch of one: a row, which for kernels with one lane is the same as interleaved.
inline Argument argument_of(View<const double> x, int lanes) {
  const auto n = static_cast<Index>(x.size());
  return {const_cast<double*>(x.data()), false, lanes == 1, n, n, 1};
}

}  // namespace detail

struct Dynamics::State {
  Model model;
  std::optional<Workspace<double>> workspace_;  // of the recursive algorithms; of large trees once they are asked for
  CoupledWorkspace<double> coupled;  // empty if no joint follows another
  std::vector<double> zero;  // (nv of the mechanism) a robot at rest
  Scratch<double> residual, scale;  // (nv) lent to scaled_residual
  Scratch<Force<double>> forces;  // (nbody) from outside, at the joints; none if every body is at its joint
  bool kinematics_known = false;  // the getters of poses and velocities may answer
  Part<double> kernels;  // torques, accelerations and mass matrices, body after body
  std::optional<Part<float>> kernels_in_float_;  // of forward dynamics in single precision
  // inverse dynamics of large trees
  int most_threads = Workers(0).count();  // there is scratch for so many
  std::optional<Workers> workers;
  int threads = 0;  // that were asked for
  std::shared_ptr<const BigModel> big;  // shared by what follows
  std::optional<BigInverse> pieces;
  bool prefers_pieces = false;  // inverse dynamics and the mass matrix
  bool prefers_forward_pieces = false;
  bool is_thin = false;  // dense H is computed in compressed rows
  std::optional<ForcesByScan> forces_by_scan;
  std::map<std::pair<ScanAlgorithm, TreeWay>, InverseByScan> scans;
  // forward dynamics of large trees, and as the papers have it
  std::optional<BigForward> forward_in_pieces_;
  ForwardFamilies families;
  std::optional<Corrections<double>> corrections;  // once refinement was asked for
  // mass matrices of large trees, and in compressed rows
  std::optional<MassPattern> pattern_;
  std::optional<BigMass> mass_in_pieces;
  std::vector<double> lower_values;  // of dense matrices that are nearly all zeros
  std::optional<MassByScan> mass_by_scan;

  explicit State(Model m)
      : model(std::move(m)), coupled(model.mechanism(), model.coupling(), model.nv()),
        zero(static_cast<std::size_t>(model.mechanism().nv)), residual(model.nv()), scale(model.nv()),
        forces(ssize(model.body_offsets())), kernels(model, prepare(model.mechanism()), current_level().one_state, 1),
        families(model) {
    if (model.nbody() <= largest_at_once) workspace();
    if (is_coupled() || model.nbody() < least_bodies) return;
    make_pieces();
    prefers_pieces = pieces->plan().gains();
    prefers_forward_pieces = pieces->plan().forward_gains();
    is_thin = prefers_pieces && lower_entries(model.mechanism()) <= model.nv() * model.nv() / thin;
    use_threads(0);
  }

  /// Smaller trees do not all gain: with four lanes a chain of fewer does not fill them.
  static constexpr Index least_bodies = 64;
  /// Larger trees get the workspace of the recursive algorithms, 800 bytes per body, and memory for poses when they need it.
  static constexpr Index largest_at_once = 4096;
  /// Of so many numbers of H at most one is on or below the diagonal and not zero for every q: then zeros take longest.
  static constexpr Index thin = 16;
  /// Below, the kernels fill H in the same time or less, in one thread.
  static constexpr Index least_rows = 256;

  static bool is_in_root(const External& external) {
    return !external.forces.empty() && external.coordinates == External::Coordinates::of_root;
  }
  /// Poses for forces in coordinates of the root take as long as pieces gain on one thread, and in smaller trees on two. The
  /// number of threads is not asked: results must not depend on it.
  bool pieces_gain_with(const External& external) const {
    return !is_in_root(external) || model.nbody() > largest_at_once;
  }
  Part<float>& kernels_in_float() {
    if (!kernels_in_float_) kernels_in_float_.emplace(model, prepare(model.mechanism()), current_level().in_float, 1);
    return *kernels_in_float_;
  }
  Workspace<double>& workspace() { return workspace_ ? *workspace_ : workspace_.emplace(model.mechanism()); }
  void make_pieces() {
    big = std::make_shared<BigModel>(model.mechanism(), kernels.model().prepared);
    pieces.emplace(big, most_threads);
  }
  void use_threads(int wanted) {
    if (workers && wanted == threads) return;
    Workers::check(wanted);
    workers.emplace(wanted == 0 ? most_threads : std::min(wanted, most_threads)), threads = wanted;
  }
  InverseByScan& scan(ScanAlgorithm algorithm, TreeWay way) {
    const std::pair key(algorithm, way);
    auto found = scans.find(key);
    if (found == scans.end()) found = scans.emplace(key, InverseByScan(model.mechanism(), algorithm, way)).first;
    return found->second;
  }

  void check_sparse() const {
    if (is_coupled())
      throw ValueError(concat("H of model '", model.name(),
                              "' is not had in compressed rows, because it has mimic joints; expected it dense"));
  }
  MassPattern& pattern() {
    check_sparse();
    return pattern_ ? *pattern_ : pattern_.emplace(model.mechanism());
  }
  MassByScan& by_scan() {
    if (!mass_by_scan) mass_by_scan.emplace(model.mechanism(), current_big_level().kernels.rows);
    return *mass_by_scan;
  }
  /// q -> rows up to the diagonal, each from where `begins` says
  void put_lower(View<const double> q, View<const Index> begins, View<double> values) {
    if (!prefers_pieces) return by_scan().lower(*workers, q, begins, values);
    if (!mass_in_pieces) mass_in_pieces.emplace(big, most_threads);
    mass_in_pieces->lower(*workers, q, begins, values);
  }

  /// q -> H where most of it is zero: its zeros and few entries are filled in after all else.
  void put_thin(View<const double> q, View<double> H) {
    const AncestorPaths& rows = pattern().lower_rows();
    lower_values.resize(static_cast<std::size_t>(rows.entries()));
    put_lower(q, rows.begins(), lower_values);
    pattern().expand(*workers, lower_values, H);
  }

  void inverse(View<const double> q, View<const double> v, View<const double> a, View<double> tau,
               const External& external, const InverseOptions& options) {
    InverseMethod method = options.method;
    if (method == InverseMethod::automatic)
      method = prefers_pieces && pieces_gain_with(external) ? InverseMethod::pieces : InverseMethod::recursive;
    if (method == InverseMethod::recursive) return run(Work::inverse, q, v, a, tau, external);
    use_threads(options.threads);
    if (method == InverseMethod::pieces) {
      if (!pieces) make_pieces();
      return pieces->run(*workers, q, v, a, at_bodies(q, external), tau);
    }
    const auto algorithm = method == InverseMethod::pair_scan  ? ScanAlgorithm::pair_scan
                           : method == InverseMethod::two_scan ? ScanAlgorithm::two_scan
                                                               : ScanAlgorithm::simulated;
    scan(algorithm, options.tree).run(*workers, {q, v, a, at_joints(external)}, tau);
  }

  // forward dynamics, in dynamics_forward.cpp

  Method chosen(const ForwardOptions& options, const External& external) const;
  ForwardReport solve(Method method, const ForwardOptions& options, const ForwardState<double>& state, View<double> a);
  ForwardReport refined(Method method, const ForwardOptions& options, const ForwardState<double>& state,
                        View<double> a);
  void check_forward(const ForwardOptions& options, View<const double> a) const;
  BigForward& forward_in_pieces() {
    if (!big) make_pieces();
    return forward_in_pieces_ ? *forward_in_pieces_ : forward_in_pieces_.emplace(big, model.mechanism(), most_threads);
  }

  /// x and y as in Task.
  void run(Work work, View<const double> q, View<const double> v, View<const double> x, View<double> y,
           const External& external = {}) {
    run(kernels, work, q, v, x, y, external);
  }
  template <class C>
  void run(Part<C>& part, Work work, View<const double> q, View<const double> v, View<const double> x, View<double> y,
           const External& external) {
    Task<C> task{.work = work, .states = 1, .model = &part.model()};
    const auto argument = [&](View<const double> numbers) { return detail::argument_of(numbers, part.lanes()); };
    task.q = argument(q), task.v = argument(v), task.x = argument(x), task.y = argument(y);
    if (!external.forces.empty()) {
      static_assert(sizeof(Force<double>) == 6 * sizeof(double));
      task.outside = argument({&external.forces[0].n.x, 6 * model.nbody()});
      task.outside_in_root = external.coordinates == External::Coordinates::of_root;
    }
    if (needs_matrix(work, model)) part.need_matrix();
    part.run(task, 0, 1, 0);
  }

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
  void check_method(bool works_with_mimic) const {
    if (!works_with_mimic && is_coupled())
      throw ValueError(
          concat("the method cannot be used with model '", model.name(), "', because it has mimic joints"));
  }

  // Between the user's coordinates and the mechanism's. Where they are the same, nothing is copied.

  bool is_coupled() const { return !model.coupling().empty(); }
  View<const double> full_q(View<const double> q) {
    if (!is_coupled()) return q;
    expand_configuration<double>(model.coupling(), q, coupled.q.view());
    return coupled.q.view();
  }
  View<const double> full_v(View<const double> v) { return full_rate(v, coupled.v); }
  View<const double> full_a(View<const double> a) { return full_rate(a, coupled.a); }
  View<const double> full_rate(View<const double> x, Scratch<double>& full) {
    if (!is_coupled()) return x;
    expand_velocity<double>(model.coupling(), x, full.view());
    return full.view();
  }
  /// The same forces as the algorithms take them: of_body is in coordinates of the moved joint frame there.
  External at_joints(const External& external) {
    const auto& offsets = model.body_offsets();
    if (offsets.empty() || external.forces.empty() || external.coordinates == External::Coordinates::of_root)
      return external;
    for (Index i = 0; i < model.nbody(); ++i) forces[i] = offsets[static_cast<std::size_t>(i)].back(external.forces[i]);
    return {forces.view(), External::Coordinates::of_body};
  }

  /// The same where only of_body will do. Uses the workers.
  View<const Force<double>> at_bodies(View<const double> q, const External& external) {
    if (!is_in_root(external)) return at_joints(external).forces;
    if (!forces_by_scan) forces_by_scan.emplace(model.mechanism());
    return forces_by_scan->run(*workers, q, external.forces);
  }

  /// The scaled residual of an acceleration.
  double judge(View<const double> q, View<const double> v, View<const double> tau, View<const double> a,
               const External& external) {
    const Mechanism<double>& m = model.mechanism();
    const External outside = at_joints(external);
    if (!is_coupled())
      return scaled_residual<double>(m, q, v, a, tau, outside, workspace(), residual.view(), scale.view());
    return coupled_residual<double>(m, model.coupling(), q, v, a, tau, outside, workspace(), coupled, residual.view(),
                                    scale.view());
  }

  void kinematics(View<const double> q, View<const double> v = {}, View<const double> a = {}) {
    check_configuration(q);
    if (!v.empty()) check_velocity("v", v);
    if (!a.empty()) check_velocity("a", a);
    const View<const double> rest = zero;
    treefix::kinematics(model.mechanism(), full_q(q), v.empty() ? rest : full_v(v), a.empty() ? rest : full_a(a),
                        workspace());
  }
};

}  // namespace treefix
