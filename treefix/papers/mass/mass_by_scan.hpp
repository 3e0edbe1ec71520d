// The mass matrix by scans on threads, as Dynamics uses it.
#pragma once

#include <memory>

#include <treefix/exec/workers.hpp>
#include <treefix/model/mechanism.hpp>

namespace treefix::papers {

/// The kernels of an instruction level that compute rows of H: see Products in mass_rows.hpp.
struct RowKernels {
  /// past_caches: results are not read soon, so they bypass the caches; other threads may read them after finish().
  void (*products)(const double* a, Index stride, const double (&b)[6], double* out, Index count, bool past_caches);
  void (*finish)();
};
extern const RowKernels plain_row_kernels;  // for any instruction level

/// H of one mechanism: dense, or in compressed rows.
///
/// Threads: holds scratch, so use one object per thread; it runs on the threads of the given Workers.
/// Determinism: the same bits for every number of threads, with the same kernels.
/// Allocation: none after construction. Memory O(n).
/// Accuracy: that of the recursion.
class MassByScan {
 public:
  /// The mechanism must outlive it.
  explicit MassByScan(const Mechanism<double>& m, const RowKernels& kernels = plain_row_kernels);
  ~MassByScan();
  MassByScan(MassByScan&&) noexcept;
  MassByScan& operator=(MassByScan&&) noexcept;

  /// Row-major nv × nv, both triangles.
  void dense(Workers& workers, View<const double> q, View<double> H);
  /// Writes row i, the coordinates on the root path of i, from values[begins[i]] on: see MassPattern.
  void lower(Workers& workers, View<const double> q, View<const Index> begins, View<double> values);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace treefix::papers
