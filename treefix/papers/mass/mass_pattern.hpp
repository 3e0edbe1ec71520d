// Where H of a mechanism has entries, in compressed rows.
#pragma once

#include <optional>

#include <treefix/exec/workers.hpp>
#include <treefix/model/mechanism.hpp>
#include <treefix/tree/ancestor_paths.hpp>
#include <treefix/tree/symmetric_rows.hpp>

namespace treefix::papers {

/// How many entries H has on and below the diagonal that are not zero for every q: to be asked before there is memory for them.
Index lower_entries(const Mechanism<double>& m);

/// Rows of coordinates. Both lists are made when they are first asked for, so one belongs to one thread.
/// Memory O(n), and lower_rows() as many numbers as H has entries below the diagonal, and on it.
class MassPattern {
 public:
  explicit MassPattern(const Mechanism<double>& m);
  MassPattern(const MassPattern&) = delete;
  MassPattern& operator=(const MassPattern&) = delete;

  /// Row i has the way from the root to i. Throws MemoryError if there is no memory for it.
  const AncestorPaths& lower_rows();
  /// And what is in the subtree of i.
  const SymmetricRows& symmetric_rows();

  /// H_ji = H_ij, where values are those of symmetric_rows() and have H_ij with j <= i.
  void mirror(Workers& workers, View<double> values);
  /// H, row-major nv × nv, both triangles, of values of lower_rows().
  void expand(Workers& workers, View<const double> values, View<double> H);

 private:
  Tree coordinates_;
  std::optional<AncestorPaths> lower_;
  std::optional<SymmetricRows> symmetric_;
};

}  // namespace treefix::papers
