// Symmetric positive definite block tridiagonal systems, by three solvers.
//                                                     [Yang 2018, §IV; docs/theory/forward.md, What all methods share]
//
// All blocks are k × k. A row with fewer unknowns is padded with ones on the diagonal and zeros elsewhere, also on the
// right side. The added unknowns are zero and stay decoupled in every step; they cost a factor of (k / unknowns)³ in
// arithmetic. In return, all loops have bounds that are known at compile time, and several right sides are computed
// together.
#pragma once

#include <utility>

#include <treefix/primitives/executor.hpp>
#include <treefix/primitives/small_factor.hpp>
#include <treefix/primitives/small_matrix.hpp>

namespace treefix {

/// The number of rows of the same system before and after a row.
struct RowPlace {
  ShortIndex before = 0, after = 0;
};

/// Several independent systems A x = R, stored one after the other and solved concurrently. A row is coupled with the
/// previous and the next row of its system, U_{i−1}ᵀ x_{i−1} + D_i x_i + U_i x_{i+1} = R_i. Solvers leave x in R and
/// overwrite D and U. The number of rows may be 0. U in the last row of a system is not read.
template <class T, int k, int columns>
struct BlockTridiagonal {
  using Block = SmallMatrix<T, k, k>;
  using Right = SmallMatrix<T, k, columns>;

  View<const RowPlace> places;  // (rows)
  Index longest = 0;  // rows of the longest system
  View<Block> D;  // (at least rows) only the lower triangles are read
  View<Block> U;  // (at least rows)
  View<Right> R;  // (rows)

  constexpr Index rows() const { return ssize(R); }
};

/// Scratch for the solvers that eliminate many rows at once. Sizes: (at least rows).
template <class T, int k, int columns>
struct EliminationRoom {
  // of eliminated rows, for the next and the previous neighbour
  View<SmallMatrix<T, k, k>> P, Q;  // D⁻¹ U and D⁻¹ Uᵀ
  View<SmallMatrix<T, k, columns>> y;  // D⁻¹ R
  View<SmallMatrix<T, k, k>> U;  // only for odd-even elimination: U after the step
};

/// ⌈log₂ n⌉: how often the distance between coupled rows doubles until no two of n rows are coupled.
constexpr Index doubling_steps(Index n) {
  Index steps = 0;
  for (Index distance = 1; distance < n; distance *= 2) ++steps;
  return steps;
}

/// Calls f(i) for i = first, first + stride, … below n. A row takes about a microsecond, so a few rows are worth a
/// thread.
template <Executor Exec, class F>
void each_row(const Exec& exec, Index n, Index first, Index stride, F f) {
  const Index count = first < n ? (n - 1 - first) / stride + 1 : 0;
  exec.for_each(count, [=] TREEFIX_DEVICE(Index j) { f(first + j * stride); }, 32);
}
template <Executor Exec, class F>
void each_row(const Exec& exec, Index n, F f) {
  exec.for_each(n, f, 32);
}

namespace detail {

/// Solves rows first … last, which form one system: elimination down to the last row, then back substitution.
template <class T, int k, int columns>
constexpr void solve_one_by_one(const BlockTridiagonal<T, k, columns>& a, Index first, Index last) {
  for (Index i = first; i <= last; ++i) {
    const SmallFactor<T, k> factor(a.D[i]);
    factor.solve(a.R[i].rows);
    if (i == last) break;
    const SmallMatrix<T, k, k> U = a.U[i];
    factor.solve(a.U[i].rows);
    a.D[i + 1] = minus_transpose_product(a.D[i + 1], U, a.U[i]);
    a.R[i + 1] = minus_transpose_product(a.R[i + 1], U, a.R[i]);
  }
  for (Index i = last - 1; i >= first; --i) a.R[i] = minus_product(a.R[i], a.U[i], a.R[i + 1]);
}

/// One step, in which rows at the given distance are coupled.                                             [eq. 19]
template <class T, int k, int columns>
struct Elimination {
  BlockTridiagonal<T, k, columns> a;
  EliminationRoom<T, k, columns> room;
  View<SmallMatrix<T, k, k>> U, next;  // U before and after the step
  Index distance;

  constexpr bool has_before(Index i) const { return a.places[i].before >= distance; }
  constexpr bool has_after(Index i) const { return a.places[i].after >= distance; }

