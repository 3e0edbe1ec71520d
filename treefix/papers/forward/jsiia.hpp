// Forward dynamics by the mass matrix: computes H, factors it and solves for q̈.       [Yang 2016, algorithm 2: JSIIA]
//
// The paper inverts H; this solves the system H q̈ = τ̂ without an inverse.
#pragma once

#include <treefix/papers/forward/state.hpp>
#include <treefix/papers/mass/mass_matrix.hpp>
#include <treefix/planner/table.hpp>
#include <treefix/primitives/blocked_cholesky.hpp>
#include <treefix/primitives/sparse_ltdl.hpp>

namespace treefix::papers {

namespace detail {

/// Dense H, later overwritten by its factors.
template <class T>
class DenseSystem {
 public:
  explicit DenseSystem(Index nv) : nv_(nv), H_(nv * nv), scratch_(cholesky_scratch(nv)) {}
  static double bytes(Index nv) {
    const auto n = static_cast<double>(nv);
    return (n * n + static_cast<double>(cholesky_scratch(nv))) * sizeof(T);
  }

  View<T> H() { return H_.view(); }
  /// H -> L, D
  template <Executor Exec>
  void factor(const Exec& exec) {
    not_positive_ = factor_cholesky_by_tiles<T>(exec, nv_, H_.view(), scratch_.view());
  }
  /// L, D, τ̂ -> a
  ForwardReport solve(In<T> torques, Out<T> a) const {
    if (not_positive_ < 0) {
      std::copy(torques.begin(), torques.end(), a.begin());
      solve_cholesky<T>(nv_, H_.view(), a);
    }
    return ForwardReport::of_pivots(not_positive_);
  }

 private:
  Index nv_;
  Scratch<T> H_, scratch_;
  Index not_positive_ = -1;
};

/// Accelerations and forces of a robot at rest without gravity, for several columns of H at once; those of one body are
/// adjacent. Sizes: (columns × nbody).
template <class T>
struct ColumnPasses {
  View<Motion<T>> A;
  View<Force<T>> F;
};

/// ID(q, 0, δ) without gravity, where δ is one for coordinate c and zero for all others, is column c of H.
///                                                                                                [Yang 2016, eq. 17]
/// Computes `count` columns from `first` on together, because they read the same data of a body. H is symmetric, so
/// columns are written as rows.
template <class T>
TREEFIX_DEVICE void mass_columns(const ScanView<T>& m, View<const Transform<T>> X, Index first, Index count,
                                 const ColumnPasses<T>& w, View<T> H) {
  const Index nv = ssize(m.armatures);
  for (Index i = 0; i < m.nbody(); ++i) {
    const Joint<T>& joint = m.joints[i];
    const Index p = m.tree.parent(i);
    for (Index c = 0; c < count; ++c) {
      Motion<T> A = p == root ? Motion<T>{} : X[i] * w.A[p * count + c];
      const Index own = first + c - joint.v;
      if (0 <= own && own < joint.dof()) A += joint_column(joint, static_cast<int>(own));
      w.A[i * count + c] = A;
      w.F[i * count + c] = m.inertias[i] * A;
    }
  }
  for (Index i = m.nbody() - 1; i >= 0; --i) {
    const Joint<T>& joint = m.joints[i];
    const Index p = m.tree.parent(i);
    for (Index c = 0; c < count; ++c) {
      const Force<T>& F = w.F[i * count + c];
      joint_torque(joint, F, &H[(first + c) * nv + joint.v]);
      if (p != root) w.F[p * count + c] += X[i].back(F);
    }
  }
  for (Index c = first; c < first + count; ++c) H[c * nv + c] += m.armatures[c];
}

}  // namespace detail

/// H by columns, one inverse dynamics for each; with that of the bias these are the n + 1 of the paper. All columns are
/// independent. A call computes a few of them by the plain recursion: there are enough columns for every core, and
/// scans inside a column would only add work.
///
/// Threads: use one object per thread; columns, and tiles of the factor, run on the threads of the executor, with H in
/// an array of the host.
/// Determinism: the same bits from every executor. Allocation: none after construction.
/// Memory: bytes() for H, and O(n) for some columns at a time. Time: O(n²) for H and n³/6 multiplications for its
/// factor.
/// Accuracy: backward stable: q̈ is the solution for a matrix close to H. If H is not positive definite in T, this is
/// reported, and a is left unchanged.
template <class T, Executor Memory = Serial>
class JsiiaColumns {
 public:
  explicit JsiiaColumns(const ScanModel<T>& model)
      : model_(model), rest_(model), system_(model.mechanism().nv), A_(calls_ * together_ * model.mechanism().nbody()),
        F_(calls_ * together_ * model.mechanism().nbody()) {}
  /// The memory that H needs. Call it before construction.
  static double bytes(const Mechanism<T>& m) { return detail::DenseSystem<T>::bytes(m.nv); }

