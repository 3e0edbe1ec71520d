// The sparsity pattern of H of a mechanism, in compressed rows.
#pragma once

#include <optional>

#include <treefix/exec/workers.hpp>
#include <treefix/model/mechanism.hpp>
#include <treefix/tree/ancestor_paths.hpp>
#include <treefix/tree/symmetric_rows.hpp>

namespace treefix::papers {

/// The number of entries of H on and below the diagonal that can be nonzero. Call it before the allocation.
Index lower_entries(const Mechanism<double>& m);

/// Rows of coordinates. Both lists are made when they are first requested, so use one object per thread. Memory: O(n),
/// and for lower_rows() one number per entry of H on and below the diagonal.
class MassPattern {
 public:
  explicit MassPattern(const Mechanism<double>& m);
  MassPattern(const MassPattern&) = delete;
  MassPattern& operator=(const MassPattern&) = delete;

  /// Row i is the root path of i. Throws MemoryError if there is not enough memory.
  const AncestorPaths& lower_rows();
  /// Row i is the root path of i and then the subtree of i.
  const SymmetricRows& symmetric_rows();

  /// H_ji = H_ij, where values belong to symmetric_rows() and contain H_ij for j <= i.
  void mirror(Workers& workers, View<double> values);
  /// H, row-major nv × nv, both triangles, from the values of lower_rows().
  void expand(Workers& workers, View<const double> values, View<double> H);

 private:
  Tree coordinates_;
  std::optional<AncestorPaths> lower_;
  std::optional<SymmetricRows> symmetric_;
};

}  // namespace treefix::papers
