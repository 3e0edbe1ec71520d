// The engines of one Dynamics.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
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
#include <treefix/planner/batch.hpp>
#include <treefix/planner/plan.hpp>

namespace treefix::facade {

using engine::Quantity;

/// An engine for one state. It keeps the Task between calls and writes only the fields that change, because a call for
/// a small robot takes only 100 ns.
template <class C>
class OneState {
 public:
  OneState(const Model& model, const prepared::Prepared<double>& prepared, const engine::GroupKernels<C>& kernels)
      : model_(model), engine_(model, prepared, kernels, 1), task_{.states = 1} {
    // a batch of one row; with one lane, rows and interleaved groups have the same layout
    const bool interleaved = engine_.lanes() == 1;
    task_.q = {{}, nullptr, false, interleaved, 1, model.nq(), model.nq(), 1};
    task_.v = task_.input = task_.output = {{}, nullptr, false, interleaved, 1, model.nv(), model.nv(), 1};
    task_.external = {{}, nullptr, false, interleaved, 1, 6 * model.nbody(), 6 * model.nbody(), 1};
  }

  const prepared::Prepared<C>& prepared() const { return engine_.prepared(); }

  /// input and output: see Task.
  void run(Quantity quantity, View<const double> q, View<const double> v, View<const double> input, View<double> output,
           const ExternalForces<double>& external) {
    static_assert(sizeof(Force<double>) == 6 * sizeof(double));
    task_.quantity = quantity;
    task_.q.data = const_cast<double*>(q.data());
    task_.v.data = const_cast<double*>(v.data());
    task_.input.data = const_cast<double*>(input.data());
    task_.output.data = output.data();
    task_.output.numbers = task_.output.state_stride = ssize(output);
    task_.external.data = const_cast<Force<double>*>(external.forces.data());
    task_.external_frame = external.frame;
    task_.past_caches = planner::past_caches(ssize(output) * static_cast<Index>(sizeof(C)));
    if (engine::needs_matrix(quantity, model_)) engine_.need_matrix();
    engine_.run(task_, 0, 1, 0);
  }

 private:
  const Model& model_;
  engine::StateEngine<C> engine_;
  engine::Task task_;
};

/// Makes each engine when it is first used. The constructor makes only the engine for one state and, if the model is
/// divided into pieces, that for inverse dynamics in pieces. Arguments have been checked.
///
/// Keeps a reference to the model. Threads: one object belongs to one thread.
class Engines {
 public:
  explicit Engines(const Model& model);

  const planner::Plan& plan() const { return plan_; }
  std::string explain() { return plan_.explain(model_, division()); }
  /// The workers for this number of threads; 0: one for each core. Throws ValueError as Workers::check does.
  Workers& workers(int threads);

  /// One state, body by body, in one thread. input and output: see Task.
  void run(Quantity quantity, View<const double> q, View<const double> v, View<const double> input, View<double> output,
           const ExternalForces<double>& external = {}) {
    one_state_.run(quantity, q, v, input, output, external);
  }
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
  /// q -> dense H from its sparse rows, for an H that is mostly zero
  void sparse_as_dense(Workers& workers, View<const double> q, View<double> H);
  /// q -> rows of H up to the diagonal; row i begins at values[begins[i]]
  void lower_rows(Workers& workers, View<const double> q, View<const Index> begins, View<double> values);

 private:
  using Scans = std::map<std::pair<InverseMethod, TreeScan>, papers::InverseByScan>;

  std::shared_ptr<const large_tree::DividedModel> divided_model();
  const large_tree::Division* division();

  const Model& model_;
  OneState<double> one_state_;
  std::optional<OneState<float>> in_float_;
  int most_threads_ = Workers(0).count();  // the number of threads that engines have scratch for
  std::optional<Workers> workers_;
  int threads_ = 0;  // the number that workers_ was made for
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
