// Bundles, forests and trunk through the sweeps: load, sweep, store. Compiled once for each instruction set (levels/).
#pragma once

#include <treefix/big/access.hpp>
#include <treefix/big/products.hpp>

namespace treefix {

/// Lanes of T; One is a single lane of the same instruction set.
template <class T, class One>
class BigEngine {
 public:
  static constexpr int lanes = T::size;

  static std::size_t scratch_bytes(const BigModel& model) {
    Arena count;
    BundleScratch(model, count);
    Arena other;
    ForestScratch(model, other);
    return std::max(count.used(), other.used());
  }
  static std::size_t trunk_bytes(const BigModel& model) {
    Arena count;
    trunk_group(model, {}, count);
    return count.used();
  }

  /// q, v, a -> turns, relatives
  static void compose(const BigTask& task, Index b) {
    const auto& [model, state, values, scratch] = task;
    BundleScratch s(model, scratch);
    const Bundle<T> m = bundle_of<T>(model, b);
    load_rates(task, b, s);
    load_row(model, state.trunk.q, b, &Step::q, s.q);
    bundle_turns(m, s.g);
    Relative<T> out;
    m.shears ? bundle_compose<true>(m, s.g, out) : bundle_compose<false>(m, s.g, out);
    to_lanes(out, values.relatives + b * lanes);
  }

  /// entries -> how attached bodies move
  static void visit(const BigTask& task, Index b) {
    const auto& [model, state, values, scratch] = task;
    BundleScratch s(model, scratch);
    const Bundle<T> m = bundle_of<T>(model, b);
    load_rates(task, b, s);
    Moving<T> moving = from_lanes<T>(values.entries + b * lanes);
    Mat3<T> U = spin(moving.w, moving.dw);
    const T none(0);
    AttachedWalk<T, 1> walk(model.plan, b);
    for (Index k = 0; k < m.steps; ++k) {
      if (m.shears) shear_out<true>(m, k, U, moving);
      rnea_outward<true>(m.axis(k, none), k, k, s.g, moving, U);
      walk.at_step(k, [&](int lane, Index a) { values.attached_moving[a] = lane_of(moving, lane); });
    }
  }

  /// entries, forces from forests and from outside -> tau, handed
  static void sweep(const BigTask& task, Index b) {
    const auto& [model, state, values, scratch] = task;
    BundleScratch s(model, scratch);
    const Bundle<T> m = bundle_of<T>(model, b);
    load_rates(task, b, s);
    load_outside(model, state, values, b, s);
    Moving<T> moving = from_lanes<T>(values.entries + b * lanes);
    Force<T> handed;
    if (m.shears) {
      bundle_out<true>(m, s.g, moving);
      bundle_in<true>(m, s.g, handed);
    } else {
      bundle_out<false>(m, s.g, moving);
      bundle_in<false>(m, s.g, handed);
    }
    to_lanes(handed, values.handed + b * lanes);
    store_row(model, s.g.tau, b, state.trunk.tau);
  }

  /// beyond -> what it adds to tau
  static void add(const BigTask& task, Index b) {
    const auto& [model, state, values, scratch] = task;
    BundleScratch s(model, scratch);
    const Bundle<T> m = bundle_of<T>(model, b);
    load_row(model, state.trunk.tau, b, &Step::v, s.g.tau);
    s.g.turns = turns_of<T>(task.model, task.values.turns, b);
    const Force<T> beyond = from_lanes<T>(values.beyond + b * lanes);
    m.shears ? bundle_add<true>(m, s.g, beyond) : bundle_add<false>(m, s.g, beyond);
    store_row(model, s.g.tau, b, state.trunk.tau);
  }

  /// q, v, a, how attached bodies move -> tau, forces on them
  static void forest(const BigTask& task, Index f) {
    const auto& [model, state, values, scratch] = task;
    const BigPlan& plan = model.plan;
    const BigPlan::Forest& info = at(plan.forests, f);
    ForestScratch s(model, scratch);
    const Forest<T> m = forest_of<T>(model, f);
    const Index first = info.first_group;
    for (Index k = 0; k < m.outside; ++k) {
      const ShortIndex attached = at(plan.outside, info.first_outside + k);
      const Moving<double> moving = attached < 0 ? state.rest : values.attached_moving[attached];
      const double numbers[] = {moving.w.x,  moving.w.y, moving.w.z, moving.dw.x, moving.dw.y,
                                moving.dw.z, moving.a.x, moving.a.y, moving.a.z};
      std::copy(numbers, numbers + 9, s.rows.moving + k * moving_row<T>);
    }
    if (state.outside) {
      for (Index k = 0; k < m.groups; ++k) {
        s.outside[k] = {};
        for (int lane = 0; lane < m.counts[k]; ++lane)
          set_lane<T>(state.outside[at(plan.places, (first + k) * lanes + lane)], lane, s.outside[k]);
      }
      s.g.outside = s.outside;
    }
    std::fill_n(s.rows.forces, (m.outside + m.groups * lanes) * force_row<T>, 0.0);
    turn_forest(model, f, m, s.g, state.given.q);
    forest_out(m, s.g, state.given.v, state.given.a, s.rows);
    forest_in(m, s.g, state.given.a, state.given.tau, s.rows);
    for (Index k = 0; k < m.outside; ++k) {
      const double* row = s.rows.forces + k * force_row<T>;
      values.outside_forces[info.first_outside + k] = {{row[0], row[1], row[2]}, {row[3], row[4], row[5]}};
    }
  }

 private:
  // --- memory ---------------------------------------------------------------------------------------------

