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

/// The mechanism numbered with heavy children first, its Euler tour and its paths. Joints keep their places in q and v.
/// Keeps a reference to the mechanism if it is already numbered so.
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

}  // namespace treefix::papers
