// Transforms external forces from root coordinates to coordinates of their bodies.
#pragma once

#include <memory>

#include <treefix/exec/workers.hpp>
#include <treefix/papers/scan_model.hpp>

namespace treefix::papers {

/// Computes poses by a scan along heavy paths, and transforms the forces by them.
///
/// Threads: holds scratch, so use one object per thread; it runs on the threads of the given Workers.
/// Determinism: the same bits for every number of threads.
/// Allocation: none after construction. Memory O(n).
/// Accuracy: that of the recursion. A moment about the origin of the root loses digits if the body is far from it;
/// these are not recovered.
class ForcesByScan {
 public:
  /// The mechanism must outlive it.
  explicit ForcesByScan(const Mechanism<double>& m);
  ~ForcesByScan();
  ForcesByScan(ForcesByScan&&) noexcept;
  ForcesByScan& operator=(ForcesByScan&&) noexcept;

  /// One force for each body, numbered as in the mechanism; valid until the next call.
  View<const Force<double>> run(Workers& workers, View<const double> q, View<const Force<double>> in_root);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace treefix::papers
