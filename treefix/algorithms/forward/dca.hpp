// Forward dynamics: divide and conquer.
#pragma once

#include <treefix/algorithms/forward/articulated.hpp>
#include <treefix/algorithms/forward/stretch_ends.hpp>
#include <treefix/tree/assembly.hpp>

namespace treefix {

/// What is known where a stretch is held: how its inner handle moves, and what its outer one feels.
template <class T>
struct Held {
  Motion<T> a_in{};
  Force<T> f_out{};
};

/// Articulated bodies put together by halves, then taken apart again.                        [Featherstone 1999]
/// Each heavy path is a balanced assembly tree of its bodies: upwards two stretches become one by the star product; downwards
/// what acts at the two handles of a stretch gives acceleration and force at the handle between its halves. Leaves are single
/// bodies, or runs up to a body that may end one (see stretch_ends).
///
/// Span: each of the at most 1 + log₂ n levels of light children takes one body, ⌈log₂ p⌉ star products and as many steps back
/// on its longest path, of p leaves; with what velocities take (see ScanAba), O(log² n) for any tree.
///
/// Threads: holds scratch, so one belongs to one thread; it uses those of the executor it is given.
/// Determinism: the same bits from every executor that runs calls as they are.
/// Allocation: none after construction. Memory: about 300 numbers per body.
/// Accuracy: that of forces at handles. They are large on long chains with large torques, where a body is as if cut loose, and
/// cancel: then residuals grow with the length, where ScanAba, which passes no forces before the inertias are known, has none.
template <class T, Executor Memory = Serial>
class Dca {
 public:
  static constexpr Index worth_a_thread = 32;  // so many bodies or products are

  /// The model must outlive it. join is how velocities are joined.
  explicit Dca(const ScanModel<T>& model, const ScanMethod& join = {ScanKind::work_efficient})
      : Dca(model, Pieces(model.paths(), 1, stretch_ends(model)), join) {}

  template <Executor Exec>
  ForwardReport run(const Exec& exec, const ForwardState<T>& s, Out<T> a) {
    start_.run(exec, model_, s);  // q, v, forces from outside -> X, c, p
    for (Index level = leaves_.levels() - 1; level >= 0; --level) {
      single_bodies(exec, level, s.tau);  // X, c, p, handed, tau -> elements of leaves
      for (Index h = 0; h < assembly_.heights(level); ++h) assemble(exec, level, h);  // elements -> elements
      hand_over(exec, level);  // elements -> handed
    }
    for (Index level = 0; level < leaves_.levels(); ++level) {
      hang_up(exec, level);  // A -> handles of paths
      for (Index h = assembly_.heights(level) - 1; h >= 0; --h) disassemble(exec, level, h);  // handles -> handles
      accelerations(exec, level, s.tau, a);  // handles, X, c, p, handed, tau -> A, a
    }
    return {};
  }

  const Assembly& assembly() const { return assembly_; }

  // --- passes; public because functions that make device lambdas have to be ---------------------------------------

  TasksView leaves() const { return {pieces_.view(), begins_.view()}; }

  /// The last leaf of a path is no more than its load.
  template <Executor Exec>
  void single_bodies(const Exec& exec, Index level, View<const T> tau) {
    const ScanView<T> m = model_;
    const ArticulatedPasses<T> w = start_;
    const TasksView leaves = this->leaves();
    const View<Stretch<T>> elements = elements_.view();
    const Pieces::Range all = leaves_.level(level);
    exec.for_each(
        all.size(),
        [=] TREEFIX_DEVICE(Index k) {
          const Piece& leaf = leaves[all.first + k][0];
          elements[all.first + k] = leaf.ends ? ending(inward(m, w, tau, leaf, {})) : stretch_of(m, w, tau, leaf);
        },
        worth_a_thread);
  }

  template <Executor Exec>
  void assemble(const Exec& exec, Index level, Index h) {
    const View<Stretch<T>> elements = elements_.view();
    const View<AssemblyNode> halves = halves_.view();
    const Pieces::Range all = assembly_.height(level, h);
    const Index inner = assembly_.leaves() + all.first;
    exec.for_each(
        all.size(),
        [=] TREEFIX_DEVICE(Index k) {
          const auto [left, right] = halves[all.first + k];
          elements[inner + k] = Star()(elements[left], elements[right]);
        },
        worth_a_thread);
  }

