// Forward dynamics: articulated bodies as an associative scan.
#pragma once

#include <treefix/algorithms/forward/articulated.hpp>
#include <treefix/algorithms/forward/stretch_ends.hpp>

namespace treefix {

/// The articulated recursion along heavy paths, cut into pieces that run at the same time.            [algorithms.md, §6]
/// Papers 000 and 001 keep this recursion sequential. But a piece of a path is an element (Stretch), elements join by the star
/// product, and that is associative: so the inertias felt behind each piece follow from one scan over the pieces, level of
/// light children by level. Once they are known all else is linear, as in the hybrid of paper 001 (algorithm 3): forces go
/// inwards and accelerations outwards by scans too. Inside a piece the plain recursion runs.
///
/// Elements are made without torques and velocities on purpose. Else a stretch whose outer end is held by nobody moves with
/// accelerations b that may be as large as you like, and what they cancel with is lost: on a chain of 10⁴ rods with the
/// torques of some motion, residuals of 1e-9 in place of 1e-16.
///
/// Span, in bodies passed or operators applied one after the other, where pieces have up to l bodies and a level up to p pieces,
/// L = 1 + log₂ n levels at the most: L (2 l + 2 log₂ p + 2) for velocities; L (3 l + 4 log₂ p + 2) inwards: elements, star
/// products, forces of pieces, their sums, recursion; L (2 l + 2 log₂ p + 2) outwards. With l fixed that is O(log² n) for any
/// tree. (With external forces in coordinates of the root, poses take once more what velocities do.)
///
/// Massless bodies are no obstacle: pieces end where they can (see stretch_ends). A path where no body can end one is one piece.
///
/// Threads: holds scratch, so one belongs to one thread; it uses those of the executor it is given.
/// Determinism: the same bits from every executor that runs calls as they are. Pieces depend on the mechanism alone.
/// Allocation: none after construction. Memory: 76 numbers per body of one degree of freedom, 362 per piece.
/// Accuracy: residuals within ten times those of the recursion and a few ε up to a thousand bodies, a hundred times beyond.
template <class T, Executor Memory = Serial>
class ScanAba {
 public:
  /// The model must outlive it. Pieces are as long as the model's.
  explicit ScanAba(const ScanModel<T>& model, const ScanMethod& join = {ScanKind::work_efficient})
      : ScanAba(model, Pieces(model.paths(), model.pieces().length(), stretch_ends(model)), join) {}

  template <Executor Exec>
  ForwardReport run(const Exec& exec, const ForwardState<T>& s, Out<T> a) {
    start_.run(exec, model_, s);  // q, v, forces from outside -> X, c, p
    for (Index level = plan_.levels() - 1; level >= 0; --level) {
      const bool cuts = plan_.has_cuts(level);
      if (cuts) elements(exec, level, s.tau);  // X, handed -> elements; of last pieces X, c, p, handed, tau -> G, d
      if (cuts) inertias_behind(exec, level);  // elements -> J behind pieces
      if (cuts) own_forces(exec, level, s.tau);  // J, elements, X, c, p, handed, tau -> A and η of pieces
      if (cuts) forces_behind(exec, level);  // A, η of pieces -> η behind pieces
      recursion(exec, level, s.tau);  // J, η, X, c, p, handed, tau -> G, d, handed
    }
    for (Index level = 0; level < plan_.levels(); ++level) {
      const bool cuts = plan_.has_cuts(level);
      if (cuts) own_accelerations(exec, level, a);  // X, c, G, d -> b of pieces
      if (cuts) entries(exec, level);  // A, b of pieces, A of bodies -> entries
      accelerations(exec, level, a);  // entries, X, c, G, d, A -> A, a
    }
    return {};
  }

  /// Where it cuts.
  const Pieces& pieces() const { return plan_; }

  // --- passes over the tasks of a level; public because functions that make device lambdas have to be ---------------

  TasksView tasks() const { return {pieces_.view(), begins_.view()}; }
  struct Range {
    Index begin, count;
    constexpr Index back(Index k) const { return count - 1 - k; }  // its place where the last comes first
  };
  Range range(Index level) const { return {plan_.level(level).first, plan_.level(level).size()}; }

  /// Of pieces that another one follows. What ends a path is no more than its load, and is done with it: nothing beyond is
  /// felt there, so one scan serves all paths of the level.
  template <Executor Exec>
  void elements(const Exec& exec, Index level, View<const T> tau) {
    const ScanView<T> m = model_;
    const ArticulatedPasses<T> w = start_;
    const TasksView tasks = this->tasks();
    const View<Stretch<T>> elements = elements_.view(), stretches = stretches_.view();
    const Range r = range(level);
    exec.for_each(r.count, [=] TREEFIX_DEVICE(Index k) {
      const Piece& piece = tasks[r.begin + k][0];
      Stretch<T>& element = elements[r.begin + k];
      if (!piece.ends)
        element = stretches[r.back(k)] = stretch_of(m, w, {}, piece);
      else {
        element = ending(piece.begins ? Load<T>{} : inward(m, w, tau, piece, {}));
        stretches[r.back(k)] = ending(Load<T>{element.load.J, {}});
      }
    });
  }

  template <Executor Exec>
  void inertias_behind(const Exec& exec, Index level) {
    exclusive_scan(exec, join_, Reversed<Star>(), View<Stretch<T>>(stretches_.view().data(), range(level).count),
                   stretch_scratch_.view());
  }

