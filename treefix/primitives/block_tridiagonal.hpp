// Symmetric positive definite block tridiagonal systems, in three paths.                    [Yang 2018, §IV; docs/theory/forward.md, What all methods share]
//
// All blocks are k × k. A row with fewer unknowns is padded: ones on the diagonal, zeros elsewhere, on the right side too.
// Its padding then stays zero through every step, at the price of (k / unknowns)³ in arithmetic; in return all loops
// have bounds that are known when compiling, and right sides run through them side by side.
#pragma once

#include <utility>

#include <treefix/primitives/executor.hpp>
#include <treefix/primitives/small_factor.hpp>
#include <treefix/primitives/small_matrix.hpp>

namespace treefix {

/// How many rows of its system come before and after a row.
struct RowPlace {
  ShortIndex before = 0, after = 0;
};

/// Several systems A x = R, one after the other, that are solved at the same time: a row is coupled with the one before and
/// the one after it in its system,   U_{i−1}ᵀ x_{i−1} + D_i x_i + U_i x_{i+1} = R_i.
/// Solvers leave x in R, and nothing of use in D and U. Rows in any number, also 0. What U has in the last row of a
/// system is not read.
template <class T, int k, int columns>
struct BlockTridiagonal {
  using Block = SmallMatrix<T, k, k>;
  using Right = SmallMatrix<T, k, columns>;

  View<const RowPlace> places;  // (rows)
  Index longest = 0;  // rows of the longest system
  View<Block> D;  // (at least rows) of which the lower triangles are read
  View<Block> U;  // (at least rows)
  View<Right> R;  // (rows)

  constexpr Index rows() const { return ssize(R); }
};

/// Room for the solvers that eliminate many rows at once. Sizes: (at least rows).
template <class T, int k, int columns>
struct EliminationRoom {
  // of rows that are eliminated, towards their neighbours after and before
  View<SmallMatrix<T, k, k>> P, Q;  // D⁻¹ U and D⁻¹ Uᵀ
  View<SmallMatrix<T, k, columns>> y;  // D⁻¹ R
  View<SmallMatrix<T, k, k>> U;  // of odd-even elimination only: U after the step
};

/// ⌈log₂ n⌉: how often the distance between coupled rows doubles until none of n rows are.
constexpr Index doubling_steps(Index n) {
  Index steps = 0;
  for (Index distance = 1; distance < n; distance *= 2) ++steps;
  return steps;
}

/// f(i) for i = first, first + stride, … below n. A row takes about a microsecond, so a few are worth a thread.
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

/// Rows first … last, which are one system: down to the last row, and back.
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

/// One step in which rows that are `distance` apart are coupled.                                          [eq. 19]
template <class T, int k, int columns>
struct Elimination {
  BlockTridiagonal<T, k, columns> a;
  EliminationRoom<T, k, columns> room;
  View<SmallMatrix<T, k, k>> U, next;  // where U is, and where it goes
  Index distance;

  constexpr bool has_before(Index i) const { return a.places[i].before >= distance; }
  constexpr bool has_after(Index i) const { return a.places[i].after >= distance; }

  /// x_i = y_i − P_i x_{i+distance} − Q_i x_{i−distance}
  constexpr void express(Index i) const {
    const SmallFactor<T, k> factor(a.D[i]);
    room.y[i] = a.R[i];
    factor.solve(room.y[i].rows);
    if (has_after(i)) room.P[i] = U[i], factor.solve(room.P[i].rows);
    if (has_before(i)) room.Q[i] = transpose(U[i - distance]), factor.solve(room.Q[i].rows);
  }
  /// Puts what the neighbours express into row i, which is coupled with theirs then:
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

/// Row after row; only different systems run at the same time. 13/6 k³ multiplications per row, and 3 k² per right side.
/// Accuracy: |A x − R| is within (10 + √κ/100) ε of |A| |x| + |R|, where κ is the condition of A: that blocks are inverted as
/// a whole costs up to √κ [Demmel 1995], of which little was ever seen (160 ε at κ = 10¹⁰).
template <Executor Exec, class T, int k, int columns>
void thomas(const Exec& exec, const BlockTridiagonal<T, k, columns>& a) {
  each_row(exec, a.rows(), [=] TREEFIX_DEVICE(Index i) {  // D, U, R -> x
    if (a.places[i].before == 0) detail::solve_one_by_one(a, i, i + a.places[i].after);
  });
}

/// All rows are eliminated from their neighbours at once: after ⌈log₂ longest⌉ steps no two are coupled.
/// Each step is work for all rows, 31/6 k³ multiplications: the shortest way to the end, not the cheapest.
/// [Yang 2018, algorithm 2]
/// Accuracy: |A x − R| is within 10 κ ε of |A| |x| + |R|, and often near it. Each row is solved by itself in the end, so
/// neighbours are as far from each other as κ allows: this is not backward stable.
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

/// Every other row is eliminated from its neighbours, then every other one of those that are left, and so on; then back.
/// As many steps, twice, but each has half as many rows as the one before: 31/6 k³ multiplications per row in all.
/// Which rows go first is decided by their numbers, not by their places in their systems: either way those that are left are
/// coupled at twice the distance.
/// Accuracy: as thomas, for it is the same factorisation in another order.
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
