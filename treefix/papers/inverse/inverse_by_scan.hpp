// Inverse dynamics by scans on threads, as Dynamics uses it.
#pragma once

#include <memory>

#include <treefix/base/methods.hpp>
#include <treefix/exec/workers.hpp>
#include <treefix/papers/inverse/scan_inverse.hpp>

namespace treefix::papers {

/// One method for one mechanism.
///
/// Threads: holds scratch, so one belongs to one thread; it uses those of the Workers it is given.
/// Determinism: the same bits for every number of threads.
/// Allocation: none after construction. Memory O(n).
/// Accuracy: heavy as the recursion; euler, and simulated by either, lose digits where the mechanism is large, see
/// docs/theory/trees.md.
class InverseByScan {
 public:
  /// Expects is_from_papers(method). The mechanism must outlive it. Throws ValueError if a block of the scan has no size.
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
