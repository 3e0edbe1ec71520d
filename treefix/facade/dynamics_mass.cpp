// Dynamics: the mass matrix.
#include <treefix/base/packed.hpp>
#include <treefix/base/text.hpp>
#include <treefix/facade/dynamics_state.hpp>
#include <treefix/primitives/sparse_ltdl.hpp>

namespace treefix {

void Dynamics::mass_matrix(View<const double> q, View<double> H, const MassOptions& options) {
  State& s = *state_;
  s.check_configuration(q);
  require_output("H", H, s.model.nv() * s.model.nv(), {q});
  Workers::check(options.threads);
  const planner::MassMethod method = s.engines.plan().mass();
  if (method == planner::MassMethod::kernels) return s.engines.run(Quantity::mass_matrix, q, {}, {}, H);
  Workers& workers = s.engines.workers(options.threads);
  if (method == planner::MassMethod::sparse) return s.engines.sparse_as_dense(workers, q, H);
  s.engines.mass_by_scan().dense(workers, q, H);
}

void Dynamics::packed_mass_matrix(View<const double> q, View<double> H, const MassOptions& options) {
  State& s = *state_;
  s.check_configuration(q);
  require_output("H", H, packed_size(s.model.nv()), {q});
  Workers::check(options.threads);
  s.engines.run(Quantity::packed_mass_matrix, q, {}, {}, H);
}

void Dynamics::mass_matrix_apply(View<const double> q, View<const double> x, View<double> y,
                                 const MassOptions& options) {
  State& s = *state_;
  s.check_configuration(q);
  require_vector(s.model, "x", x);
  require_output("y", y, s.model.nv(), {q, x});
  Workers::check(options.threads);
  if (!s.engines.plan().mass_in_pieces()) return s.engines.run(Quantity::mass_matrix_apply, q, {}, x, y);
  // the torques for accelerations x of a robot at rest without gravity
  Workers& workers = s.engines.workers(options.threads);
  s.engines.inverse_in_pieces().run(workers, q, s.zero, x, {}, y, /*with_gravity=*/false);
}

void Dynamics::mass_matrix_solve(View<const double> q, View<const double> x, View<double> y) {
  State& s = *state_;
  s.check_configuration(q);
  require_vector(s.model, "x", x);
  require_output("y", y, s.model.nv(), {q, x});
  s.engines.run(Quantity::mass_matrix_solve, q, {}, x, y);
}

Index Dynamics::sparse_entries() const {
  require_sparse(state_->model);
  return papers::lower_entries(state_->model.mechanism());
}

const AncestorPaths& Dynamics::sparse_rows() {
  require_sparse(state_->model);
  return state_->engines.pattern().lower_rows();
}

void Dynamics::sparse_mass_matrix(View<const double> q, View<double> values, const MassOptions& options) {
  State& s = *state_;
  s.check_configuration(q);
  const AncestorPaths& rows = sparse_rows();
  require_output("values", values, rows.entries(), {q});
  s.engines.lower_rows(s.engines.workers(options.threads), q, rows.begins(), values);
}

void Dynamics::factor_sparse(View<double> values) {
  const AncestorPaths& rows = sparse_rows();
  require_size("values", values.size(), static_cast<std::size_t>(rows.entries()));
  const Index failed = factor_sparse_ltdl(rows, values);
  if (failed < 0) return;
  throw ValueError(concat("H is not numerically positive definite at coordinate ", failed, ", joint '",
                          state_->model.joint_of_v(failed).name, "'"));
}

void Dynamics::solve_sparse(View<const double> factors, View<double> x) {
  const AncestorPaths& rows = sparse_rows();
  require_size("factors", factors.size(), static_cast<std::size_t>(rows.entries()));
  require_vector(state_->model, "x", x);
  solve_sparse_ltdl(rows, factors, x);
}

const SymmetricRows& Dynamics::symmetric_rows() {
  require_sparse(state_->model);
  return state_->engines.pattern().symmetric_rows();
}

void Dynamics::symmetric_mass_matrix(View<const double> q, View<double> values, const MassOptions& options) {
  State& s = *state_;
  s.check_configuration(q);
  const SymmetricRows& rows = symmetric_rows();
  require_output("values", values, rows.entries(), {q});
  Workers& workers = s.engines.workers(options.threads);
  s.engines.lower_rows(workers, q, rows.begins(), values);  // q -> H_ij with j <= i
  s.engines.pattern().mirror(workers, values);  // -> H_ji
}

}  // namespace treefix
