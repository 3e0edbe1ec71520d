#include <treefix/dynamics.hpp>

#include <algorithm>
#include <functional>
#include <initializer_list>
#include <limits>
#include <map>
#include <optional>
#include <utility>

#include <treefix/algorithms/recursive/coupled.hpp>
#include <treefix/algorithms/recursive/energy.hpp>
#include <treefix/algorithms/recursive/instances.hpp>
#include <treefix/algorithms/scan/mass_by_scan.hpp>
#include <treefix/base/text.hpp>
#include <treefix/batch/levels.hpp>
#include <treefix/batch/part.hpp>
#include <treefix/big/inverse.hpp>
#include <treefix/big/mass.hpp>
#include <treefix/model/configuration.hpp>
#include <treefix/model/validate.hpp>
#include <treefix/primitives/sparse_ltdl.hpp>

namespace treefix {

namespace {

/// Numbers of one state, as a batch of one.
Argument argument_of(View<const double> x) {
  return {const_cast<double*>(x.data()), false, true, static_cast<Index>(x.size()), 0, 0};
}

}  // namespace

struct Dynamics::State {
  Model model;
  std::optional<Workspace<double>> workspace_;  // of the recursive algorithms; of large trees once they are asked for
  CoupledWorkspace<double> coupled;  // empty if no joint follows another
  std::vector<double> zero;  // (nv of the mechanism) a robot at rest
  Scratch<double> residual, scale;  // (nv) lent to scaled_residual
  Scratch<Force<double>> forces;  // (nbody) from outside, at the joints; none if every body is at its joint
  bool kinematics_known = false;  // the getters of poses and velocities may answer
  Part<double> kernels;  // torques, accelerations and mass matrices, body after body
  // inverse dynamics of large trees
  int most_threads = Workers(0).count();  // there is scratch for so many
  std::optional<Workers> workers;
  int threads = 0;  // that were asked for
  std::shared_ptr<const BigModel> big;  // shared by what follows
  std::optional<BigInverse> pieces;
  bool prefers_pieces = false;
  bool is_thin = false;  // dense H is computed in compressed rows
  std::map<std::pair<ScanAlgorithm, TreeWay>, InverseByScan> scans;
  // mass matrices of large trees, and in compressed rows
  std::optional<MassPattern> pattern_;
  std::optional<BigMass> mass_in_pieces;
  std::vector<double> lower_values;  // of dense matrices that are nearly all zeros
  std::optional<MassByScan> mass_by_scan;

  explicit State(Model m)
      : model(std::move(m)), coupled(model.mechanism(), model.coupling(), model.nv()),
        zero(static_cast<std::size_t>(model.mechanism().nv)), residual(model.nv()), scale(model.nv()),
        forces(ssize(model.body_offsets())), kernels(model, prepare(model.mechanism()), current_level().one_state, 1) {
    if (model.nbody() <= largest_at_once) workspace();
    if (is_coupled() || model.nbody() < least_bodies) return;
    make_pieces();
    prefers_pieces = pieces->plan().gains();
    is_thin = prefers_pieces && lower_entries(model.mechanism()) <= model.nv() * model.nv() / thin;
    use_threads(0);
  }

  /// Smaller trees do not all gain: with four lanes a chain of fewer does not fill them.
  static constexpr Index least_bodies = 64;
  /// Larger trees get the workspace of the recursive algorithms, 800 bytes per body, when they need it.
  static constexpr Index largest_at_once = 4096;
  /// Of so many numbers of H at most one is on or below the diagonal and not zero for every q: then zeros take longest.
  static constexpr Index thin = 16;
  /// Below, the kernels fill H in the same time or less, in one thread.
  static constexpr Index least_rows = 256;

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
    const bool in_root = !external.forces.empty() && external.coordinates == External::Coordinates::of_root;
    InverseMethod method = options.method;
    if (method == InverseMethod::automatic)
      method = prefers_pieces && !in_root ? InverseMethod::pieces : InverseMethod::recursive;
    if (method == InverseMethod::pieces && in_root)
      throw ValueError("pieces cannot be used with external forces in coordinates of the root");
    if (method == InverseMethod::recursive) return run(Work::inverse, q, v, a, tau, external);
    use_threads(options.threads);
    if (method == InverseMethod::pieces) {
      if (!pieces) make_pieces();
      return pieces->run(*workers, q, v, a, at_joints(external).forces, tau);
    }
    const auto algorithm = method == InverseMethod::pair_scan  ? ScanAlgorithm::pair_scan
                           : method == InverseMethod::two_scan ? ScanAlgorithm::two_scan
                                                               : ScanAlgorithm::simulated;
    scan(algorithm, options.tree).run(*workers, {q, v, a, at_joints(external)}, tau);
  }

