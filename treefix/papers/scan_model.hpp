// A mechanism prepared for scans.
#pragma once

#include <optional>

#include <treefix/exec/serial.hpp>
#include <treefix/model/mechanism.hpp>
#include <treefix/planner/table.hpp>
#include <treefix/tree/euler_tour.hpp>
#include <treefix/tree/pieces.hpp>

namespace treefix::papers {

/// The data that scans read: trivially copyable, in memory that calls of an executor can reach.
template <class T>
struct ScanView {
  View<const Joint<T>> joints;  // (nbody)
  View<const Inertia<T>> inertias;  // (nbody)
  View<const T> armatures;  // (nv)
  View<const Index> order;  // (nbody) numbers in the given mechanism; empty if they are the same
  Motion<T> root_acceleration;
  TreeView tree;
  TourView tour;
  PiecesView pieces;

  constexpr Index nbody() const { return tree.size(); }
  constexpr Index given(Index i) const { return order.empty() ? i : order[i]; }
};

/// The mechanism numbered with heavy children first, its Euler tour and its paths. Coordinates q, v keep their places,
/// which joints know. Keeps a reference to the mechanism if it is already numbered so.
/// Immutable: may be shared by threads. O(n) time and memory.
template <class T>
class ScanModel {
 public:
  /// Paths are cut into pieces of at most piece_length bodies, which must be positive. It affects the last digits of
  /// results.
  explicit ScanModel(const Mechanism<T>& given, Index piece_length = planner::table::scan_piece) : given_(given) {
    if (!is_heavy_first(given.tree)) {
      order_ = heavy_first_order(given.tree);
      own_ = renumbered(given, order_);
    }
    tour_ = EulerTour(tree());
    paths_ = HeavyPaths(tree());
    pieces_ = Pieces(paths_, piece_length);
  }

  const Mechanism<T>& mechanism() const { return own_ ? *own_ : given_; }
  const Tree& tree() const { return mechanism().tree; }
  /// The number of body i in the given mechanism.
  Index given(Index i) const { return own_ ? at(order_, i) : i; }
  const EulerTour& tour() const { return tour_; }
  const HeavyPaths& paths() const { return paths_; }
  const Pieces& pieces() const { return pieces_; }
  operator ScanView<T>() const {  // NOLINT(google-explicit-constructor): a view of it
    const Mechanism<T>& m = mechanism();
    return {m.joints, m.inertias, m.armatures, order_, m.root_acceleration(), m.tree, tour_, pieces_};
  }

 private:
  const Mechanism<T>& given_;
  std::optional<Mechanism<T>> own_;
  std::vector<Index> order_;
  EulerTour tour_;
  HeavyPaths paths_;
  Pieces pieces_;
};

/// A copy of a ScanModel that calls of an executor can reach. Keeps a reference to the pieces of the model, whose
/// levels the host reads.
template <class T, Executor Exec>
class ScanCopy {
 public:
  explicit ScanCopy(const ScanModel<T>& model) : ScanCopy(ScanView<T>(model)) {}

  operator ScanView<T>() const {  // NOLINT(google-explicit-constructor): a view of it
    return {joints_.view(),
            inertias_.view(),
            armatures_.view(),
            order_.view(),
            root_acceleration_,
            {parents_.view(), ends_.view()},
            {lefts_.view(), rights_.view()},
            {levels_, {pieces_.view(), task_begins_.view()}}};
  }

 private:
  template <class X>
  using Array = typename Exec::template Array<X>;

  explicit ScanCopy(const ScanView<T>& all)
      : joints_(all.joints), inertias_(all.inertias), armatures_(all.armatures), order_(all.order),
        root_acceleration_(all.root_acceleration), parents_(all.tree.parents), ends_(all.tree.ends),
        lefts_(all.tour.lefts), rights_(all.tour.rights), levels_(*all.pieces.levels), pieces_(all.pieces.tasks.pieces),
        task_begins_(all.pieces.tasks.begins) {}

  Array<Joint<T>> joints_;
  Array<Inertia<T>> inertias_;
  Array<T> armatures_;
  Array<Index> order_;
  Motion<T> root_acceleration_;
  Array<Index> parents_, ends_;
  Array<ShortIndex> lefts_, rights_;
  const Pieces& levels_;
  Array<Piece> pieces_;
  Array<Index> task_begins_;
};

}  // namespace treefix::papers
