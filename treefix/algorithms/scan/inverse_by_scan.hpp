// Inverse dynamics by scans on threads, as Dynamics uses it.
#pragma once

#include <memory>
#include <string_view>

#include <treefix/algorithms/scan/inverse.hpp>
#include <treefix/exec/workers.hpp>

namespace treefix {

enum class ScanAlgorithm { pair_scan, two_scan, simulated };

/// How values are combined along paths and over subtrees.
enum class TreeWay {
  heavy,  // along heavy paths, in coordinates of bodies: accurate at every size
  euler,  // by scans over the walk around the tree, as in [Lynghus 2026]: loses digits as the tree grows
};

constexpr std::string_view to_string(TreeWay way) { return way == TreeWay::heavy ? "heavy" : "euler"; }

/// One algorithm for one mechanism.
///
/// Threads: holds scratch, so one belongs to one thread; it uses those of the Workers it is given.
/// Determinism: the same bits for every number of threads.
/// Allocation: none after construction. Memory O(n).
/// Accuracy: heavy as the recursion; euler, and simulated by either, lose digits where the mechanism is large, see
/// docs/theory/trees.md.
class InverseByScan {
 public:
  /// The mechanism must outlive it. Throws ValueError if the blocks of the method have no size.
  InverseByScan(const Mechanism<double>& m, ScanAlgorithm algorithm, TreeWay way, const ScanMethod& method = {});
  ~InverseByScan();
  InverseByScan(InverseByScan&&) noexcept;
  InverseByScan& operator=(InverseByScan&&) noexcept;

  void run(Workers& workers, const ScanState<double>& state, View<double> tau);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace treefix
