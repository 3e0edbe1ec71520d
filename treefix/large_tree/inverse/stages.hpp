// Inverse dynamics of one large tree, in lanes and on threads: the order of stages.
#pragma once

#include <memory>

#include <treefix/large_tree/division/renumbering.hpp>
#include <treefix/large_tree/inverse/data.hpp>

namespace treefix::large_tree {

/// Computes tau = ID(q, v, a) of one mechanism, divided by a Division.
///
/// Threads: holds scratch, so one object belongs to one thread; it uses the threads of the Workers it is given.
/// Determinism: the same bits for every number of threads, within one instruction level.
/// Allocation: none after construction. Memory O(n).
/// Accuracy: that of the recursive algorithm; forces and motions stay in body coordinates.
class InverseInPieces {
 public:
  /// Allocates scratch for this number of workers.
  InverseInPieces(std::shared_ptr<const DividedModel> model, int workers);

  const Division& division() const { return model_->division; }

  /// external: a force on each body in its own coordinates, numbered as in the mechanism; empty for none. Takes at most
  /// as many workers as the constructor. Without gravity and velocities this is H a.
  void run(Workers& workers, View<const double> q, View<const double> v, View<const double> a,
           View<const Force<double>> external, View<double> tau, bool with_gravity = true);

 private:
  void allocate();
  void trunk_out(const InverseTask& task) const;
  void trunk_in(const InverseTask& task) const;

  std::shared_ptr<const DividedModel> model_;
  const InverseKernels* kernels_;
  std::vector<ShortIndex> visited_;  // bundles with anchors
  Renumbering numbering_;
  ZeroMemory values_memory_, trunk_memory_;
  std::vector<ZeroMemory> scratch_;  // of each worker
  InverseValues values_;
};

}  // namespace treefix::large_tree
