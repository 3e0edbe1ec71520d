// The mass matrix of forests: load, sweep, store.
#pragma once

#include <treefix/large_tree/division/lane_access.hpp>
#include <treefix/large_tree/mass/forest.hpp>
#include <treefix/large_tree/mass/root_path.hpp>

namespace treefix::large_tree {

/// T is the type of a SIMD register.
template <class T>
class MassForests {
 public:
  static constexpr int lanes = T::size;

  static std::size_t scratch_bytes(const DividedModel& model, const MassPlan& plan) {
    return divided_bytes([&](Arena& arena) {
      take_forest(model, arena);
      RootPath<T>(plan, {}, arena);
    });
  }

  static void forest(const MassTask& task, Index f) {
    const auto& [model, plan, call, values, scratch] = task;
    const Division::Forest& ranges = at(model.division.forests, f);
    Arena arena(scratch);
    const MassForest<T> s = take_forest(model, arena);
    const Forest<T> m = forest_of<T>(model, f);
    const std::uint8_t* flags = plan.groups.data() + ranges.first_group;
    LaneGroup<T> g;
    g.turns = s.turns;
    turn_forest(model, f, m, g, call.given_q);
    forest_composites(m, flags, s);
    for (Index k = 0; k < m.anchors; ++k)
      values.from_forests[ranges.first_anchor + k] =
          *reinterpret_cast<const Composite<double>*>(s.records + k * composite_record<T>);
    if (call.diagonal) return put_diagonal(task, m, s);
    for (Index k = 0; k < m.anchors; ++k) {
      const ShortIndex a = at(model.division.forest_anchors, ranges.first_anchor + k);
      *reinterpret_cast<Transform<double>*>(s.records + k * pose_record<T>) =
          a < 0 || at(plan.is_moment_frame, a) ? Transform<double>{} : values.anchor_poses[a];
    }
    forest_columns(m, flags, s);
    RootPath<T> path(plan, values, arena);
    put_rows(task, f, m, s, path);
  }

 private:
  static MassForest<T> take_forest(const DividedModel& model, Arena& arena) {
    const Index n = model.division.largest_forest;
    MassForest<T> s;
    s.turns = arena.take<Turn<T>>(n);
    s.columns = arena.take<Column<T>>(n);
    s.records = arena.take<double>((model.division.most_anchors + n * lanes) * pose_record<T>);
    s.F = arena.take<double>(n * lanes * column_record<T>);
    s.S = arena.take<double>(n * lanes * spatial_motion_record<T>);
    return s;
  }

  static void put_diagonal(const MassTask& task, const Forest<T>& m, const MassForest<T>& s) {
    const T none(0);
    for (Index k = 0; k < m.groups; ++k) {
      const T x = s.columns[k].around + m.axis(k, none).armature;
      for (int lane = 0; lane < m.counts[k]; ++lane) task.call.diagonal[m.coordinates[k * lanes + lane]] = x[lane];
    }
  }

  /// F, S -> rows of the bodies of a forest, in the order of rows
  [[gnu::noinline]] static void put_rows(const MassTask& task, Index f, const Forest<T>& m, const MassForest<T>& s,
                                         RootPath<T>& path) {
    const auto& [model, plan, call, values, scratch] = task;
    const Index first_anchor = at(model.division.forests, f).first_anchor;
    const MassPlan::Visit* visit = plan.visits.data() + at(plan.first_visit, f);
    const MassPlan::Visit* const stop = plan.visits.data() + at(plan.first_visit, f + 1);
    while (visit != stop) {
      const ShortIndex a = at(model.division.forest_anchors, first_anchor + m.parents[visit->place]);
      path.lead_to(a < 0 ? -1 : at(plan.anchors, a));
      if (a >= 0 && at(plan.is_moment_frame, a)) path.begin_moment_frame(values.anchor_poses[a]);
      const Index* begins = call.begins + m.coordinates[visit->place];
      const MassPlan::Visit* end = visit + 1;
      while (end != stop && end->level() > 0) ++end;
      path.put_subtree(visit, end, m, s, begins, call.values);
      visit = end;
    }
  }
};

}  // namespace treefix::large_tree
