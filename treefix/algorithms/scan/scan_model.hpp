// A mechanism with what scans go by.
#pragma once

#include <optional>

#include <treefix/model/mechanism.hpp>
#include <treefix/tree/euler_tour.hpp>
#include <treefix/tree/pieces.hpp>

namespace treefix {

/// The mechanism numbered with heavy children first, its walk and its paths. Coordinates q, v keep their places: joints
/// know theirs. Keeps a reference to the mechanism if that is numbered so already.
/// Immutable: may be shared by threads. O(n) time and memory.
template <class T>
class ScanModel {
 public:
  /// Paths are cut into pieces of at most piece_length bodies; results depend on it in the last digits. It must be positive.
  explicit ScanModel(const Mechanism<T>& given, Index piece_length = 1024) : given_(given) {
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
  /// The number of body i in the mechanism that was given.
  Index given(Index i) const { return own_ ? at(order_, i) : i; }
  const EulerTour& tour() const { return tour_; }
  const HeavyPaths& paths() const { return paths_; }
  const Pieces& pieces() const { return pieces_; }

 private:
  const Mechanism<T>& given_;
  std::optional<Mechanism<T>> own_;
  std::vector<Index> order_;
  EulerTour tour_;
  HeavyPaths paths_;
  Pieces pieces_;
};

}  // namespace treefix
