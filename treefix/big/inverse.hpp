// Inverse dynamics of one large tree, in lanes and on threads.
#pragma once

#include <memory>

#include <treefix/big/door.hpp>
#include <treefix/big/levels.hpp>

namespace treefix {

/// Computes tau = ID(q, v, a) of one mechanism, divided by a BigPlan.
///
/// Threads: holds scratch, so one belongs to one thread; it uses the threads of the Workers it is given.
/// Determinism: the same bits for every number of threads, within one instruction level.
/// Allocation: none after construction. Memory O(n).
/// Accuracy: that of the recursive algorithm; forces and motions stay in the coordinates of bodies.
class BigInverse {
 public:
  /// Scratch is for so many workers.
  BigInverse(std::shared_ptr<const BigModel> model, int workers);

  const BigPlan& plan() const { return model_->plan; }

  /// outside: a force on each body in its own coordinates, numbered as in the mechanism; empty for none. The workers may not
  /// be more than there is scratch for. Without gravity and velocities this is H a.
  void run(Workers& workers, View<const double> q, View<const double> v, View<const double> a,
           View<const Force<double>> outside, View<double> tau, bool with_gravity = true);

 private:
  void allocate();
  void trunk_out(const BigTask& task) const;
  void trunk_in(const BigTask& task) const;

  std::shared_ptr<const BigModel> model_;
  const BigKernels* kernels_;
  std::vector<ShortIndex> visited_;  // bundles from which forests hang
  BigDoor door_;
  ZeroMemory values_memory_, trunk_memory_;
  std::vector<ZeroMemory> scratch_;  // of each worker
  BigValues values_;
};

}  // namespace treefix
