// Dynamics: the mass matrix.
#include <treefix/dynamics_state.hpp>
#include <treefix/kernels/crba.hpp>
#include <treefix/primitives/sparse_ltdl.hpp>

namespace treefix {

void Dynamics::mass_matrix(View<const double> q, View<double> H, const MassOptions& options) {
  State& s = *state_;
  s.check_configuration(q);
  s.check_output("H", H, s.model.nv() * s.model.nv(), {q});
  Workers::check(options.threads);
  if (s.is_coupled() || s.model.nv() < State::least_rows) return s.run(Work::mass_matrix, q, {}, {}, H);
  s.use_threads(options.threads);
  s.is_thin ? s.put_thin(q, H) : s.by_scan().dense(*s.workers, q, H);
}

void Dynamics::packed_mass_matrix(View<const double> q, View<double> H, const MassOptions& options) {
  State& s = *state_;
  s.check_configuration(q);
  s.check_output("H", H, packed_size(s.model.nv()), {q});
  Workers::check(options.threads);
  s.run(Work::packed_mass_matrix, q, {}, {}, H);
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
  throw ValueError(concat("values are not those of a positive definite H at coordinate ", failed, ", joint '",
                          s.model.joint_of_v(failed).name, "'"));
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

}  // namespace treefix
