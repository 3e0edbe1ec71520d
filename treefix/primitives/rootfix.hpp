// Combining along the path from the root to each body (rootfix) and over its subtree (leaffix).      [Blelloch 1990a]
//
// By vector tree: one scan over the Euler tour. Needs inverses, and combines unrelated bodies: sums over small subtrees
// carry the rounding errors of the whole tour.
// By heavy paths: level by level, along each path. Needs no inverses, and combines only bodies of the same path or
// subtree.
#pragma once

#include <treefix/primitives/scan.hpp>
#include <treefix/tree/euler_tour.hpp>
#include <treefix/tree/pieces.hpp>

namespace treefix {

// --- by vector tree ----------------------------------------------------------------------------------------

/// Calls put(i, x_r ∘ … ∘ x_i) for each body i, along the path from the root to i, where x_i = element(i). values is
/// scratch for tour.steps() elements.
template <Executor Exec, class Op, class X, class Element, class Put>
  requires Group<Op, X>
void rootfix(const Exec& exec, const TourView& tour, const ScanMethod& method, const Op& op, Element element,
             View<X> values, View<X> scratch, Put put) {
  map(exec, tour.bodies(), [=] TREEFIX_DEVICE(Index i) {
    values[tour.left(i)] = element(i);
    values[tour.right(i)] = Op::inverse(element(i));
  });
  exclusive_scan(exec, method, op, values, scratch);
  map(exec, tour.bodies(), [=] TREEFIX_DEVICE(Index i) { put(i, op(values[tour.left(i)], element(i))); });
}

/// x_i ← the sum over the subtree of i.
template <Executor Exec, class Op, class X>
  requires AbelianGroup<Op, X>
void leaffix(const Exec& exec, const TourView& tour, const ScanMethod& method, const Op& op, View<X> x, View<X> values,
             View<X> scratch) {
  map(exec, tour.bodies(), [=] TREEFIX_DEVICE(Index i) {
    values[tour.left(i)] = x[i];
    values[tour.right(i)] = Op::template identity<X>();
  });
  exclusive_scan(exec, method, op, values, scratch);
  map(exec, tour.bodies(),
      [=] TREEFIX_DEVICE(Index i) { x[i] = op(values[tour.right(i)], Op::inverse(values[tour.left(i)])); });
}

// --- by heavy paths ----------------------------------------------------------------------------------------

/// Computes the entry of each piece of `count` tasks from those before it in its path, serially. sums has the
/// composition of each piece, unless no piece follows it; above(i) is the entry of the path that begins with body i.
template <Executor Exec, class Op, class X, class V, class Above>
  requires Action<Op, X, V>
void join_one_by_one(const Exec& exec, const Op&, const TasksView& tasks, Index begin, Index count, Above above,
                     View<X> sums, View<V> entries) {
  map(exec, count, [=] TREEFIX_DEVICE(Index k) {  // one call per path
    Index task = begin + k;
    if (!tasks[task][0].begins) return;
    for (V entry = above(tasks[task][0].first); !tasks[task][0].ends;) {
      entry = Op::apply(sums[task], entry);
      entries[++task] = entry;
    }
  });
}

/// The same by a scan over all of them, in which each path is a segment: as fast as the scan, however many pieces a
/// path has. work and scratch are as x and scratch of exclusive_scan.
template <Executor Exec, class Op, class X, class V, class Above>
  requires Action<Op, X, V>
void join_by_scan(const Exec& exec, const ScanMethod& method, const Op&, const TasksView& tasks, Index begin,
                  Index count, Above above, View<X> sums, View<V> entries, View<Marked<X>> work,
                  View<Marked<X>> scratch) {
  map(exec, count, [=] TREEFIX_DEVICE(Index k) {
    const Piece& piece = tasks[begin + k][0];
    work[k] = {piece.ends ? Op::template identity<X>() : sums[begin + k], piece.begins};
  });
  exclusive_scan(exec, method, Segmented<Op>(), View<Marked<X>>(work.data(), count), scratch);
  map(exec, count, [=] TREEFIX_DEVICE(Index k) {
    const Piece& piece = tasks[begin + k][0];
    if (!piece.begins) entries[begin + k] = Op::apply(work[k].value, above(piece.top));
  });
}

/// v_i = apply(element(i), v_parent), with v_root = start. y(i) is a reference to v_i, which may be stored in place of
/// element(i). Composes the pieces of each path, then join(begin, count, above) computes their entries, then all pieces
/// are evaluated concurrently. sums and entries have one element for each task.
template <Executor Exec, class Op, class X, class V, class Element, class Y, class Join>
  requires Action<Op, X, V>
void rootfix(const Exec& exec, const TreeView& tree, const PiecesView& pieces, const Op& op, Element element,
             const V& start, Y y, View<X> sums, View<V> entries, Join join) {
  const TasksView tasks = pieces.tasks;
  const auto above = [=] TREEFIX_DEVICE(Index first) -> V {
    return tree.parent(first) == root ? start : y(tree.parent(first));
  };
  for (Index level = 0; level < pieces.levels->levels(); ++level) {
    const Index begin = pieces.levels->level(level).first, count = pieces.levels->level(level).size();
    if (pieces.levels->has_cuts(level)) {
      exec.for_each(count, [=] TREEFIX_DEVICE(Index k) {
        const Piece& piece = tasks[begin + k][0];
        if (piece.ends) return;  // no piece follows it
        X sum = element(piece.first);
        for (Index i = piece.first + 1; i < piece.end; ++i) sum = op(sum, element(i));
        sums[begin + k] = sum;
      });
      join(begin, count, above);
    }
    exec.for_each(count, [=] TREEFIX_DEVICE(Index k) {
      for (const Piece& piece : tasks[begin + k]) {
        V v = piece.begins ? above(piece.first) : entries[begin + k];
        for (Index i = piece.first; i < piece.end; ++i) y(i) = v = Op::apply(element(i), v);
      }
    });
  }
}

namespace detail {

// structs, because nvcc does not allow a function that makes device lambdas to have other lambdas among its types
template <class Exec, class Op, class X, class V>
struct JoinOneByOne {
  const Exec& exec;
  TasksView tasks;
  View<X> sums;
  View<V> entries;

