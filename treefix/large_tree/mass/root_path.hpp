// The path from the root to a coordinate, for computing rows of the mass matrix.
#pragma once

#include <treefix/base/arena.hpp>
#include <treefix/large_tree/mass/data.hpp>
#include <treefix/large_tree/mass/forest.hpp>
#include <treefix/large_tree/mass/lane_products.hpp>
#include <treefix/planner/table.hpp>

namespace treefix::large_tree {

/// Motions of the coordinates on a path, each in its moment frame: six lists, so that lanes load several motions at
/// once. The first coordinates of the path are in the trunk, the others in a subtree of a forest.
template <class T>
class RootPath {
 public:
  RootPath(const MassPlan& plan, const MassValues& values, Arena& arena)
      : plan_(plan), values_(values), stride_(stride(plan.deepest)), S_(arena.take<double>(6 * stride_)),
        on_(arena.take<ShortIndex>(plan.deepest)),
        moment_frames_(arena.take<Transform<double>>(plan.deepest / plan.frame_span + 1)) {}

  /// Makes this the path to a coordinate of the trunk, or with −1 to the root. Keeps the part that it shares with the
  /// previous path.
  void lead_to(ShortIndex end) {
    for (ShortIndex c = end; c >= 0;) {
      const auto& [above, depth, moment_frame, row] = at(plan_.trunk, c);
      if (depth < known_ && on_[depth] == c) break;
      on_[depth] = c;
      set(S_, stride_, depth, &values_.S[c].w.x);
      c = above;
    }
    size_ = known_ = end < 0 ? 0 : at(plan_.trunk, end).depth + 1;
    moment_frame_ = end < 0 ? -1 : at(plan_.trunk, end).moment_frame;
    near_ = moment_frame_ < 0 || at(plan_.moment_frames, moment_frame_).begin == 0;
    at_end_ = false;
  }
  /// Starts a moment frame at the end of the path for the bodies that hang from it. X: its pose relative to the moment
  /// frame above.
  void begin_moment_frame(const Transform<double>& X) {
    moment_frames_[0] = X;
    at_end_ = true;
    near_ = false;
  }
  /// The number of coordinates in the trunk.
  Index size() const { return size_; }

  /// Writes the products of the force of a coordinate of the trunk with the path, including the coordinate itself.
  void put_own(const double* F, double* row) const { put_trunk(F, size_, row); }
  /// F, S -> rows of the bodies of one subtree that hangs from the end of the path. The row of body k of the subtree
  /// starts at values[begins[k]].
  void put_subtree(const MassPlan::Visit* visit, const MassPlan::Visit* end, const Forest<T>& m, const MassForest<T>& s,
                   const Index* begins, double* values) {
    // local copies: compilers cannot know that the stores do not change these members
    const Index size = size_, stride = stride_;
    double* const S = S_;
    const bool near = near_;
    for (; visit != end; ++visit, ++begins) {
      const Index depth = size + visit->level();
      const double* F = s.F + visit->place * column_record<T>;
      double* row = values + *begins;
      fetch_ahead(row);
      row[depth] = F[6];
      if (!visit->is_leaf()) set(S, stride, depth, s.S + visit->place * spatial_motion_record<T>);
      if (visit->begins_moment_frame()) {
        begin_moment_frame(visit, s.records + m.parents[visit->place] * pose_record<T>);
        put_far(visit->level(), depth, F, row);
        continue;
      }
      row[depth - 1] = F[7];
      if (near && visit->level() < plan_.frame_span)
        LaneProducts<T>::put_short(S, stride, F, row, depth - 1);
      else
        put_far(visit->level(), depth - 1, F, row);
    }
  }

 private:
  /// A stride of an odd number of cache lines, so that the lists do not start in the same set of a cache.
  static Index stride(Index count) { return count / 8 * 8 + (count / 8 % 2 == 0 ? 8 : 16); }

  /// Prefetches cache lines of later rows, which follow in memory. A row has about three lines.
  static TREEFIX_INLINE void fetch_ahead(const double* row) {
    constexpr int ahead = planner::table::numbers_ahead, line = 8;  // numbers
    for (int k = 0; k < 3; ++k) __builtin_prefetch(row + ahead + k * line, 1);
  }
  static TREEFIX_INLINE void set(double* lists, Index stride, Index depth, const double* S) {
    for (int c = 0; c < 6; ++c) lists[c * stride + depth] = S[c];
  }
  void begin_moment_frame(const MassPlan::Visit* visit, const double* pose) {
    if (visit->level() > 0)
      moment_frames_[visit->level() / plan_.frame_span] = *reinterpret_cast<const Transform<double>*>(pose);
  }
  TREEFIX_INLINE void products(Index begin, Index end, const double* F, double* row) const {
    LaneProducts<T>::put_short(S_ + begin, stride_, F, row + begin, end - begin);
  }
  [[gnu::noinline]] void put_far(Index level, Index end, const double* F, double* row) const {
    Force<double> moved{{F[0], F[1], F[2]}, {F[3], F[4], F[5]}};
    for (Index moment_frame = level / plan_.frame_span; moment_frame >= (at_end_ ? 0 : 1); --moment_frame) {
      const Index begin = size_ + moment_frame * plan_.frame_span;
      products(begin, end, &moved.n.x, row);
      moved = moment_frames_[moment_frame].back(moved);
      end = begin;
    }
    put_trunk(&moved.n.x, end, row);
  }
  void put_trunk(const double* F, Index end, double* row) const {
    if (moment_frame_ < 0) return products(0, end, F, row);
    Force<double> moved{{F[0], F[1], F[2]}, {F[3], F[4], F[5]}};
    for (ShortIndex moment_frame = moment_frame_; moment_frame >= 0;
         moment_frame = at(plan_.moment_frames, moment_frame).above) {
      const Index begin = at(plan_.moment_frames, moment_frame).begin;
      products(begin, end, &moved.n.x, row);
      moved = values_.moment_frames[moment_frame].back(moved);
      end = begin;
    }
  }

  const MassPlan& plan_;
  const MassValues& values_;
  Index stride_;
  double* S_;  // (6 × stride)
  ShortIndex* on_;  // (deepest) coordinate of the trunk at a depth
  Transform<double>* moment_frames_;  // of the subtree, by level divided by frame_span
  Index known_ = 0;  // number of valid entries of on_ and S_
  Index size_ = 0;
  ShortIndex moment_frame_ = -1;
  bool near_ = true;  // the trunk's part of the path and the bodies that hang from it share one moment frame
  bool at_end_ = false;  // the bodies that hang from the end have their moment frame there
};

}  // namespace treefix::large_tree