  /// x_i = y_i − P_i x_{i+distance} − Q_i x_{i−distance}
  constexpr void express(Index i) const {
    const SmallFactor<T, k> factor(a.D[i]);
    room.y[i] = a.R[i];
    factor.solve(room.y[i].rows);
    if (has_after(i)) {
      room.P[i] = U[i];
      factor.solve(room.P[i].rows);
    }
    if (has_before(i)) {
      room.Q[i] = transpose(U[i - distance]);
      factor.solve(room.Q[i].rows);
    }
  }
  /// Substitutes the expressions of the neighbours into row i, which is then coupled with their neighbours:
  ///   D_i −= U_i Q_{i+d} + U_{i−d}ᵀ P_{i−d},   R_i −= U_i y_{i+d} + U_{i−d}ᵀ y_{i−d},   U_i ← −U_i P_{i+d}
  constexpr void insert(Index i) const {
    if (has_before(i)) {
      const Index b = i - distance;
      a.D[i] = minus_transpose_product(a.D[i], U[b], room.P[b]);
      a.R[i] = minus_transpose_product(a.R[i], U[b], room.y[b]);
    }
    if (has_after(i)) {
      const Index b = i + distance;
      a.D[i] = minus_product(a.D[i], U[i], room.Q[b]);
      a.R[i] = minus_product(a.R[i], U[i], room.y[b]);
      if (has_after(b)) next[i] = minus_product(SmallMatrix<T, k, k>{}, U[i], room.P[b]);
    }
  }
  constexpr void solve(Index i) const { SmallFactor<T, k>(a.D[i]).solve(a.R[i].rows); }
  constexpr void substitute(Index i) const {
    a.R[i] = room.y[i];
    if (has_after(i)) a.R[i] = minus_product(a.R[i], room.P[i], a.R[i + distance]);
    if (has_before(i)) a.R[i] = minus_product(a.R[i], room.Q[i], a.R[i - distance]);
  }
};

}  // namespace detail

/// Row by row; only different systems run concurrently. 13/6 k³ multiplications per row, and 3 k² per right side.
/// Accuracy: |A x − R| is within (10 + √κ/100) ε of |A| |x| + |R|, where κ is the condition number of A. Inverting
/// blocks as a whole can cost up to √κ [Demmel 1995]; in tests this loss is small (160 ε at κ = 10¹⁰).
template <Executor Exec, class T, int k, int columns>
void thomas(const Exec& exec, const BlockTridiagonal<T, k, columns>& a) {
  each_row(exec, a.rows(), [=] TREEFIX_DEVICE(Index i) {  // D, U, R -> x
    if (a.places[i].before == 0) detail::solve_one_by_one(a, i, i + a.places[i].after);
  });
}

/// Eliminates all rows from their neighbours at once: after ⌈log₂ longest⌉ steps no two rows are coupled. Each step
/// processes all rows, with 31/6 k³ multiplications per row: the shortest span, but not the least work.
/// [Yang 2018, algorithm 2]
/// Accuracy: |A x − R| is within 10 κ ε of |A| |x| + |R|, and often close to that bound. At the end each row is solved
/// by itself, so neighbouring rows may have different errors, which grow with κ: this is not backward stable.
template <Executor Exec, class T, int k, int columns>
void odd_even_elimination(const Exec& exec, const BlockTridiagonal<T, k, columns>& a,
                          const EliminationRoom<T, k, columns>& room) {
  detail::Elimination<T, k, columns> step{a, room, a.U, room.U, 1};
  for (; step.distance < a.longest; step.distance *= 2) {
    each_row(exec, a.rows(), [=] TREEFIX_DEVICE(Index i) {  // D, U, R -> P, Q, y
      if (step.has_before(i) || step.has_after(i)) step.express(i);
    });
    each_row(exec, a.rows(), [=] TREEFIX_DEVICE(Index i) { step.insert(i); });  // U, P, Q, y -> D, R, U
    std::swap(step.U, step.next);
  }
  each_row(exec, a.rows(), [=] TREEFIX_DEVICE(Index i) { step.solve(i); });  // D, R -> x
}

/// Eliminates every other row from its neighbours, then every other one of the remaining rows, and so on; then
/// substitutes back. Twice as many steps, but each has half as many rows as the previous one: 31/6 k³ multiplications
/// per row in total. The number of a row, not its place in its system, decides when it is eliminated. Wherever a system
/// begins, its remaining rows are coupled at twice the distance.
/// Accuracy: as thomas, because it is the same factorisation in another order.
template <Executor Exec, class T, int k, int columns>
void cyclic_reduction(const Exec& exec, const BlockTridiagonal<T, k, columns>& a,
                      const EliminationRoom<T, k, columns>& room) {
  const Index n = a.rows();
  detail::Elimination<T, k, columns> step{a, room, a.U, a.U, 1};
  for (; step.distance < a.longest; step.distance *= 2) {
    const Index d = step.distance;
    each_row(exec, n, d, 2 * d, [=] TREEFIX_DEVICE(Index i) { step.express(i); });  // D, U, R -> P, Q, y
    each_row(exec, n, 0, 2 * d, [=] TREEFIX_DEVICE(Index i) { step.insert(i); });  // U, P, Q, y -> D, R, U
  }
  each_row(exec, n, 0, step.distance, [=] TREEFIX_DEVICE(Index i) { step.solve(i); });  // D, R -> x
  while (step.distance > 1) {
    const Index d = step.distance /= 2;
    each_row(exec, n, d, 2 * d, [=] TREEFIX_DEVICE(Index i) { step.substitute(i); });  // P, Q, y -> x
  }
}

}  // namespace treefix
