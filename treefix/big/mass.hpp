// The mass matrix of one large tree, in lanes and on threads.
#pragma once

#include <memory>

#include <treefix/big/door.hpp>
#include <treefix/big/levels.hpp>

namespace treefix {

/// Computes H(q) of one mechanism in compressed rows, divided by the plan of its BigModel.
///
/// Threads: holds scratch, so one belongs to one thread; it uses the threads of the Workers it is given.
/// Determinism: the same bits for every number of threads, within one instruction level.
/// Allocation: none after construction. Memory O(n).
/// Accuracy: that of the recursive algorithm; moments are taken about bodies nearby (see MassPlan).
class BigMass {
 public:
  /// Scratch is for so many workers. stretch: see MassPlan.
  BigMass(std::shared_ptr<const BigModel> model, int workers, Index stretch = 32);

  /// How many numbers the rows of H have that begin with the root and end on the diagonal.
  Index lower_entries() const { return plan_.entries; }

  /// Row i of H, the coordinates on the way from the root to i, to values[begins[i]] and after. Coordinates are numbered as in the
  /// mechanism. The workers may not be more than there is scratch for.
  void lower(Workers& workers, View<const double> q, View<const Index> begins, View<double> values);
  /// H_ii, by composite inertias, without the rest of H.
  void diagonal(Workers& workers, View<const double> q, View<double> diagonal);

 private:
  void allocate(int workers);
  void run(Workers& workers, const MassState& state);
  void trunk_out(const MassTask& task) const;
  void trunk_in(const MassTask& task) const;

  std::shared_ptr<const BigModel> model_;
  MassPlan plan_;
  const MassKernels* kernels_;
  std::vector<ShortIndex> bearing_;  // bundles from which forests hang
  BigDoor door_;
  ZeroMemory values_memory_, trunk_memory_;
  std::vector<ZeroMemory> scratch_;  // of each worker
  MassValues values_;
};

}  // namespace treefix
