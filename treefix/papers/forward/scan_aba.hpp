// Forward dynamics: the articulated-body algorithm as an associative scan.
#pragma once

#include <treefix/papers/forward/articulated.hpp>
#include <treefix/papers/forward/element_ends.hpp>

namespace treefix::papers {

/// The articulated recursion along heavy paths, cut into pieces that run concurrently.
///                                                                        [docs/theory/forward.md, The star product]
/// [Yang 2016] and [Yang 2018] keep this recursion sequential. But a piece of a path is an element (StarElement), and
/// elements combine by the star product, which is associative. So one scan over the pieces gives the inertias behind
/// each piece, one level of light children after the other. Once they are known everything else is linear, as in the
/// hybrid algorithm of [Yang 2016, algorithm 3]: scans also carry forces inward and accelerations outward. The plain
/// recursion runs inside a piece.
///
/// Elements are deliberately made without torques and velocities. With them, an element with a free outer end would
/// have arbitrarily large accelerations b, and digits would be lost when they cancel: on a chain of 10⁴ rods with the
/// torques of some motion, residuals would be 1e-9 instead of 1e-16.
///
/// Span, in bodies or operators in sequence, where pieces have up to l bodies, a level has up to p pieces, and there
/// are at most L = 1 + log₂ n levels: L (2 l + 2 log₂ p + 2) for velocities; L (3 l + 4 log₂ p + 2) inward: elements,
/// star products, forces of pieces, their sums, recursion; L (2 l + 2 log₂ p + 2) outward. If l is bounded this is
/// O(log² n) for any tree, O(log n) for a chain. (With external forces in root coordinates, poses take as much as
/// velocities.)
///
/// Massless bodies are allowed: pieces end where they can (see element_ends). But they lengthen pieces, so l is bounded
/// only if bodies that may end one are never far apart. A path on which no body may end a piece is one piece, and
/// sequential.
///
/// Threads: holds scratch, so use one object per thread; it runs on the threads of the given executor.
/// Determinism: the same bits from every executor that runs calls unchanged. Pieces depend on the mechanism alone.
/// Allocation: none after construction. Memory: 76 numbers per body of one degree of freedom, 362 per piece.
/// Accuracy: residuals within ten times those of the recursion plus a few ε up to a thousand bodies, a hundred times
/// beyond.
template <class T, Executor Memory = Serial>
class ScanAba {
 public:
  /// The model must outlive it. Pieces have the length of those of the model.
  explicit ScanAba(const ScanModel<T>& model, const ScanMethod& join = {ScanKind::work_efficient})
      : ScanAba(model, Pieces(model.paths(), model.pieces().length(), element_ends(model)), join) {}

  template <Executor Exec>
  ForwardReport run(const Exec& exec, const ForwardState<T>& s, Out<T> a) {
    start_.run(exec, model_, s);  // q, v, external forces -> X, c, p
    for (Index k = plan_.levels() - 1; k >= 0; --k) {
      const Level level = level_of(k, s.tau, a);
      const bool cuts = plan_.has_cuts(k);
      if (cuts) elements(exec, level);  // X, handed -> elements; for last pieces X, c, p, handed, tau -> G, d
      if (cuts) inertias_behind(exec, level);  // elements -> J behind pieces
      if (cuts) own_forces(exec, level);  // J, elements, X, c, p, handed, tau -> A and η of pieces
      if (cuts) forces_behind(exec, level);  // A, η of pieces -> η behind pieces
      recursion(exec, level);  // J, η, X, c, p, handed, tau -> G, d, handed
    }
    for (Index k = 0; k < plan_.levels(); ++k) {
      const Level level = level_of(k, s.tau, a);
      const bool cuts = plan_.has_cuts(k);
      if (cuts) own_accelerations(exec, level);  // X, c, G, d -> b of pieces
      if (cuts) entries(exec, level);  // A, b of pieces, A of bodies -> entries
      accelerations(exec, level);  // entries, X, c, G, d, A -> A, a
    }
    return {};
  }

  /// The pieces into which it cuts.
  const Pieces& pieces() const { return plan_; }

  // --- passes; public because nvcc requires it of functions that make device lambdas --------------------------------

  /// Inputs and outputs of the passes over the tasks of a level. Its tasks are numbered from 0.
  struct Level {
    Index count;
    ScanView<T> m;
    ArticulatedPasses<T> w;
    View<const T> tau;
    View<T> a;
    TasksView all;
    Index begin;  // of the level, among all
    // of its tasks
    View<StarElement<T>> elements;
    View<MotionMap<T>> maps;
    View<Motion<T>> entries;
    // the same with the last task first, for scans
    View<StarElement<T>> reversed;
    View<ForceMap<T>> forces;

    constexpr View<const Piece> pieces(Index k) const { return all[begin + k]; }
    /// The first piece of a task, which is the only one if its path is cut.
    constexpr const Piece& piece(Index k) const { return pieces(k)[0]; }
    constexpr Index back(Index k) const { return count - 1 - k; }  // its place in reversed order
  };

  /// Elements of pieces that another piece follows. The last piece of a path is represented by its load alone. Elements
  /// beyond a load do not affect those before it, so one scan serves all paths of the level.
  template <Executor Exec>
  void elements(const Exec& exec, const Level& l) {
    exec.for_each(l.count, [=] TREEFIX_DEVICE(Index k) {
      const Piece& piece = l.piece(k);
      StarElement<T>& element = l.elements[k];
      if (!piece.ends)
        element = l.reversed[l.back(k)] = element_of(l.m, l.w, {}, piece);
      else {
        element = ending(piece.begins ? ArticulatedBody<T>{} : inward(l.m, l.w, l.tau, piece, {}));
        l.reversed[l.back(k)] = ending(ArticulatedBody<T>{element.load.A, {}});
      }
    });
  }

