// Inverse dynamics of forests: load, sweep, store.
#pragma once

#include <treefix/large_tree/division/lane_access.hpp>
#include <treefix/large_tree/inverse/data.hpp>
#include <treefix/large_tree/inverse/forest.hpp>

namespace treefix::large_tree {

/// T is the type of a SIMD register.
template <class T>
class InverseForests {
 public:
  static constexpr int lanes = T::size;

  static std::size_t scratch_bytes(const DividedModel& model) {
    return divided_bytes([&](Arena& arena) { ForestScratch(model, arena); });
  }

  /// q, v, a, motions of anchors -> tau, forces on them
  static void forest(const InverseTask& task, Index f) {
    const auto& [model, call, values, scratch] = task;
    const Division& division = model.division;
    const Division::Forest& ranges = at(division.forests, f);
    ForestScratch s(model, scratch);
    const Forest<T> m = forest_of<T>(model, f);
    for (Index k = 0; k < m.anchors; ++k) {
      const ShortIndex anchor = at(division.forest_anchors, ranges.first_anchor + k);
      const ClassicalMotion<double> motion = anchor < 0 ? call.root : values.anchor_motion[anchor];
      const double numbers[] = {motion.w.x,  motion.w.y, motion.w.z, motion.dw.x, motion.dw.y,
                                motion.dw.z, motion.a.x, motion.a.y, motion.a.z};
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
      const double* record = s.records.forces + k * force_record<T>;
      values.from_forests[ranges.first_anchor + k] = {{record[0], record[1], record[2]},
                                                      {record[3], record[4], record[5]}};
    }
  }

 private:
  struct ForestScratch {
    ForestScratch(const DividedModel& model, Arena& arena) {
      const Index n = model.division.largest_forest, all = model.division.most_anchors + n * lanes;
      g.turns = arena.take<Turn<T>>(n);
      g.F = arena.take<Force<T>>(n);
      external = arena.take<Force<T>>(n);
      records.motion = arena.take<double>(all * motion_record<T>);
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
