// Inverse dynamics by scans on threads, as Dynamics uses it.
#pragma once

#include <memory>

#include <treefix/base/methods.hpp>
#include <treefix/exec/workers.hpp>
#include <treefix/papers/inverse/scan_inverse.hpp>

namespace treefix::papers {

/// One method for one mechanism.
///
/// Threads: holds scratch, so use one object per thread; it runs on the threads of the given Workers.
/// Determinism: the same bits for every number of threads.
/// Allocation: none after construction. Memory O(n).
/// Accuracy: heavy is as accurate as the recursion; euler, and simulated with either, lose digits for large mechanisms,
/// see docs/theory/trees.md.
class InverseByScan {
 public:
  /// Requires is_from_papers(method). The mechanism must outlive it. Throws ValueError unless the block size is
  /// positive.
  InverseByScan(const Mechanism<double>& m, InverseMethod method, TreeScan tree, const ScanMethod& scan = {});
  ~InverseByScan();
  InverseByScan(InverseByScan&&) noexcept;
  InverseByScan& operator=(InverseByScan&&) noexcept;

  void run(Workers& workers, const ScanState<double>& state, View<double> tau);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace treefix::papers
