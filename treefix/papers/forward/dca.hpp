// Forward dynamics: the divide-and-conquer algorithm.
#pragma once

#include <treefix/papers/forward/articulated.hpp>
#include <treefix/papers/forward/element_ends.hpp>
#include <treefix/planner/table.hpp>
#include <treefix/tree/assembly.hpp>

namespace treefix::papers {

/// The known quantities at the handles of an element: the acceleration of the inner one and the force at the outer one.
template <class T>
struct Held {
  Motion<T> a_in{};
  Force<T> f_out{};
};

/// Articulated bodies, assembled by halves and then disassembled.                            [Featherstone 1999]
/// Each heavy path has a balanced assembly tree of its bodies. Upwards, the star product combines two elements into
/// one. Downwards, the acceleration and force at the two handles of an element give those at the handle between its
/// halves. Leaves are single bodies, or runs up to a body that may end one (see element_ends).
///
/// Span: there are at most 1 + log₂ n levels of light children. A level takes one leaf, ⌈log₂ p⌉ star products and as
/// many steps back, where p is the number of leaves on its longest path. Together with the velocities (see ScanAba)
/// this is O(log² n) for any tree whose leaves have bounded length. A path on which no body may end a leaf is one leaf,
/// and sequential.
///
/// Threads: holds scratch, so use one object per thread; it runs on the threads of the given executor.
/// Determinism: the same bits from every executor that runs calls unchanged.
/// Allocation: none after construction. Memory: about 300 numbers per body.
/// Accuracy: limited by the forces at handles. Elements are computed as if their outer ends were free, so on long
/// chains with large torques these forces are large and cancel later. Therefore residuals grow with the length. Those
/// of ScanAba do not, because it computes no forces before the inertias are known.
template <class T, Executor Memory = Serial>
class Dca {
 public:
  static constexpr Index worth_a_thread = planner::table::dca_worth_a_thread;

  /// The model must outlive it. join: the scan by which velocities are joined.
  explicit Dca(const ScanModel<T>& model, const ScanMethod& join = {ScanKind::work_efficient})
      : Dca(model, Pieces(model.paths(), 1, element_ends(model)), join) {}

  template <Executor Exec>
  ForwardReport run(const Exec& exec, const ForwardState<T>& s, Out<T> a) {
    start_.run(exec, model_, s);  // q, v, external forces -> X, c, p
    for (Index k = leaves_.levels() - 1; k >= 0; --k) {
      const Level level = level_of(k, s.tau, a);
      single_bodies(exec, level);  // X, c, p, handed, tau -> elements of leaves
      for (Index h = 0; h < assembly_.heights(k); ++h)
        assemble(exec, level, assembly_.height(k, h));  // elements -> elements
      hand_over(exec, level);  // elements -> handed
    }
    for (Index k = 0; k < leaves_.levels(); ++k) {
      const Level level = level_of(k, s.tau, a);
      hang_up(exec, level);  // A -> handles of paths
      for (Index h = assembly_.heights(k) - 1; h >= 0; --h)
        disassemble(exec, level, assembly_.height(k, h));  // handles -> handles
      accelerations(exec, level);  // handles, X, c, p, handed, tau -> A, a
    }
    return {};
  }

  const Assembly& assembly() const { return assembly_; }

  // --- passes; public because nvcc requires it of functions that make device lambdas --------------------------------

  /// Inputs and outputs of the passes over a level. Its leaves are numbered from 0, nodes as in the assembly.
  struct Level {
    Index count;  // of its leaves
    ScanView<T> m;
    ArticulatedPasses<T> w;
    View<const T> tau;
    View<T> a;
    TasksView all;
    Index begin;  // of its leaves, among all
    Index inner;  // the first inner node, among all nodes
    View<const AssemblyNode> halves;  // of inner nodes
    View<const ShortIndex> tops;  // of all leaves
    View<StarElement<T>> elements;  // of all nodes
    View<Held<T>> handles;  // of all nodes

    constexpr Index node(Index k) const { return begin + k; }
    constexpr const Piece& leaf(Index k) const { return all[node(k)][0]; }
    /// The node of the path that begins with leaf k.
    constexpr Index top(Index k) const { return tops[node(k)]; }
  };

