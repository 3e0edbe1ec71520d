// The way from the root to a coordinate, as rows of the mass matrix meet it.
#pragma once

#include <treefix/big/composites.hpp>
#include <treefix/big/mass_data.hpp>
#include <treefix/big/products.hpp>
#include <treefix/kernels/memory.hpp>

namespace treefix {

/// Motions of the coordinates on a way, each in its home: six lists, so that lanes of them are loaded at once. The upper part of the way
/// is in the trunk, the rest in a subtree of a forest.
template <class T>
class Way {
 public:
  Way(const MassPlan& plan, const MassValues& values, Arena& arena)
      : plan_(plan), values_(values), stride_(stride(plan.deepest)), S_(arena.take<double>(6 * stride_)),
        on_(arena.take<ShortIndex>(plan.deepest)),
        homes_(arena.take<Transform<double>>(plan.deepest / plan.stretch + 1)) {}

  /// To a coordinate of the trunk, or with −1 to the root. What it has in common with the way before stays.
  void lead_to(ShortIndex end) {
    for (ShortIndex c = end; c >= 0;) {
      const auto& [above, depth, home, row] = at(plan_.trunk, c);
      if (depth < known_ && on_[depth] == c) break;
      on_[depth] = c;
      set(S_, stride_, depth, &values_.S[c].w.x);
      c = above;
    }
    size_ = known_ = end < 0 ? 0 : at(plan_.trunk, end).depth + 1;
    home_ = end < 0 ? -1 : at(plan_.trunk, end).home;
    near_ = home_ < 0 || at(plan_.homes, home_).begin == 0;
    at_end_ = false;
  }
  /// What hangs from its end has its home there, which is so as seen from the home above.
  void begin_home(const Transform<double>& X) { homes_[0] = X, at_end_ = true, near_ = false; }
  /// How many coordinates it has in the trunk.
  Index size() const { return size_; }

  /// Products of the force of a coordinate of the trunk with the way, itself included.
  void put_own(const double* F, double* row) const { put_trunk(F, size_, row); }
  /// Rows of the bodies of one subtree that hangs from its end: F, S -> rows, which begin where begins says, one after the other.
  void put_subtree(const MassPlan::Visit* visit, const MassPlan::Visit* end, const Forest<T>& m, const MassForest<T>& s,
                   const Index* begins, double* values) {
    // what is stored cannot be any of these, but compilers do not know
    const Index size = size_, stride = stride_;
    double* const S = S_;
    const bool near = near_;
    for (; visit != end; ++visit, ++begins) {
      const Index depth = size + visit->level();
      const double* F = s.F + visit->place * column_row<T>;
      double* row = values + *begins;
      fetch_ahead(row);
      row[depth] = F[6];
      if (!visit->is_leaf()) set(S, stride, depth, s.S + visit->place * motion_row<T>);
      if (visit->begins_home()) {
        begin_home(visit, s.rows + m.parents[visit->place] * pose_row<T>);
        put_far(visit->level(), depth, F, row);
        continue;
      }
      row[depth - 1] = F[7];
      if (near && visit->level() < plan_.stretch)
        LaneProducts<T>::put_short(S, stride, F, row, depth - 1);
      else
        put_far(visit->level(), depth - 1, F, row);
    }
  }

 private:
  /// Lists that do not begin at the same place of caches.
  static Index stride(Index count) { return count / 8 * 8 + (count / 8 % 2 == 0 ? 8 : 16); }

  /// Rows come one after the other in memory. Caches fetch the lines that they will be written to, as long as three lines are about a row.
  static TREEFIX_INLINE void fetch_ahead(const double* row) {
    constexpr int ahead = 512, line = 8;  // numbers
    for (int k = 0; k < 3; ++k) __builtin_prefetch(row + ahead + k * line, 1);
  }
  static TREEFIX_INLINE void set(double* lists, Index stride, Index depth, const double* S) {
    for (int c = 0; c < 6; ++c) lists[c * stride + depth] = S[c];
  }
  void begin_home(const MassPlan::Visit* visit, const double* pose) {
    if (visit->level() > 0) homes_[visit->level() / plan_.stretch] = *reinterpret_cast<const Transform<double>*>(pose);
  }
  TREEFIX_INLINE void products(Index begin, Index end, const double* F, double* row) const {
    LaneProducts<T>::put_short(S_ + begin, stride_, F, row + begin, end - begin);
  }
  [[gnu::noinline]] void put_far(Index level, Index end, const double* F, double* row) const {
    Force<double> moved{{F[0], F[1], F[2]}, {F[3], F[4], F[5]}};
    for (Index home = level / plan_.stretch; home >= (at_end_ ? 0 : 1); --home) {
      const Index begin = size_ + home * plan_.stretch;
      products(begin, end, &moved.n.x, row);
      moved = homes_[home].back(moved), end = begin;
    }
    put_trunk(&moved.n.x, end, row);
  }
  void put_trunk(const double* F, Index end, double* row) const {
    if (home_ < 0) return products(0, end, F, row);
    Force<double> moved{{F[0], F[1], F[2]}, {F[3], F[4], F[5]}};
    for (ShortIndex home = home_; home >= 0; home = at(plan_.homes, home).above) {
      const Index begin = at(plan_.homes, home).begin;
      products(begin, end, &moved.n.x, row);
      moved = values_.homes[home].back(moved), end = begin;
    }
  }

  const MassPlan& plan_;
  const MassValues& values_;
  Index stride_;
  double* S_;  // (6 × stride)
  ShortIndex* on_;  // (deepest) coordinate of the trunk at a depth
  Transform<double>* homes_;  // of the subtree, by level
  Index known_ = 0;  // of how many on_ and S_ are what they were set to
  Index size_ = 0;
  ShortIndex home_ = -1;
  bool near_ = true;  // all of the trunk's part is in one home, and so is what hangs from it
  bool at_end_ = false;  // what hangs from it has its home there
};

}  // namespace treefix
