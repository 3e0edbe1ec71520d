// The engines of one Dynamics.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include <treefix/engine/state_engine.hpp>
#include <treefix/exec/workers.hpp>
#include <treefix/facade/paper_methods.hpp>
#include <treefix/large_tree/forward/stages.hpp>
#include <treefix/large_tree/inverse/stages.hpp>
#include <treefix/large_tree/mass/stages.hpp>
#include <treefix/papers/inverse/forces_by_scan.hpp>
#include <treefix/papers/inverse/inverse_by_scan.hpp>
#include <treefix/papers/mass/mass_by_scan.hpp>
#include <treefix/papers/mass/mass_pattern.hpp>
#include <treefix/planner/plan.hpp>

namespace treefix::facade {

using engine::Quantity;

/// Makes each engine when it is first used; those that the planner chooses for the model at once. Arguments have been
/// checked.
///
/// Keeps a reference to the model. Threads: one object belongs to one thread.
class Engines {
 public:
  explicit Engines(const Model& model);

  const planner::Plan& plan() const { return plan_; }
  /// The workers for this number of threads; 0: one for each core. Throws ValueError as Workers::check does.
  Workers& workers(int threads);

  /// One state, body after body, in one thread. input and output: see Task.
  void run(Quantity quantity, View<const double> q, View<const double> v, View<const double> input, View<double> output,
           const ExternalForces<double>& external = {});
  /// The same in single precision.
  void run_in_float(Quantity quantity, View<const double> q, View<const double> v, View<const double> input,
                    View<double> output, const ExternalForces<double>& external = {});

  large_tree::InverseInPieces& inverse_in_pieces();
  large_tree::ForwardInPieces& forward_in_pieces();
  papers::InverseByScan& inverse_by_scan(InverseMethod method, TreeScan tree);
  PaperMethods& forward_by_papers() { return paper_methods_; }
  papers::ForcesByScan& forces_by_scan();

  papers::MassPattern& pattern();
  papers::MassByScan& mass_by_scan();
  /// q -> H in a full matrix of which most is zero
  void sparse_as_dense(Workers& workers, View<const double> q, View<double> H);
  /// q -> rows of H up to the diagonal, row i from values[begins[i]] on
  void lower_rows(Workers& workers, View<const double> q, View<const Index> begins, View<double> values);

 private:
  using Scans = std::map<std::pair<InverseMethod, TreeScan>, papers::InverseByScan>;

  std::shared_ptr<const large_tree::DividedModel> divided_model();
  const large_tree::Division* division();

  const Model& model_;
  engine::StateEngine<double> one_state_;
  std::optional<engine::StateEngine<float>> in_float_;
  int most_threads_ = Workers(0).count();  // there is scratch for so many
  std::optional<Workers> workers_;
  int threads_ = 0;  // that workers_ was made for
  std::shared_ptr<const large_tree::DividedModel> divided_;  // shared by the engines in pieces
  std::optional<large_tree::InverseInPieces> inverse_in_pieces_;
  std::optional<large_tree::ForwardInPieces> forward_in_pieces_;
  std::optional<large_tree::MassInPieces> mass_in_pieces_;
  planner::Plan plan_;
  Scans scans_;
  PaperMethods paper_methods_;
  std::optional<papers::ForcesByScan> forces_by_scan_;
  std::optional<papers::MassPattern> pattern_;
  std::optional<papers::MassByScan> mass_by_scan_;
  std::vector<double> lower_values_;  // of sparse_as_dense
};

}  // namespace treefix::facade