  /// The last leaf of a path is represented by its load alone.
  template <Executor Exec>
  void single_bodies(const Exec& exec, const Level& l) {
    exec.for_each(
        l.count,
        [=] TREEFIX_DEVICE(Index k) {
          const Piece& leaf = l.leaf(k);
          l.elements[l.node(k)] =
              leaf.ends ? ending(inward(l.m, l.w, l.tau, leaf, {})) : element_of(l.m, l.w, l.tau, leaf);
        },
        worth_a_thread);
  }

  template <Executor Exec>
  void assemble(const Exec& exec, const Level& l, const Pieces::Range& nodes) {
    exec.for_each(
        nodes.size(),
        [=] TREEFIX_DEVICE(Index k) {
          const auto [left, right] = l.halves[nodes.first + k];
          l.elements[l.inner + nodes.first + k] = Star()(l.elements[left], l.elements[right]);
        },
        worth_a_thread);
  }

  template <Executor Exec>
  void hand_over(const Exec& exec, const Level& l) {
    exec.for_each(
        l.count,
        [=] TREEFIX_DEVICE(Index k) {
          if (l.leaf(k).begins) l.w.handed[l.leaf(k).first] = l.elements[l.top(k)].load;
        },
        worth_a_thread);
  }

  template <Executor Exec>
  void hang_up(const Exec& exec, const Level& l) {
    exec.for_each(
        l.count,
        [=] TREEFIX_DEVICE(Index k) {
          if (l.leaf(k).begins) l.handles[l.top(k)] = {above(l.m, l.w, l.leaf(k).first), {}};
        },
        worth_a_thread);
  }

  /// At the handle between the halves:   a = M(A₁ a_in + b₁ − C₁(η₂ + A₂ᵀ f_out)),  f = J₂ a + η₂ + A₂ᵀ f_out
  template <Executor Exec>
  void disassemble(const Exec& exec, const Level& l, const Pieces::Range& nodes) {
    exec.for_each(
        nodes.size(),
        [=] TREEFIX_DEVICE(Index k) {
          const auto [left, right] = l.halves[nodes.first + k];
          const auto [a_in, f_out] = l.handles[l.inner + nodes.first + k];
          const StarElement<T>& outer = l.elements[right];
          const ArticulatedBody<T> load{outer.load.A, outer.load.p + transpose_times(outer.A, f_out)};
          const Motion<T> a = Follow::apply(Star::map(l.elements[left], load), a_in);
          l.handles[left] = {a_in, load.A * a + load.p};
          l.handles[right] = {a, f_out};
        },
        worth_a_thread);
  }

  /// The force behind each leaf is known now, so the plain recursion through the leaf completes the solution.
  template <Executor Exec>
  void accelerations(const Exec& exec, const Level& l) {
    exec.for_each(
        l.count,
        [=] TREEFIX_DEVICE(Index k) {
          const Piece& leaf = l.leaf(k);
          const auto [a_in, f_out] = l.handles[l.node(k)];
          if (!leaf.ends) inward(l.m, l.w, l.tau, leaf, {{}, f_out});
          outward(l.m, l.w, leaf, a_in, l.a, [&](Index i, const Motion<T>& A) { l.w.moves[i] = A; });
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

  Level level_of(Index k, View<const T> tau, View<T> a) {
    const Pieces::Range leaves = leaves_.level(k);
    return {.count = leaves.size(),
            .m = model_,
            .w = start_,
            .tau = tau,
            .a = a,
            .all = {pieces_.view(), begins_.view()},
            .begin = leaves.first,
            .inner = assembly_.leaves(),
            .halves = halves_.view(),
            .tops = tops_.view(),
            .elements = elements_.view(),
            .handles = handles_.view()};
  }

  ScanView<T> model_;
  Pieces leaves_;
  Assembly assembly_;
  Array<Piece> pieces_;
  Array<Index> begins_;
  Array<AssemblyNode> halves_;
  Array<ShortIndex> tops_;
  ArticulatedStart<T, Memory> start_;
  Array<StarElement<T>> elements_;  // of leaves, then of nodes
  Array<Held<T>> handles_;
};

}  // namespace treefix::papers
