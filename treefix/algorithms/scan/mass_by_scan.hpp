// The mass matrix by scans on threads, as Dynamics uses it.
#pragma once

#include <memory>

#include <treefix/exec/workers.hpp>
#include <treefix/model/mechanism.hpp>
#include <treefix/tree/ancestor_paths.hpp>
#include <treefix/tree/symmetric_rows.hpp>

namespace treefix {

/// How many entries H has on and below the diagonal that are not zero for every q: to be asked before there is memory for them.
Index lower_entries(const Mechanism<double>& m);

/// What rows of H are computed with, as an instruction set has it: see Products in mass_rows.hpp.
struct RowKernels {
  /// past_caches: nobody will look at the results soon; other threads may be told of them after finish().
  void (*products)(const double* a, Index stride, const double (&b)[6], double* out, Index count, bool past_caches);
  void (*finish)();
};
extern const RowKernels plain_row_kernels;  // of any instruction set

/// H of one mechanism: dense, or in compressed rows.
///
/// Threads: holds scratch, so one belongs to one thread; it uses those of the Workers it is given.
/// Determinism: the same bits for every number of threads, with the same kernels.
/// Allocation: none after construction, except that lower_rows() and symmetric_rows() are made when they are first asked for.
/// Memory O(n), and lower_rows() as many numbers as H has entries below the diagonal, and on it.
/// Accuracy: that of the recursion.
class MassByScan {
 public:
  /// The mechanism must outlive it.
  explicit MassByScan(const Mechanism<double>& m, const RowKernels& kernels = plain_row_kernels);
  ~MassByScan();
  MassByScan(MassByScan&&) noexcept;
  MassByScan& operator=(MassByScan&&) noexcept;

  /// Of coordinates: row i has the way from the root to i. Throws MemoryError if there is no memory for it.
  const AncestorPaths& lower_rows();
  /// And what is in the subtree of i.
  const SymmetricRows& symmetric_rows();

  /// Row-major nv × nv, both triangles.
  void dense(Workers& workers, View<const double> q, View<double> H);
  /// Values of lower_rows().
  void lower(Workers& workers, View<const double> q, View<double> values);
  /// Values of symmetric_rows().
  void symmetric(Workers& workers, View<const double> q, View<double> values);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace treefix
