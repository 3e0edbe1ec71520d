// Forces from outside, from coordinates of the root to those of the bodies they act on.
#pragma once

#include <memory>

#include <treefix/exec/workers.hpp>
#include <treefix/papers/scan_model.hpp>

namespace treefix::papers {

/// Poses by a scan along heavy paths, and forces by those.
///
/// Threads: holds scratch, so one belongs to one thread; it uses those of the Workers it is given.
/// Determinism: the same bits for every number of threads.
/// Allocation: none after construction. Memory O(n).
/// Accuracy: that of body after body. What a force about the root's origin loses where its body is far from there, it loses.
class ForcesByScan {
 public:
  /// The mechanism must outlive it.
  explicit ForcesByScan(const Mechanism<double>& m);
  ~ForcesByScan();
  ForcesByScan(ForcesByScan&&) noexcept;
  ForcesByScan& operator=(ForcesByScan&&) noexcept;

  /// One for each body, numbered as in the mechanism; good until the next call.
  View<const Force<double>> run(Workers& workers, View<const double> q, View<const Force<double>> in_root);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace treefix::papers
