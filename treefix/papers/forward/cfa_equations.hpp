// The equations of constraint forces, by paths: order, memory and solvers.
#pragma once

#include <algorithm>
#include <vector>

#include <treefix/base/methods.hpp>
#include <treefix/exec/serial.hpp>
#include <treefix/primitives/block_tridiagonal.hpp>
#include <treefix/tree/heavy_paths.hpp>

namespace treefix::papers {

/// The bodies as rows of equations: one heavy path after the other, those of light level 0 first.
struct CfaRows {
  View<const ShortIndex> bodies;  // (nbody) of rows
  View<const ShortIndex> rows;  // (nbody) of bodies
  View<const ShortIndex> paths;  // (nbody) of rows
  View<const RowPlace> places;  // (nbody) of rows in their paths
};

/// The same order, on the host.
struct CfaOrder {
  struct Level {
    Index first = 0, rows = 0, longest = 0;  // of its paths
  };
  std::vector<Level> levels;
  std::vector<ShortIndex> bodies, rows, paths;
  std::vector<RowPlace> places;
  Index path_count = 0;

  CfaOrder(const HeavyPaths& all, Index nbody) : rows(static_cast<std::size_t>(nbody)) {
    for (Index k = 0; k < all.levels(); ++k) {
      Level level{ssize(bodies), 0, 0};
      for (const HeavyPath& path : all.level(k)) {
        for (ShortIndex i = path.first; i < path.end; ++i) {
          at(rows, i) = shortened(ssize(bodies));
          bodies.push_back(i);
          paths.push_back(shortened(path_count));
          places.push_back({i - path.first, path.end - 1 - i});
        }
        level.longest = std::max(level.longest, path.size());
        ++path_count;
      }
      level.rows = ssize(bodies) - level.first;
      levels.push_back(level);
    }
  }
  Index nbody() const { return ssize(bodies); }
  Index rows_on_root() const { return levels.empty() ? 0 : levels.front().rows; }
  /// The number of rows of the largest level, from level k on.
  Index most_rows(std::size_t k) const {
    Index most = 0;
    for (; k < levels.size(); ++k) most = std::max(most, levels[k].rows);
    return most;
  }
};

/// The paths of one light level: the rows from first on as a system of equations. It has a right side for the forces on
/// its bodies and, unless the paths hang from the root, one for each of six unit accelerations of their bases.
template <class T, int block, int columns>
struct CfaLevel {
  static constexpr bool has_bases = columns == 7;
  Index first;
  BlockTridiagonal<T, block, columns> system;
  EliminationRoom<T, block, columns> room;
};

/// Memory of the equations of all levels. Right sides, which become results, are stored for all levels, everything else
/// for one level at a time.
template <class T, int block, Executor Memory>
class CfaEquations {
 public:
  CfaEquations(const CfaOrder& order, CfaSolver solver)
      : solver_(solver), levels_(order.levels), bodies_(order.bodies), rows_(order.rows), paths_(order.paths),
        places_(order.places), D_(order.most_rows(0)), U_(order.most_rows(0)), R_on_root_(order.rows_on_root()),
        R_(order.nbody() - order.rows_on_root()), P_(if_eliminates(order.most_rows(0))),
        Q_(if_eliminates(order.most_rows(0))), y_on_root_(if_eliminates(order.rows_on_root())),
        y_(if_eliminates(order.most_rows(1))),
        next_U_(solver == CfaSolver::odd_even_elimination ? order.most_rows(0) : 0) {}

  Index levels() const { return ssize(levels_); }
  CfaRows rows() const { return {bodies_.view(), rows_.view(), paths_.view(), places_.view()}; }

  /// Calls f with the CfaLevel of level k. Bases of level 0 are at rest.
  template <class F>
  void at_level(Index k, F f) {
    const Index first = at(levels_, k).first, on_root = ssize(R_on_root_.view());
    if (k == 0)
      f(level(at(levels_, k), R_on_root_.view().data(), y_on_root_.view()));
    else
      f(level(at(levels_, k), R_.view().data() + (first - on_root), y_.view()));
  }
  /// A, R -> x
  template <Executor Exec, int columns>
  void solve(const Exec& exec, const CfaLevel<T, block, columns>& level) const {
    switch (solver_) {
      case CfaSolver::thomas: return thomas(exec, level.system);
      case CfaSolver::odd_even_elimination: return odd_even_elimination(exec, level.system, level.room);
      case CfaSolver::cyclic_reduction: return cyclic_reduction(exec, level.system, level.room);
    }
  }

 private:
  template <class X>
  using Array = typename Memory::template Array<X>;
  template <int columns>
  using Right = SmallMatrix<T, block, columns>;

  Index if_eliminates(Index rows) const { return solver_ == CfaSolver::thomas ? 0 : rows; }

  template <int columns>
  CfaLevel<T, block, columns> level(const CfaOrder::Level& l, Right<columns>* R, View<Right<columns>> y) {
    const View<const RowPlace> places{places_.view().data() + l.first, l.rows};
    return {l.first, {places, l.longest, D_.view(), U_.view(), {R, l.rows}}, {P_.view(), Q_.view(), y, next_U_.view()}};
  }

  CfaSolver solver_;
  std::vector<CfaOrder::Level> levels_;
  Array<ShortIndex> bodies_, rows_, paths_;
  Array<RowPlace> places_;
  Array<SmallMatrix<T, block, block>> D_, U_;
  Array<Right<1>> R_on_root_;
  Array<Right<7>> R_;
  // for solvers that eliminate many rows at once
  Array<SmallMatrix<T, block, block>> P_, Q_;
  Array<Right<1>> y_on_root_;
  Array<Right<7>> y_;
  Array<SmallMatrix<T, block, block>> next_U_;
};

}  // namespace treefix::papers
