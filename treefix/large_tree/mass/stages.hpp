// The mass matrix of one large tree, in lanes and on threads: the order of stages.
#pragma once

#include <memory>

#include <treefix/large_tree/division/renumbering.hpp>
#include <treefix/large_tree/mass/data.hpp>
#include <treefix/planner/table.hpp>

namespace treefix::large_tree {

/// Computes H(q) of one mechanism in compressed rows, divided by a Division.
///
/// Threads: holds scratch, so one object belongs to one thread; it uses the threads of the Workers it is given.
/// Determinism: the same bits for every number of threads, within one instruction level.
/// Allocation: none after construction. Memory O(n).
/// Accuracy: that of the recursive algorithm; moments are taken about bodies nearby (see MassPlan).
class MassInPieces {
 public:
  /// Allocates scratch for this number of workers. frame_span: see MassPlan.
  MassInPieces(std::shared_ptr<const DividedModel> model, int workers,
               Index frame_span = planner::table::bodies_per_moment_frame);

  /// The number of entries on root paths: the lower triangle of the sparse H, including the diagonal.
  Index lower_entries() const { return plan_.entries; }

  /// Writes row i of H, the coordinates on the path from the root to i, to values[begins[i]] and after. Coordinates are
  /// numbered as in the mechanism. Takes at most as many workers as the constructor.
  void lower(Workers& workers, View<const double> q, View<const Index> begins, View<double> values);
  /// H_ii from composite inertias, without the rest of H.
  void diagonal(Workers& workers, View<const double> q, View<double> diagonal);

 private:
  void allocate(int workers);
  void run(Workers& workers, const MassCall& call);
  void trunk_out(const MassTask& task) const;
  void trunk_in(const MassTask& task) const;

  std::shared_ptr<const DividedModel> model_;
  MassPlan plan_;
  const MassKernels* kernels_;
  std::vector<ShortIndex> with_anchors_;  // bundles with anchors
  Renumbering numbering_;
  ZeroMemory values_memory_, trunk_memory_;
  std::vector<ZeroMemory> scratch_;  // of each worker
  MassValues values_;
};

}  // namespace treefix::large_tree
