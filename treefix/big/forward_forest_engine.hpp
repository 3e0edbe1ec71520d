// Forward dynamics of forests: load, sweep, store.
#pragma once

#include <treefix/big/access.hpp>
#include <treefix/big/forward_data.hpp>
#include <treefix/big/forward_forest.hpp>

namespace treefix {

/// Lanes of T.
template <class T>
class ForwardForests {
 public:
  static constexpr int lanes = T::size;

  static std::size_t scratch_bytes(const BigModel& model) {
    Arena arena;
    ForestScratch(model, arena);
    return arena.used();
  }

  /// q, v, tau, angular velocities of attached bodies -> G, d, what comes to those outside
  static void forest_in(const ForwardTask& task, Index f) {
    const auto& [model, whole, state, values, scratch] = task;
    const BigPlan& plan = model.plan;
    const BigPlan::Forest& info = at(plan.forests, f);
    ForestScratch s(model, Arena(scratch));
    const WholeForest<T> m = whole_forest(task, f);
    const std::uint8_t* bears = values.bears + info.first_group;
    LaneGroup<T> g = forest_group(task, f);
    for (Index k = 0; k < m.outside; ++k) {
      const ShortIndex attached = at(plan.outside, info.first_outside + k);
      *reinterpret_cast<Moving<double>*>(s.moving + k * moving_row<T>) = {
          attached < 0 ? Vec3<double>{} : values.attached_w[attached], {}, {}};
    }
    if (state.outside) {
      for (Index k = 0; k < m.groups; ++k) {
        s.outside[k] = {};
        for (int lane = 0; lane < m.counts[k]; ++lane)
          set_lane<T>(state.outside[at(plan.places, (info.first_group + k) * lanes + lane)], lane, s.outside[k]);
      }
      g.outside = s.outside;
    }
    turn_forest(model, f, m, g, state.given.q);
    forest_bias(m, bears, g, state.given.v, s.moving);
    if (m.armatures)
      forest_articulated<true>(m, bears, g, state.given.tau, s.rows);
    else
      forest_articulated<false>(m, bears, g, state.given.tau, s.rows);
    for (Index k = 0; k < m.outside; ++k)
      values.outside[info.first_outside + k] =
          std::exchange(*reinterpret_cast<Articulated<double>*>(s.rows + k * articulated_row<T>), {});
  }

  /// G, d, accelerations of attached bodies -> a
  static void forest_out(const ForwardTask& task, Index f) {
    const auto& [model, whole, state, values, scratch] = task;
    const BigPlan& plan = model.plan;
    const BigPlan::Forest& info = at(plan.forests, f);
    ForestScratch s(model, Arena(scratch));
    const WholeForest<T> m = whole_forest(task, f);
    const std::uint8_t* bears = values.bears + info.first_group;
    const LaneGroup<T> g = forest_group(task, f);
    for (Index k = 0; k < m.outside; ++k) {
      const ShortIndex attached = at(plan.outside, info.first_outside + k);
      *reinterpret_cast<Motion<double>*>(s.moving + k * acceleration_row<T>) =
          attached < 0 ? Motion<double>{{}, state.rest} : values.attached_acceleration[attached];
    }
    if (m.armatures)
      forest_accelerate<true>(m, bears, g, state.given.a, s.moving);
    else
      forest_accelerate<false>(m, bears, g, state.given.a, s.moving);
  }

 private:
  struct ForestScratch {
    ForestScratch(const BigModel& model, Arena& arena) {
      const Index n = model.plan.largest_forest, all = model.plan.most_outside + n * lanes;
      rows = take_articulated_rows<T>(model.plan, arena);
      outside = arena.take<Force<T>>(n), moving = arena.take<double>(all * moving_row<T>);
    }
    ForestScratch(const BigModel& model, Arena&& arena) : ForestScratch(model, arena) {}
    Force<T>* outside = nullptr;
    double* rows = nullptr;  // of articulated inertias
    double* moving = nullptr;  // rows; then of accelerations
  };
  /// What is kept of a forest between its two visits.
  static LaneGroup<T> forest_group(const ForwardTask& task, Index f) {
    const Index first = at(task.model.plan.forests, f).first_group;
    LaneGroup<T> g;
    g.turns = reinterpret_cast<Turn<T>*>(task.values.forest_turns) + first;
    g.F = reinterpret_cast<Force<T>*>(task.values.forest_G) + first, g.d = reinterpret_cast<T*>(task.values.d) + first;
    return g;
  }
  static WholeForest<T> whole_forest(const ForwardTask& task, Index f) {
    return {forest_of<T>(task.model, f),
            fields<WholeBody<T>>(task.whole.groups, at(task.model.plan.forests, f).first_group)};
  }
};

}  // namespace treefix