  /// x and y as in Task.
  void run(Work work, View<const double> q, View<const double> v, View<const double> x, View<double> y,
           const External& external = {}) {
    Task<double> task{.work = work, .states = 1, .model = &kernels.model()};
    task.q = argument_of(q), task.v = argument_of(v), task.x = argument_of(x), task.y = argument_of(y);
    if (!external.forces.empty()) {
      static_assert(sizeof(Force<double>) == 6 * sizeof(double));
      task.outside = argument_of({&external.forces[0].n.x, 6 * model.nbody()});
      task.outside_in_root = external.coordinates == External::Coordinates::of_root;
    }
    if (needs_matrix(work, model)) kernels.need_matrix();
    kernels.run(task, 0, 1, 0);
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
  if (s.prefers_pieces) return concat("in pieces: ", plan.explain(), "; ", rounds);
  return concat("body after body: pieces would take ", rounds, " (", plan.explain(), ")");
}

ForwardInfo Dynamics::forward(View<const double> q, View<const double> v, View<const double> tau, View<double> a,
                              const ForwardOptions& options, const External& external) {
  State& s = *state_;
  s.check_method(options.method != Method::aba);
  s.check_configuration(q);
  s.check_velocity("v", v);
  s.check_velocity("tau", tau);
  s.check_output("a", a, s.model.nv(), {q, v, tau});
  s.check_external(external);
  const bool by_matrix = s.is_coupled() || options.method == Method::mass_matrix;
  s.run(by_matrix ? Work::forward_by_mass_matrix : Work::forward, q, v, tau, a, external);
  ForwardInfo info{.method = by_matrix ? Method::mass_matrix : Method::aba};
  info.residual = options.residual ? s.judge(q, v, tau, a, external) : std::numeric_limits<double>::quiet_NaN();
  return info;
}

void Dynamics::mass_matrix(View<const double> q, View<double> H, const MassOptions& options) {
  State& s = *state_;
  s.check_configuration(q);
  s.check_output("H", H, s.model.nv() * s.model.nv(), {q});
  Workers::check(options.threads);
  if (s.is_coupled() || s.model.nv() < State::least_rows) return s.run(Work::mass_matrix, q, {}, {}, H);
  s.use_threads(options.threads);
  s.is_thin ? s.put_thin(q, H) : s.by_scan().dense(*s.workers, q, H);
}

void Dynamics::mass_matrix_apply(View<const double> q, View<const double> x, View<double> y,
                                 const MassOptions& options) {
  State& s = *state_;
  s.check_configuration(q);
  s.check_velocity("x", x);
  s.check_output("y", y, s.model.nv(), {q, x});
  Workers::check(options.threads);
  if (!s.prefers_pieces) return s.run(Work::mass_matrix_apply, q, {}, x, y);
  s.use_threads(options.threads);
  // what accelerations x ask of the motors of a robot that is at rest and weighs nothing
  s.pieces->run(*s.workers, q, s.zero, x, {}, y, /*with_gravity=*/false);
}

void Dynamics::mass_matrix_solve(View<const double> q, View<const double> x, View<double> y) {
  State& s = *state_;
  s.check_configuration(q);
  s.check_velocity("x", x);
  s.check_output("y", y, s.model.nv(), {q, x});
  s.run(Work::mass_matrix_solve, q, {}, x, y);
}

Index Dynamics::sparse_entries() const {
  state_->check_sparse();
  return lower_entries(state_->model.mechanism());
}

const AncestorPaths& Dynamics::sparse_rows() { return state_->pattern().lower_rows(); }

void Dynamics::sparse_mass_matrix(View<const double> q, View<double> values, const MassOptions& options) {
  State& s = *state_;
  s.check_configuration(q);
  s.check_output("values", values, s.pattern().lower_rows().entries(), {q});
  s.use_threads(options.threads);
  s.put_lower(q, s.pattern().lower_rows().begins(), values);
}

void Dynamics::factor_sparse(View<double> values) {
  State& s = *state_;
  const AncestorPaths& rows = s.pattern().lower_rows();
  require_size("values", values.size(), static_cast<std::size_t>(rows.entries()));
  const Index failed = factor_sparse_ltdl(rows, values);
  if (failed < 0) return;
  Index joint = s.model.nbody() - 1;
  while (s.model.mechanism().joint(joint).v > failed) --joint;
  throw ValueError(concat("values are not those of a positive definite H at coordinate ", failed, ", joint '",
                          s.model.joint(joint).name, "'"));
}

void Dynamics::solve_sparse(View<const double> factors, View<double> x) {
  State& s = *state_;
  const AncestorPaths& rows = s.pattern().lower_rows();
  require_size("factors", factors.size(), static_cast<std::size_t>(rows.entries()));
  s.check_velocity("x", x);
  solve_sparse_ltdl(rows, factors, x);
}

const SymmetricRows& Dynamics::symmetric_rows() { return state_->pattern().symmetric_rows(); }

void Dynamics::symmetric_mass_matrix(View<const double> q, View<double> values, const MassOptions& options) {
  State& s = *state_;
  s.check_configuration(q);
  s.check_output("values", values, s.pattern().symmetric_rows().entries(), {q});
  s.use_threads(options.threads);
  s.put_lower(q, s.pattern().symmetric_rows().begins(), values);  // q -> H_ij with j <= i
  s.pattern().mirror(*s.workers, values);  // -> H_ji
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
