// Executor: several threads.
#pragma once

#include <treefix/exec/workers.hpp>
#include <treefix/primitives/executor.hpp>

namespace treefix {

/// Runs calls on the threads of a Workers object that the caller owns. Bit-equal to Serial for every number of threads,
/// because primitives divide their work independently of that number.
class Threads {
 public:
  template <class X>
  using Array = Scratch<X>;

  explicit Threads(Workers& workers) : workers_(&workers) {}

  template <class F>
  void for_each(Index n, F f, Index grain = 1) const {
    workers_->run(n, grain, [&](Index first, Index last, int) {
      for (Index i = first; i < last; ++i) f(i);
    });
  }

 private:
  Workers* workers_;
};
static_assert(Executor<Threads>);

}  // namespace treefix
