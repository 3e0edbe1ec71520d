// Forward dynamics of forests: load, sweep, store.
#pragma once

#include <treefix/large_tree/division/lane_access.hpp>
#include <treefix/large_tree/forward/data.hpp>
#include <treefix/large_tree/forward/forest.hpp>

namespace treefix::large_tree {

/// T is the type of a SIMD register.
template <class T>
class ForwardForests {
 public:
  static constexpr int lanes = T::size;

  static std::size_t scratch_bytes(const DividedModel& model) {
    return divided_bytes([&](Arena& arena) { ForestScratch(model, arena); });
  }

  /// q, v, tau, angular velocities of anchors -> G, d, from_forests
  static void forest_in(const ForwardTask& task, Index f) {
    const auto& [model, own, call, values, scratch] = task;
    const Division& division = model.division;
    const Division::Forest& ranges = at(division.forests, f);
    ForestScratch s(model, Arena(scratch));
    const InertiaForest<T> m = inertia_forest(task, f);
    const std::uint8_t* has_children = values.has_children + ranges.first_group;
    LaneGroup<T> g = forest_group(task, f);
    for (Index k = 0; k < m.anchors; ++k) {
      const ShortIndex anchor = at(division.forest_anchors, ranges.first_anchor + k);
      *reinterpret_cast<ClassicalMotion<double>*>(s.motion + k * motion_record<T>) = {
          anchor < 0 ? Vec3<double>{} : values.anchor_w[anchor], {}, {}};
    }
    if (call.external) {
      load_forest_forces(division, f, call.external, s.external);
      g.external = s.external;
    }
    turn_forest(model, f, m, g, call.given.q);
    forest_bias(m, has_children, g, call.given.v, s.motion);
    if (m.armatures)
      forest_articulated<true>(m, has_children, g, call.given.tau, s.records);
    else
      forest_articulated<false>(m, has_children, g, call.given.tau, s.records);
    for (Index k = 0; k < m.anchors; ++k)
      values.from_forests[ranges.first_anchor + k] =
          std::exchange(*reinterpret_cast<ArticulatedBody<double>*>(s.records + k * articulated_record<T>), {});
  }

  /// G, d, accelerations of anchors -> a
  static void forest_out(const ForwardTask& task, Index f) {
    const auto& [model, own, call, values, scratch] = task;
    const Division& division = model.division;
    const Division::Forest& ranges = at(division.forests, f);
    ForestScratch s(model, Arena(scratch));
    const InertiaForest<T> m = inertia_forest(task, f);
    const std::uint8_t* has_children = values.has_children + ranges.first_group;
    const LaneGroup<T> g = forest_group(task, f);
    for (Index k = 0; k < m.anchors; ++k) {
      const ShortIndex anchor = at(division.forest_anchors, ranges.first_anchor + k);
      *reinterpret_cast<Motion<double>*>(s.motion + k * acceleration_record<T>) =
          anchor < 0 ? Motion<double>{{}, call.root} : values.anchor_acceleration[anchor];
    }
    if (m.armatures)
      forest_accelerate<true>(m, has_children, g, call.given.a, s.motion);
    else
      forest_accelerate<false>(m, has_children, g, call.given.a, s.motion);
  }

 private:
  struct ForestScratch {
    ForestScratch(const DividedModel& model, Arena& arena) {
      const Index n = model.division.largest_forest, all = model.division.most_anchors + n * lanes;
      records = take_articulated_records<T>(model.division, arena);
      external = arena.take<Force<T>>(n);
      motion = arena.take<double>(all * motion_record<T>);
    }
    ForestScratch(const DividedModel& model, Arena&& arena) : ForestScratch(model, arena) {}
    Force<T>* external = nullptr;
    double* records = nullptr;  // of articulated inertias
    double* motion = nullptr;  // records of motions, then of accelerations
  };
  /// The values of a forest that are kept from forest_in to forest_out.
  static LaneGroup<T> forest_group(const ForwardTask& task, Index f) {
    const Index first = at(task.model.division.forests, f).first_group;
    LaneGroup<T> g;
    g.turns = reinterpret_cast<Turn<T>*>(task.values.forest_turns) + first;
    g.F = reinterpret_cast<Force<T>*>(task.values.forest_G) + first;
    g.d = reinterpret_cast<T*>(task.values.d) + first;
    return g;
  }
  static InertiaForest<T> inertia_forest(const ForwardTask& task, Index f) {
    return {forest_of<T>(task.model, f),
            fields<OwnInertia<T>>(task.own.groups, at(task.model.division.forests, f).first_group)};
  }
};

}  // namespace treefix::large_tree
