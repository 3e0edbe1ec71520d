// The engine for one state or many: a model, the kernels of an instruction level and scratch for every thread.
#pragma once

#include <utility>
#include <vector>

#include <treefix/base/available_memory.hpp>
#include <treefix/base/text.hpp>
#include <treefix/base/zero_memory.hpp>
#include <treefix/engine/task.hpp>
#include <treefix/planner/table.hpp>

namespace treefix::engine {

/// Keeps references to the model and the kernels. Workers are numbered from 0; one thread at a time may use each.
template <class C>
class StateEngine {
 public:
  StateEngine(const Model& model, const Prepared<double>& prepared, const GroupKernels<C>& kernels, int workers)
      : model_{convert<C>(prepared), &model}, kernels_(&kernels), workers_(workers) {
    allocate(model.mechanism().nv <= planner::table::most_dof_with_matrix);
  }
  StateEngine(const StateEngine&) = delete;  // the scratch has pointers to model_
  StateEngine& operator=(const StateEngine&) = delete;

  const Prepared<C>& prepared() const { return model_.prepared; }
  int lanes() const { return kernels_->lanes; }
  /// Call before run() with a quantity that needs a mass matrix. Throws MemoryError with the number of bytes if it does
  /// not fit.
  void need_matrix() {
    if (with_matrix_) return;
    require_memory(concat("the mass matrix of model '", model_.model->name(), "'"),
                   workers_ * static_cast<double>(kernels_->scratch_bytes(model_, true)));
    allocate(true);
  }
  /// Computes the groups first, …, last − 1.
  void run(const Task& task, Index first, Index last, int worker) const {
    kernels_->run(task, first, last, scratch_[static_cast<std::size_t>(worker)].data());
  }

 private:
  void allocate(bool with_matrix) {
    std::vector<ZeroMemory> scratch;
    const std::size_t bytes = kernels_->scratch_bytes(model_, with_matrix);
    for (int worker = 0; worker < workers_; ++worker)
      kernels_->lay_out(model_, with_matrix, scratch.emplace_back(bytes).data());
    scratch_ = std::move(scratch);
    with_matrix_ = with_matrix;
  }

  EngineModel<C> model_;
  const GroupKernels<C>* kernels_;
  int workers_;
  bool with_matrix_ = false;
  std::vector<ZeroMemory> scratch_;
};

}  // namespace treefix::engine