  template <Executor Exec>
  ForwardReport run(const Exec& exec, const ForwardState<T>& s, Out<T> a) {
    rest_.run(exec, model_, s);  // q, v, tau -> X, τ̂
    if (!s.same_q) {
      columns(exec);  // X -> H
      system_.factor(exec);  // H -> L, D
    }
    return system_.solve(rest_.torques(), a);  // L, D, τ̂ -> a
  }

 private:
  static constexpr Index together_ = planner::table::jsiia_columns_at_once;
  static constexpr Index calls_ = planner::table::jsiia_calls_with_memory;

  template <Executor Exec>
  void columns(const Exec& exec) {
    const ScanView<T> m = model_;
    const View<const Transform<T>> X = rest_.X();
    const View<T> H = system_.H();
    const View<Motion<T>> A = A_.view();
    const View<Force<T>> F = F_.view();
    const Index nv = ssize(m.armatures), size = together_ * m.nbody();
    for (Index begin = 0; begin < nv; begin += calls_ * together_) {
      const Index calls = std::min(calls_, (nv - begin + together_ - 1) / together_);
      exec.for_each(calls, [=] TREEFIX_DEVICE(Index k) {
        const Index first = begin + k * together_;
        detail::mass_columns<T>(m, X, first, std::min(together_, nv - first),
                                {{A.data() + k * size, size}, {F.data() + k * size, size}}, H);
      });
    }
  }

  const ScanModel<T>& model_;
  RemainingTorques<T, Memory> rest_;
  detail::DenseSystem<T> system_;
  // for each call
  typename Memory::template Array<Motion<T>> A_;
  typename Memory::template Array<Force<T>> F_;
};

/// H by composite inertias, all entries concurrently.                                              [Lynghus 2026, §6]
///
/// Threads, determinism, allocation, accuracy: as JsiiaColumns. Memory: bytes() of H, and O(n).
/// Time: a few operations per entry of H, and n³/6 multiplications for its factor.
template <class T, Executor Memory = Serial>
class JsiiaCrba {
 public:
  explicit JsiiaCrba(const ScanModel<T>& model)
      : model_(model), rest_(model), blocks_(model), workspace_(model.mechanism().nbody()),
        system_(model.mechanism().nv) {}
  /// The memory that H needs. Call it before construction.
  static double bytes(const Mechanism<T>& m) { return detail::DenseSystem<T>::bytes(m.nv); }

  template <Executor Exec>
  ForwardReport run(const Exec& exec, const ForwardState<T>& s, Out<T> a) {
    rest_.run(exec, model_, s);  // q, v, tau -> τ̂
    if (!s.same_q) {
      dense_mass_matrix<T>(exec, model_, blocks_, rest_.fix(), s.q, workspace_, system_.H());  // q -> H
      system_.factor(exec);  // H -> L, D
    }
    return system_.solve(rest_.torques(), a);  // L, D, τ̂ -> a
  }

 private:
  const ScanModel<T>& model_;
  RemainingTorques<T, Memory> rest_;
  MassBlocks blocks_;
  MassWorkspace<T> workspace_;
  detail::DenseSystem<T> system_;
};

/// H by composite inertias, only the entries that can be nonzero, and factors without fill-in.
///                                                                                  [Featherstone 2008, §6.5]
/// Threads: use one object per thread; rows of H run on the threads of the executor, the factorisation does not. All
/// arrays are on the host.
/// Determinism, allocation, accuracy: as JsiiaColumns.
/// Memory: bytes() of H, and O(n). Time: half the sum of squared depths of coordinates, in multiplications.
template <class T, Executor Memory = Serial>
class JsiiaSparse {
 public:
  explicit JsiiaSparse(const ScanModel<T>& model)
      : model_(model), rest_(model), blocks_(model), pattern_(blocks_.coordinates()),
        workspace_(model.mechanism().nbody()), H_(pattern_.entries()) {}
  /// The memory that H and the list of its entries need. Call it before construction.
  static double bytes(const Mechanism<T>& m) {
    const Index entries = SparsePattern::entries(coordinate_tree(m));
    return static_cast<double>(entries) * (sizeof(T) + sizeof(ShortIndex));
  }

  template <Executor Exec>
  ForwardReport run(const Exec& exec, const ForwardState<T>& s, Out<T> a) {
    rest_.run(exec, model_, s);  // q, v, tau -> τ̂
    if (!s.same_q) {
      sparse_mass_matrix<T>(exec, model_, blocks_, rest_.fix(), s.q, pattern_.begins(), workspace_,
                            H_.view());  // q -> H
      not_positive_ = factor_sparse_ltdl<T>(pattern_, H_.view());  // H -> L, D
    }
    if (not_positive_ < 0) {
      std::copy(rest_.torques().begin(), rest_.torques().end(), a.begin());
      solve_sparse_ltdl<T>(pattern_, H_.view(), a);  // L, D, τ̂ -> a
    }
    return ForwardReport::of_pivots(not_positive_);
  }

 private:
  const ScanModel<T>& model_;
  RemainingTorques<T, Memory> rest_;
  MassBlocks blocks_;
  SparsePattern pattern_;
  MassWorkspace<T> workspace_;
  Scratch<T> H_;
  Index not_positive_ = -1;
};

}  // namespace treefix::papers
