// A model in one precision, with the kernels of an instruction set and scratch for every thread.
#pragma once

#include <vector>

#include <treefix/base/available_memory.hpp>
#include <treefix/base/text.hpp>
#include <treefix/base/zero_memory.hpp>
#include <treefix/batch/task.hpp>

namespace treefix {

/// Keeps references to the model and the kernels. Workers are numbered from 0; each may be used by one thread at a time.
template <class C>
class Part {
 public:
  /// Models with more degrees of freedom have memory for mass matrices only after they were asked for one.
  static constexpr Index largest_at_once = 512;

  Part(const Model& model, const Prepared<double>& prepared, const Kernels<C>& kernels, int workers)
      : model_{convert<C>(prepared), &model}, kernels_(&kernels), workers_(workers) {
    allocate(model.mechanism().nv <= largest_at_once);
  }
  Part(const Part&) = delete;  // scratch points to the model here
  Part& operator=(const Part&) = delete;

  const BatchModel<C>& model() const { return model_; }
  int lanes() const { return kernels_->lanes; }
  /// To be called before run() with a work that needs it. Throws MemoryError, with the bytes, if it does not fit.
  void need_matrix() {
    if (with_matrix_) return;
    require_memory(concat("the mass matrix of model '", model_.model->name(), "'"),
                   workers_ * static_cast<double>(kernels_->scratch_bytes(model_, true)));
    allocate(true);
  }
  void run(const Task<C>& task, Index first, Index last, int worker) const {
    kernels_->run(task, first, last, scratch_[static_cast<std::size_t>(worker)].data());
  }

 private:
  void allocate(bool with_matrix) {
    std::vector<ZeroMemory> scratch;
    const std::size_t bytes = kernels_->scratch_bytes(model_, with_matrix);
    for (int worker = 0; worker < workers_; ++worker)
      kernels_->lay_out(model_, with_matrix, scratch.emplace_back(bytes).data());
    scratch_ = std::move(scratch), with_matrix_ = with_matrix;
  }

  BatchModel<C> model_;
  const Kernels<C>* kernels_;
  int workers_;
  bool with_matrix_ = false;
  std::vector<ZeroMemory> scratch_;
};

}  // namespace treefix