  template <class Above>
  void operator()(Index begin, Index count, Above above) const {
    join_one_by_one(exec, Op(), tasks, begin, count, above, sums, entries);
  }
};
template <class Exec, class Op, class X, class V>
struct JoinByScan {
  const Exec& exec;
  ScanMethod method;
  TasksView tasks;
  View<X> sums;
  View<V> entries;
  View<Marked<X>> work, scratch;

  template <class Above>
  void operator()(Index begin, Index count, Above above) const {
    join_by_scan(exec, method, Op(), tasks, begin, count, above, sums, entries, work, scratch);
  }
};

}  // namespace detail

/// rootfix with entries computed by join_one_by_one.
template <Executor Exec, class Op, class X, class V, class Element, class Y>
  requires Action<Op, X, V>
void rootfix(const Exec& exec, const TreeView& tree, const PiecesView& pieces, const Op& op, Element element,
             const V& start, Y y, View<X> sums, View<V> entries) {
  rootfix(exec, tree, pieces, op, element, start, y, sums, entries,
          detail::JoinOneByOne<Exec, Op, X, V>{exec, pieces.tasks, sums, entries});
}

/// rootfix with entries computed by join_by_scan.
template <Executor Exec, class Op, class X, class V, class Element, class Y>
  requires Action<Op, X, V>
void rootfix(const Exec& exec, const TreeView& tree, const PiecesView& pieces, const ScanMethod& method, const Op& op,
             Element element, const V& start, Y y, View<X> sums, View<V> entries, View<Marked<X>> work,
             View<Marked<X>> scratch) {
  rootfix(exec, tree, pieces, op, element, start, y, sums, entries,
          detail::JoinByScan<Exec, Op, X, V>{exec, method, pieces.tasks, sums, entries, work, scratch});
}

/// A piece passes own + carry(carried, v) to the body that it hangs from: `own` is the sum over its own bodies and
/// subtrees of light children, v the value that its last body receives from the next piece.
template <class X, class V>
struct Handed {
  X carried{};
  V own{};
};

/// v_i = value(i) + Σ carry(element(c), v_c) over the children c of i. y(i) is a reference to v_i. Light children are
/// added in the order of their numbers, the heavy child last.
template <Executor Exec, class Op, class X, class V, class Element, class Value, class Y>
  requires Carrier<Op, X, V>
void leaffix(const Exec& exec, const TreeView& tree, const PiecesView& pieces, const Op& op, Element element,
             Value value, Y y, View<Handed<X, V>> sums, View<V> exits) {
  const TasksView tasks = pieces.tasks;
  const auto with_light_children = [=] TREEFIX_DEVICE(Index i) -> V {
    V v = value(i);
    if (tree.is_leaf(i)) return v;
    for (Index child = tree.subtree_end(i + 1); child < tree.subtree_end(i); child = tree.subtree_end(child))
      v = v + Op::carry(element(child), y(child));
    return v;
  };
  for (Index level = pieces.levels->levels() - 1; level >= 0; --level) {
    const Index begin = pieces.levels->level(level).first, count = pieces.levels->level(level).size();
    if (pieces.levels->has_cuts(level)) {
      exec.for_each(count, [=] TREEFIX_DEVICE(Index k) {
        const Piece& piece = tasks[begin + k][0];
        if (piece.begins) return;  // no piece of its path comes before it
        Index i = piece.end - 1;
        Handed<X, V> sum{element(i), Op::carry(element(i), with_light_children(i))};
        while (--i >= piece.first)
          sum = {op(element(i), sum.carried), Op::carry(element(i), with_light_children(i) + sum.own)};
        sums[begin + k] = sum;
      });
      map(exec, count, [=] TREEFIX_DEVICE(Index k) {  // one call per path
        Index task = begin + k;
        if (!tasks[task][0].ends || tasks[task][0].begins) return;
        V exit = sums[task].own;
        exits[--task] = exit;
        while (!tasks[task][0].begins) {
          exit = sums[task].own + Op::carry(sums[task].carried, exit);
          exits[--task] = exit;
        }
      });
    }
    exec.for_each(count, [=] TREEFIX_DEVICE(Index k) {
      for (const Piece& piece : tasks[begin + k]) {
        Index i = piece.end - 1;
        y(i) = piece.ends ? with_light_children(i) : with_light_children(i) + exits[begin + k];
        while (--i >= piece.first) y(i) = with_light_children(i) + Op::carry(element(i + 1), y(i + 1));
      }
    });
  }
}

}  // namespace treefix