  template <Executor Exec>
  void hand_over(const Exec& exec, Index level) {
    const ArticulatedPasses<T> w = start_;
    const TasksView leaves = this->leaves();
    const View<Stretch<T>> elements = elements_.view();
    const View<ShortIndex> tops = tops_.view();
    const Pieces::Range all = leaves_.level(level);
    exec.for_each(
        all.size(),
        [=] TREEFIX_DEVICE(Index k) {
          const Piece& leaf = leaves[all.first + k][0];
          if (leaf.begins) w.handed[leaf.first] = elements[tops[all.first + k]].load;
        },
        worth_a_thread);
  }

  template <Executor Exec>
  void hang_up(const Exec& exec, Index level) {
    const ScanView<T> m = model_;
    const ArticulatedPasses<T> w = start_;
    const TasksView leaves = this->leaves();
    const View<Held<T>> handles = handles_.view();
    const View<ShortIndex> tops = tops_.view();
    const Pieces::Range all = leaves_.level(level);
    exec.for_each(
        all.size(),
        [=] TREEFIX_DEVICE(Index k) {
          const Piece& leaf = leaves[all.first + k][0];
          if (leaf.begins) handles[tops[all.first + k]] = {above(m, w, leaf.first), {}};
        },
        worth_a_thread);
  }

  /// Between the halves:   a = M(A₁ a_in + b₁ − C₁(η₂ + A₂ᵀ f_out)),  f = J₂ a + η₂ + A₂ᵀ f_out
  template <Executor Exec>
  void disassemble(const Exec& exec, Index level, Index h) {
    const View<Stretch<T>> elements = elements_.view();
    const View<Held<T>> handles = handles_.view();
    const View<AssemblyNode> halves = halves_.view();
    const Pieces::Range all = assembly_.height(level, h);
    const Index inner = assembly_.leaves() + all.first;
    exec.for_each(
        all.size(),
        [=] TREEFIX_DEVICE(Index k) {
          const auto [left, right] = halves[all.first + k];
          const auto [a_in, f_out] = handles[inner + k];
          const Stretch<T>& outer = elements[right];
          const Load<T> load{outer.load.J, outer.load.eta + transpose_times(outer.A, f_out)};
          const Motion<T> a = Follow::apply(Star::map(elements[left], load), a_in);
          handles[left] = {a_in, load.J * a + load.eta};
          handles[right] = {a, f_out};
        },
        worth_a_thread);
  }

  /// What is behind a leaf is a force now, so the plain recursion through the leaf does the rest.
  template <Executor Exec>
  void accelerations(const Exec& exec, Index level, View<const T> tau, View<T> a) {
    const ScanView<T> m = model_;
    const ArticulatedPasses<T> w = start_;
    const TasksView leaves = this->leaves();
    const View<Held<T>> handles = handles_.view();
    const Pieces::Range all = leaves_.level(level);
    exec.for_each(
        all.size(),
        [=] TREEFIX_DEVICE(Index k) {
          const Piece& leaf = leaves[all.first + k][0];
          const auto [a_in, f_out] = handles[all.first + k];
          if (!leaf.ends) inward(m, w, tau, leaf, {{}, f_out});
          outward(m, w, leaf, a_in, a, [=](Index i, const Motion<T>& A) { w.moves[i] = A; });
        },
        worth_a_thread);
  }

 private:
  template <class X>
  using Array = typename Memory::template Array<X>;

  Dca(const ScanModel<T>& model, Pieces&& leaves, const ScanMethod& join)
      : model_(model), leaves_(std::move(leaves)), assembly_(leaves_), pieces_(leaves_.tasks_view().pieces),
        begins_(leaves_.tasks_view().begins), halves_(assembly_.halves()), tops_(assembly_.tops()), start_(model, join),
        elements_(assembly_.nodes()), handles_(assembly_.nodes()) {}

  ScanView<T> model_;
  Pieces leaves_;
  Assembly assembly_;
  Array<Piece> pieces_;
  Array<Index> begins_;
  Array<AssemblyNode> halves_;
  Array<ShortIndex> tops_;
  ArticulatedStart<T, Memory> start_;
  Array<Stretch<T>> elements_;  // of leaves, then of nodes
  Array<Held<T>> handles_;
};

}  // namespace treefix