  /// What a piece does by itself: forces before it, where those behind it are zero but the inertia is there.
  template <Executor Exec>
  void own_forces(const Exec& exec, Index level, View<const T> tau) {
    const ScanView<T> m = model_;
    const ArticulatedPasses<T> w = start_;
    const TasksView tasks = this->tasks();
    const View<Stretch<T>> elements = elements_.view(), stretches = stretches_.view();
    const View<MotionMap<T>> maps = maps_.view();
    const View<ForceMap<T>> forces = forces_.view();
    const Range r = range(level);
    exec.for_each(r.count, [=] TREEFIX_DEVICE(Index k) {
      const Piece& piece = tasks[r.begin + k][0];
      const Stretch<T>& element = elements[r.begin + k];
      if (piece.ends) {
        forces[r.back(k)] = {MotionMatrix<T>{}, element.load.eta};
        return;
      }
      const Load<T> behind{stretches[r.back(k)].load.J, {}};
      maps[r.begin + k] = Star::map(element, behind);
      forces[r.back(k)] = {maps[r.begin + k].A, inward(m, w, tau, piece, behind).eta};
    });
  }

  template <Executor Exec>
  void forces_behind(const Exec& exec, Index level) {
    exclusive_scan(exec, join_, Reversed<Gather>(), View<ForceMap<T>>(forces_.view().data(), range(level).count),
                   force_scratch_.view());
  }

  template <Executor Exec>
  void recursion(const Exec& exec, Index level, View<const T> tau) {
    const ScanView<T> m = model_;
    const ArticulatedPasses<T> w = start_;
    const TasksView tasks = this->tasks();
    const View<Stretch<T>> stretches = stretches_.view();
    const View<ForceMap<T>> forces = forces_.view();
    const Range r = range(level);
    exec.for_each(r.count, [=] TREEFIX_DEVICE(Index k) {
      for (const Piece& piece : tasks[r.begin + k]) {
        if (piece.ends && !piece.begins) continue;  // done with the elements
        Load<T> behind{};
        if (!piece.ends) behind = {stretches[r.back(k)].load.J, forces[r.back(k)].eta};
        const Load<T> before = inward(m, w, tau, piece, behind);
        if (piece.begins) w.handed[piece.first] = before;
      }
    });
  }

  /// And accelerations behind it, where those before it are zero. a is scratch.
  template <Executor Exec>
  void own_accelerations(const Exec& exec, Index level, View<T> a) {
    const ScanView<T> m = model_;
    const ArticulatedPasses<T> w = start_;
    const TasksView tasks = this->tasks();
    const View<MotionMap<T>> maps = maps_.view();
    const Range r = range(level);
    exec.for_each(r.count, [=] TREEFIX_DEVICE(Index k) {
      const Piece& piece = tasks[r.begin + k][0];
      if (!piece.ends) maps[r.begin + k].b = outward(m, w, piece, Motion<T>{}, a, [](Index, const Motion<T>&) {});
    });
  }

  template <Executor Exec>
  void entries(const Exec& exec, Index level) {
    const ScanView<T> m = model_;
    const ArticulatedPasses<T> w = start_;
    join_by_scan(
        exec, join_, Follow(), tasks(), range(level).begin, range(level).count,
        [=] TREEFIX_DEVICE(Index i) { return above(m, w, i); }, maps_.view(), entries_.view(), marked_.view(),
        marked_scratch_.view());
  }

  template <Executor Exec>
  void accelerations(const Exec& exec, Index level, View<T> a) {
    const ScanView<T> m = model_;
    const ArticulatedPasses<T> w = start_;
    const TasksView tasks = this->tasks();
    const View<Motion<T>> entries = entries_.view();
    const Range r = range(level);
    exec.for_each(r.count, [=] TREEFIX_DEVICE(Index k) {
      for (const Piece& piece : tasks[r.begin + k])
        outward(m, w, piece, piece.begins ? above(m, w, piece.first) : entries[r.begin + k], a,
                [=](Index i, const Motion<T>& A) { w.moves[i] = A; });
    });
  }

 private:
  template <class X>
  using Array = typename Memory::template Array<X>;

  ScanAba(const ScanModel<T>& model, Pieces&& plan, const ScanMethod& join)
      : model_(model), plan_(std::move(plan)), pieces_(plan_.tasks_view().pieces), begins_(plan_.tasks_view().begins),
        join_(join), start_(model, join), elements_(plan_.tasks()), stretches_(plan_.tasks()),
        stretch_scratch_(scan_scratch<Stretch<T>>(join, plan_.tasks())), maps_(plan_.tasks()), forces_(plan_.tasks()),
        force_scratch_(scan_scratch<ForceMap<T>>(join, plan_.tasks())), entries_(plan_.tasks()), marked_(plan_.tasks()),
        marked_scratch_(scan_scratch<Marked<MotionMap<T>>>(join, plan_.tasks())) {}

  ScanView<T> model_;
  Pieces plan_;
  Array<Piece> pieces_;
  Array<Index> begins_;
  ScanMethod join_;
  ArticulatedStart<T, Memory> start_;
  // where pieces meet; the second and the third with the last of a level first
  Array<Stretch<T>> elements_, stretches_, stretch_scratch_;
  Array<MotionMap<T>> maps_;
  Array<ForceMap<T>> forces_, force_scratch_;
  Array<Motion<T>> entries_;
  Array<Marked<MotionMap<T>>> marked_, marked_scratch_;
};

}  // namespace treefix