  template <Executor Exec>
  void inertias_behind(const Exec& exec, const Level& l) {
    exclusive_scan(exec, join_, Reversed<Star>(), l.reversed, element_scratch_.view());
  }

  /// The forces of each piece by itself: the force before it if the force behind it is zero. The inertia behind it is
  /// included.
  template <Executor Exec>
  void own_forces(const Exec& exec, const Level& l) {
    exec.for_each(l.count, [=] TREEFIX_DEVICE(Index k) {
      const Piece& piece = l.piece(k);
      const StarElement<T>& element = l.elements[k];
      if (piece.ends) {
        l.forces[l.back(k)] = {MotionMatrix<T>{}, element.load.p};
        return;
      }
      const ArticulatedBody<T> behind{l.reversed[l.back(k)].load.A, {}};
      l.maps[k] = Star::map(element, behind);
      l.forces[l.back(k)] = {l.maps[k].A, inward(l.m, l.w, l.tau, piece, behind).p};
    });
  }

  template <Executor Exec>
  void forces_behind(const Exec& exec, const Level& l) {
    exclusive_scan(exec, join_, Reversed<Gather>(), l.forces, force_scratch_.view());
  }

  template <Executor Exec>
  void recursion(const Exec& exec, const Level& l) {
    exec.for_each(l.count, [=] TREEFIX_DEVICE(Index k) {
      for (const Piece& piece : l.pieces(k)) {
        if (piece.ends && !piece.begins) continue;  // done together with the elements
        ArticulatedBody<T> behind{};
        if (!piece.ends) behind = {l.reversed[l.back(k)].load.A, l.forces[l.back(k)].eta};
        const ArticulatedBody<T> before = inward(l.m, l.w, l.tau, piece, behind);
        if (piece.begins) l.w.handed[piece.first] = before;
      }
    });
  }

  /// The accelerations of each piece by itself: the acceleration of its last body if that before the piece is zero. a
  /// is used as scratch.
  template <Executor Exec>
  void own_accelerations(const Exec& exec, const Level& l) {
    exec.for_each(l.count, [=] TREEFIX_DEVICE(Index k) {
      const Piece& piece = l.piece(k);
      if (!piece.ends) l.maps[k].b = outward(l.m, l.w, piece, Motion<T>{}, l.a, [](Index, const Motion<T>&) {});
    });
  }

  template <Executor Exec>
  void entries(const Exec& exec, const Level& l) {
    join_by_scan(
        exec, join_, Follow(), l.all, l.begin, l.count, [=] TREEFIX_DEVICE(Index i) { return above(l.m, l.w, i); },
        maps_.view(), entries_.view(), marked_.view(), marked_scratch_.view());
  }

  template <Executor Exec>
  void accelerations(const Exec& exec, const Level& l) {
    exec.for_each(l.count, [=] TREEFIX_DEVICE(Index k) {
      for (const Piece& piece : l.pieces(k))
        outward(l.m, l.w, piece, piece.begins ? above(l.m, l.w, piece.first) : l.entries[k], l.a,
                [&](Index i, const Motion<T>& A) { l.w.moves[i] = A; });
    });
  }

 private:
  template <class X>
  using Array = typename Memory::template Array<X>;

  ScanAba(const ScanModel<T>& model, Pieces&& plan, const ScanMethod& join)
      : model_(model), plan_(std::move(plan)), pieces_(plan_.tasks_view().pieces), begins_(plan_.tasks_view().begins),
        join_(join), start_(model, join), elements_(plan_.tasks()), reversed_(plan_.tasks()),
        element_scratch_(scan_scratch<StarElement<T>>(join, plan_.tasks())), maps_(plan_.tasks()),
        forces_(plan_.tasks()), force_scratch_(scan_scratch<ForceMap<T>>(join, plan_.tasks())), entries_(plan_.tasks()),
        marked_(plan_.tasks()), marked_scratch_(scan_scratch<Marked<MotionMap<T>>>(join, plan_.tasks())) {}

  Level level_of(Index k, View<const T> tau, View<T> a) {
    const auto [begin, end] = plan_.level(k);
    const Index count = end - begin;
    return {.count = count,
            .m = model_,
            .w = start_,
            .tau = tau,
            .a = a,
            .all = {pieces_.view(), begins_.view()},
            .begin = begin,
            .elements = {elements_.view().data() + begin, count},
            .maps = {maps_.view().data() + begin, count},
            .entries = {entries_.view().data() + begin, count},
            .reversed = {reversed_.view().data(), count},
            .forces = {forces_.view().data(), count}};
  }

  ScanView<T> model_;
  Pieces plan_;
  Array<Piece> pieces_;
  Array<Index> begins_;
  ScanMethod join_;
  ArticulatedStart<T, Memory> start_;
  // where pieces meet; the second and the third in reversed order within a level
  Array<StarElement<T>> elements_, reversed_, element_scratch_;
  Array<MotionMap<T>> maps_;
  Array<ForceMap<T>> forces_, force_scratch_;
  Array<Motion<T>> entries_;
  Array<Marked<MotionMap<T>>> marked_, marked_scratch_;
};

}  // namespace treefix::papers