  struct BundleScratch {
    BundleScratch(const BigModel& model, Arena& arena) {
      const Index n = model.plan.longest_bundle;
      for (T** list : {&q, &v, &g.a, &g.tau}) *list = arena.take<T>(n);
      g.q = q, g.v = v;
      g.F = arena.take<Force<T>>(n), outside = arena.take<Force<T>>(n);
    }
    BundleScratch(const BigModel& model, std::byte* memory) : BundleScratch(model, Arena(memory)) {}
    BundleScratch(const BigModel& model, Arena&& arena) : BundleScratch(model, arena) {}
    LaneGroup<T> g;
    T *q = nullptr, *v = nullptr;
    Force<T>* outside = nullptr;
  };
  struct ForestScratch {
    ForestScratch(const BigModel& model, Arena& arena) {
      const Index n = model.plan.largest_forest, all = model.plan.most_outside + n * lanes;
      g.turns = arena.take<Turn<T>>(n), g.F = arena.take<Force<T>>(n), outside = arena.take<Force<T>>(n);
      rows.moving = arena.take<double>(all * moving_row<T>), rows.forces = arena.take<double>(all * force_row<T>);
    }
    ForestScratch(const BigModel& model, std::byte* memory) : ForestScratch(model, Arena(memory)) {}
    ForestScratch(const BigModel& model, Arena&& arena) : ForestScratch(model, arena) {}
    LaneGroup<T> g;
    Force<T>* outside = nullptr;
    ForestRows<T> rows;
  };
  /// By number of the body, of which only those that are computed one by one are touched.
  static LaneGroup<One> trunk_group(const BigTask& task) {
    Arena arena(task.scratch);
    return trunk_group(task.model, task.state, arena);
  }
  static LaneGroup<One> trunk_group(const BigModel& model, const BigState& state, Arena& arena) {
    const bool any = model.plan.bodies_alone > 0;
    LaneGroup<One> g;
    take_trunk(model, g, arena);
    g.F = arena.take<Force<One>>(any ? model.prepared.nbody() : 0);
    const auto& [q, v, a, tau] = state.trunk;
    g.q = reinterpret_cast<const One*>(q), g.v = reinterpret_cast<const One*>(v);
    g.a = reinterpret_cast<One*>(const_cast<double*>(a)), g.tau = reinterpret_cast<One*>(tau);
    g.outside = reinterpret_cast<const Force<One>*>(state.outside);
    return g;
  }
  // --- arguments --------------------------------------------------------------------------------------------

  static void load_rates(const BigTask& task, Index b, BundleScratch& s) {
    load_row(task.model, task.state.trunk.v, b, &Step::v, s.v);
    load_row(task.model, task.state.trunk.a, b, &Step::v, s.g.a);
    s.g.turns = turns_of<T>(task.model, task.values.turns, b);
  }
  /// Forces of forests on its bodies come as if from outside.
  static void load_outside(const BigModel& model, const BigState& state, const BigValues& values, Index b,
                           BundleScratch& s) {
    const BigPlan::Bundle& info = at(model.plan.bundles, b);
    if (!state.outside && info.first_attached == info.end_attached) return;
    for (Index k = 0; k < info.steps; ++k) {
      s.outside[k] = {};
      if (state.outside)
        for (int lane = 0; lane < lanes; ++lane) set_lane<T>(state.outside[info.piece(lane) + k], lane, s.outside[k]);
    }
    for (Index a = info.first_attached; a < info.end_attached; ++a) {
      const BigPlan::Attached& attached = at(model.plan.attached, a);
      Force<T>& F = s.outside[attached.step];
      set_lane<T>(lane_of(F, attached.lane) - values.attached_forces[a], attached.lane, F);
    }
    s.g.outside = s.outside;
  }

  // --- one body of the trunk ------------------------------------------------------------------------------------

  static Moving<double> body_out(const BigTask& task, Index u, const Moving<double>& from) {
    const LaneGroup<One> g = trunk_group(task);
    const TrunkBody body(task.model, u);
    Moving<One> b = from_lanes<One>(&from);
    if (const auto* mount = body.mount()) b = over_mount(*mount, b);
    trunk_joint(task.model, u, g);
    if (body.is_revolute()) {
      Mat3<One> U = spin(b.w, b.dw);
      rnea_outward<true>(body.axis(), body.i, body.step.v, g, b, U);
    } else {
      with_solid(body.step.kind, [&](auto kind) { solid_outward<kind, true>(body.m, body.i, g, b); });
    }
    return lane_of(b, 0);
  }
  /// F comes to the body from below; what it hands on.
  static Force<double> body_in(const BigTask& task, Index u, const Force<double>& from) {
    const LaneGroup<One> g = trunk_group(task);
    const TrunkBody body(task.model, u);
    Force<One> F = from_lanes<One>(&from);
    if (body.is_revolute())
      rnea_inward<true, false>(body.axis(), body.i, body.step.v, g, F);
    else
      with_solid(body.step.kind, [&](auto kind) { solid_inward<kind, true>(body.m, body.i, g, F); });
    if (const auto* mount = body.mount()) F = back_over(*mount, F);
    return lane_of(F, 0);
  }

 public:
  static constexpr BigKernels kernels{lanes,
                                      scratch_bytes,
                                      trunk_bytes,
                                      compose,
                                      visit,
                                      sweep,
                                      add,
                                      forest,
                                      body_out,
                                      body_in,
                                      {LaneProducts<T>::put, T::finish_stores}};
};

}  // namespace treefix
