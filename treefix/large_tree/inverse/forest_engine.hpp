// Inverse dynamics of forests: load, sweep, store.
#pragma once

#include <treefix/large_tree/division/lane_access.hpp>
#include <treefix/large_tree/inverse/data.hpp>
#include <treefix/large_tree/inverse/forest.hpp>

namespace treefix::large_tree {

/// Lanes of T.
template <class T>
class InverseForests {
 public:
  static constexpr int lanes = T::size;

  static std::size_t scratch_bytes(const DividedModel& model) {
    Arena arena;
    ForestScratch(model, arena);
    return arena.used();
  }

  /// q, v, a, how anchor bodies move -> tau, forces on them
  static void forest(const InverseTask& task, Index f) {
    const auto& [model, call, values, scratch] = task;
    const Division& division = model.division;
    const Division::Forest& info = at(division.forests, f);
    ForestScratch s(model, scratch);
    const Forest<T> m = forest_of<T>(model, f);
    for (Index k = 0; k < m.anchors; ++k) {
      const ShortIndex anchor = at(division.forest_anchors, info.first_anchor + k);
      const ClassicalMotion<double> moving = anchor < 0 ? call.root : values.anchor_motion[anchor];
      const double numbers[] = {moving.w.x,  moving.w.y, moving.w.z, moving.dw.x, moving.dw.y,
                                moving.dw.z, moving.a.x, moving.a.y, moving.a.z};
      std::copy(numbers, numbers + 9, s.records.motion + k * motion_record<T>);
    }
    if (call.external) {
      load_forest_forces(division, f, call.external, s.external);
      s.g.external = s.external;
    }
    std::fill_n(s.records.forces, (m.anchors + m.groups * lanes) * force_record<T>, 0.0);
    turn_forest(model, f, m, s.g, call.given.q);
    forest_out(m, s.g, call.given.v, call.given.a, s.records);
    forest_in(m, s.g, call.given.a, call.given.tau, s.records);
    for (Index k = 0; k < m.anchors; ++k) {
      const double* row = s.records.forces + k * force_record<T>;
      values.from_forests[info.first_anchor + k] = {{row[0], row[1], row[2]}, {row[3], row[4], row[5]}};
    }
  }

 private:
  struct ForestScratch {
    ForestScratch(const DividedModel& model, Arena& arena) {
      const Index n = model.division.largest_forest, all = model.division.most_anchors + n * lanes;
      g.turns = arena.take<Turn<T>>(n), g.F = arena.take<Force<T>>(n), external = arena.take<Force<T>>(n);
      records.motion = arena.take<double>(all * motion_record<T>),
      records.forces = arena.take<double>(all * force_record<T>);
    }
    ForestScratch(const DividedModel& model, std::byte* memory) : ForestScratch(model, Arena(memory)) {}
    ForestScratch(const DividedModel& model, Arena&& arena) : ForestScratch(model, arena) {}
    LaneGroup<T> g;
    Force<T>* external = nullptr;
    ForestRecords<T> records;
  };
};

}  // namespace treefix::large_tree
