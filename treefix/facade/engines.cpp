#include <treefix/facade/engines.hpp>

#include <algorithm>

#include <treefix/large_tree/kernels.hpp>
#include <treefix/simd/level.hpp>

namespace treefix::facade {

namespace {

const engine::StateKernels& state_kernels() { return *simd::current_level().states; }

}  // namespace

Engines::Engines(const Model& model)
    : model_(model), one_state_(model, prepared::prepare(model.mechanism()), state_kernels().one_state),
      plan_(model, division()), paper_methods_(model) {
  if (planner::is_divided(model)) workers(0);
}

const large_tree::Division* Engines::division() {
  return planner::is_divided(model_) ? &inverse_in_pieces().division() : nullptr;
}

Workers& Engines::workers(int threads) {
  if (workers_ && threads == threads_) return *workers_;
  Workers::check(threads);
  threads_ = threads;
  return workers_.emplace(threads == 0 ? most_threads_ : std::min(threads, most_threads_));
}

void Engines::run_in_float(Quantity quantity, View<const double> q, View<const double> v, View<const double> input,
                           View<double> output, const ExternalForces<double>& external) {
  if (!in_float_) in_float_.emplace(model_, one_state_.prepared(), state_kernels().in_float);
  in_float_->run(quantity, q, v, input, output, external);
}

std::shared_ptr<const large_tree::DividedModel> Engines::divided_model() {
  if (!divided_) divided_ = std::make_shared<large_tree::DividedModel>(model_.mechanism(), one_state_.prepared());
  return divided_;
}

large_tree::InverseInPieces& Engines::inverse_in_pieces() {
  if (!inverse_in_pieces_) inverse_in_pieces_.emplace(divided_model(), most_threads_);
  return *inverse_in_pieces_;
}

large_tree::ForwardInPieces& Engines::forward_in_pieces() {
  if (!forward_in_pieces_) forward_in_pieces_.emplace(divided_model(), model_.mechanism(), most_threads_);
  return *forward_in_pieces_;
}

papers::InverseByScan& Engines::inverse_by_scan(InverseMethod method, TreeScan tree) {
  const std::pair key(method, tree);
  auto found = scans_.find(key);
  if (found == scans_.end()) found = scans_.emplace(key, papers::InverseByScan(model_.mechanism(), method, tree)).first;
  return found->second;
}

papers::ForcesByScan& Engines::forces_by_scan() {
  if (!forces_by_scan_) forces_by_scan_.emplace(model_.mechanism());
  return *forces_by_scan_;
}

papers::MassPattern& Engines::pattern() {
  if (!pattern_) pattern_.emplace(model_.mechanism());
  return *pattern_;
}

papers::MassByScan& Engines::mass_by_scan() {
  if (!mass_by_scan_) mass_by_scan_.emplace(model_.mechanism(), large_tree::current_kernels().rows);
  return *mass_by_scan_;
}

void Engines::lower_rows(Workers& workers, View<const double> q, View<const Index> begins, View<double> values) {
  if (!plan_.mass_in_pieces()) return mass_by_scan().lower(workers, q, begins, values);
  if (!mass_in_pieces_) mass_in_pieces_.emplace(divided_model(), most_threads_);
  mass_in_pieces_->lower(workers, q, begins, values);
}

void Engines::sparse_as_dense(Workers& workers, View<const double> q, View<double> H) {
  const AncestorPaths& rows = pattern().lower_rows();
  lower_values_.resize(static_cast<std::size_t>(rows.entries()));
  lower_rows(workers, q, rows.begins(), lower_values_);
  pattern().expand(workers, lower_values_, H);
}

}  // namespace treefix::facade
