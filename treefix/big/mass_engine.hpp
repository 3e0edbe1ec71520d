// The mass matrix of bundles, forests and trunk: load, sweep, store. Compiled once for each instruction set (levels/).
#pragma once

#include <treefix/big/access.hpp>
#include <treefix/big/composites.hpp>
#include <treefix/big/way.hpp>

namespace treefix {

/// Lanes of T; One is a single lane of the same instruction set.
template <class T, class One>
class MassEngine {
 public:
  static constexpr int lanes = T::size;

  static std::size_t scratch_bytes(const BigModel& model, const MassPlan& plan) {
    Arena bundle, forest;
    BundleScratch(model, bundle);
    take_forest(model, forest);
    Way<T>(plan, {}, forest);
    return std::max(bundle.used(), forest.used());
  }
  static std::size_t trunk_bytes(const BigModel& model) {
    Arena count;
    LaneGroup<One> g;
    take_trunk(model, g, count);
    return count.used();
  }

  // --- bundles --------------------------------------------------------------------------------------------

  static void compose(const MassTask& task, Index b) {
    const auto& [model, plan, state, values, scratch] = task;
    Arena arena(scratch);
    BundleScratch s(model, arena);
    LaneGroup<T> g;
    g.turns = turns_of<T>(model, values.turns, b), g.q = s.numbers;
    load_row(model, state.q, b, &Step::q, s.numbers);
    const Bundle<T> m = bundle_of<T>(model, b);
    bundle_turns(m, g);
    m.shears ? compose<true>(task, b, m, g.turns) : compose<false>(task, b, m, g.turns);
    if (!at(model.plan.bundles, b).has_attached()) gather(task, b);
  }

  static void gather(const MassTask& task, Index b) {
    const Bundle<T> m = bundle_of<T>(task.model, b);
    m.shears ? gather<true>(task, b, m) : gather<false>(task, b, m);
  }

  static void columns(const MassTask& task, Index b) {
    const Bundle<T> m = bundle_of<T>(task.model, b);
    m.shears ? columns<true>(task, b, m) : columns<false>(task, b, m);
  }

  // --- forests --------------------------------------------------------------------------------------------

  static void forest(const MassTask& task, Index f) {
    const auto& [model, plan, state, values, scratch] = task;
    const BigPlan::Forest& info = at(model.plan.forests, f);
    Arena arena(scratch);
    const MassForest<T> s = take_forest(model, arena);
    const Forest<T> m = forest_of<T>(model, f);
    const std::uint8_t* flags = plan.groups.data() + info.first_group;
    LaneGroup<T> g;
    g.turns = s.turns;
    turn_forest(model, f, m, g, state.given_q);
    forest_composites(m, flags, s);
    for (Index k = 0; k < m.outside; ++k)
      values.outside[info.first_outside + k] =
          *reinterpret_cast<const Composite<double>*>(s.rows + k * composite_row<T>);
    if (state.diagonal) return put_diagonal(task, m, s);
    for (Index k = 0; k < m.outside; ++k) {
      const ShortIndex a = at(model.plan.outside, info.first_outside + k);
      *reinterpret_cast<Transform<double>*>(s.rows + k * pose_row<T>) =
          a < 0 || at(plan.is_home, a) ? Transform<double>{} : values.attached[a];
    }
    forest_columns(m, flags, s);
    Way<T> way(plan, values, arena);
    put_rows(task, f, m, s, way);
  }

  // --- trunk ----------------------------------------------------------------------------------------------

  static Transform<double> body_out(const MassTask& task, Index u, const Transform<double>& above) {
    const auto& [model, plan, state, values, scratch] = task;
    const LaneGroup<One> g = trunk_group(task);
    const TrunkBody body(model, u);
    trunk_joint(task.model, u, g);
    Transform<One> b = from_lanes<One>(&above);
    if (const auto* mount = body.mount()) out_over(*mount, b);
    Motion<double>* S = values.S + at(plan.unit_first, u);
    if (body.is_revolute()) {
      out_over(body.axis(), g.turns[body.i], body.axis().d, b);
      *S = lane_of(motion_at(b), 0);
    } else {
      solid_pose(body.m, body.i, g, b);
      for_each_solid_column(body.step.kind, at(body.m.solids, body.step.solid), Composite<One>{},
                            [&](int k, const Motion<One>& own, const Force<One>&) { S[k] = lane_of(b.back(own), 0); });
    }
    return lane_of(b, 0);
  }

  static Composite<double> body_in(const MassTask& task, Index u, const Composite<double>& below) {
    const auto& [model, plan, state, values, scratch] = task;
    const LaneGroup<One> g = trunk_group(task);
    const TrunkBody body(model, u);
    const Index first = at(plan.unit_first, u);
    const Transform<One> pose = from_lanes<One>(values.units + u);
    Composite<One> b = from_lanes<One>(&below);
    if (body.is_revolute()) {
      add_body(body.axis(), b);
      const Column<One> column = column_of(b);
      values.F[first] = lane_of(force_at(pose, column), 0);
      put_diagonal(task, first, column.around[0]);
      back_over(body.axis(), g.turns[body.i], body.axis().d, b);
    } else {
      const Solid<double>& solid = at(body.m.solids, body.step.solid);
      add_solid(solid, b);
      for_each_solid_column(body.step.kind, solid, b, [&](int k, const Motion<One>& S, const Force<One>& F) {
        values.F[first + k] = lane_of(pose.back(F), 0);
        put_diagonal(task, first + k, dot(F, S)[0]);
      });
      if (body.step.parent >= 0) back_over_solid(body.m, body.i, g, b);
    }
    if (const auto* mount = body.mount()) back_over(*mount, b);
    return lane_of(b, 0);
  }

  static void rows(const MassTask& task, Index first, Index end) {
    const auto& [model, plan, state, values, scratch] = task;
    Arena arena(scratch);
    Way<T> way(plan, values, arena);
    for (Index c = first; c < end; ++c) {
      way.lead_to(shortened(c));
      double* row = state.values + state.begins[at(plan.trunk, c).row];
      way.put_own(&values.F[c].n.x, row);
      if (model.has_armatures) row[way.size() - 1] += at(plan.armatures, c);
    }
  }

 private:
  // --- memory ---------------------------------------------------------------------------------------------

  struct BundleScratch {
    BundleScratch(const BigModel& model, Arena& arena)
        : numbers(arena.take<T>(model.plan.longest_bundle)), columns(arena.take<Column<T>>(model.plan.longest_bundle)) {
    }
    T* numbers;  // of q, or of the diagonal
    Column<T>* columns;
  };
  static MassForest<T> take_forest(const BigModel& model, Arena& arena) {
    const Index n = model.plan.largest_forest;
    MassForest<T> s;
    s.turns = arena.take<Turn<T>>(n), s.columns = arena.take<Column<T>>(n);
    s.rows = arena.take<double>((model.plan.most_outside + n * lanes) * pose_row<T>);
    s.F = arena.take<double>(n * lanes * column_row<T>), s.S = arena.take<double>(n * lanes * motion_row<T>);
    return s;
  }
  static LaneGroup<One> trunk_group(const MassTask& task) {
    Arena arena(task.scratch);
    LaneGroup<One> g;
    take_trunk(task.model, g, arena);
    g.q = reinterpret_cast<const One*>(task.state.q);
    return g;
  }

  // --- bundles, with or without shears ------------------------------------------------------------------------

  template <bool sheared>
  [[gnu::noinline]] static void compose(const MassTask& task, Index b, const Bundle<T>& m, const Turn<T>* turns) {
    const auto& [model, plan, state, values, scratch] = task;
    const Index homes = plan.homes_of_piece(m.steps);
    AttachedWalk<T, 1> walk(model.plan, b);
    const bool visits = at(model.plan.bundles, b).has_attached();
    Transform<T> whole;
    for (Index home = 0; home < homes; ++home) {
      Transform<T> pose;
      const Index first = home * plan.stretch, end = std::min(first + plan.stretch, m.steps);
      bundle_poses<sheared>(m, turns, first, end, pose, [&](Index k, const Transform<T>& X) {
        if (state.values) put(motion_at(X), values.S + at(plan.bundle_first, b) + k, m.steps);
        if (visits) walk.at_step(k, [&](int lane, Index a) { values.attached[a] = lane_of(X, lane); });
      });
      put(pose, values.homes + at(plan.bundle_home, b) + home + 1, homes);
      whole = pose * whole;
    }
    to_lanes(whole, values.pieces + b * lanes);
  }

  template <bool sheared>
  [[gnu::noinline]] static void gather(const MassTask& task, Index b, const Bundle<T>& m) {
    const auto& [model, plan, state, values, scratch] = task;
    const Turn<T>* turns = turns_of<T>(model, values.turns, b);
    Composite<T> handed;
    const auto nothing = [](Index, const Composite<T>&) {};
    if (at(model.plan.bundles, b).has_attached())
      bundle_composites<sheared>(m, turns, handed, Hanging(task, b), nothing);
    else
      bundle_composites<sheared>(m, turns, handed, nothing, nothing);
    to_lanes(handed, values.handed + b * lanes);
  }

  template <bool sheared>
  [[gnu::noinline]] static void columns(const MassTask& task, Index b, const Bundle<T>& m) {
    const auto& [model, plan, state, values, scratch] = task;
    Arena arena(scratch);
    BundleScratch s(model, arena);
    const Turn<T>* turns = turns_of<T>(model, values.turns, b);
    Composite<T> composite = from_lanes<T>(values.beyond + b * lanes);
    const auto nothing = [](Index, const Composite<T>&) {};
    const auto keep = [&](Index k, const Composite<T>& x) { s.columns[k] = column_of(x); };
    if (at(model.plan.bundles, b).has_attached())
      bundle_composites<sheared>(m, turns, composite, Hanging(task, b), keep);
    else
      bundle_composites<sheared>(m, turns, composite, nothing, keep);
    if (state.diagonal) {
      for (Index k = 0; k < m.steps; ++k)
        for (int lane = 0; lane < lanes; ++lane)
          put_diagonal(task, at(plan.bundle_first, b) + lane * m.steps + k, s.columns[k].around[lane]);
      return;
    }
    for (Index first = 0; first < m.steps; first += plan.stretch) {
      Transform<T> pose;
      bundle_poses<sheared>(m, turns, first, std::min(first + plan.stretch, m.steps), pose,
                            [&](Index k, const Transform<T>& X) {
                              put(force_at(X, s.columns[k]), values.F + at(plan.bundle_first, b) + k, m.steps);
                            });
    }
  }

  /// Adds what forests hand to the bodies of a bundle.
  struct Hanging {
    Hanging(const MassTask& task, Index b) : hanging(task.values.hanging), walk(task.model.plan, b) {}
    void operator()(Index k, Composite<T>& b) {
      walk.at_step(k, [&](int lane, Index a) { set_lane<T>(lane_of(b, lane) + hanging[a], lane, b); });
    }
    const Composite<double>* hanging;
    AttachedWalk<T, -1> walk;
  };

  /// Lane l to place l × step.
  template <template <class> class X>
  static void put(const X<T>& from, X<double>* to, Index step) {
    for (int lane = 0; lane < lanes; ++lane) to[lane * step] = lane_of(from, lane);
  }

  // --- rows and diagonals -------------------------------------------------------------------------------------

  static void put_diagonal(const MassTask& task, Index c, double around) {
    if (!task.state.diagonal) return;
    const MassPlan& plan = task.plan;
    task.state.diagonal[at(plan.trunk, c).row] = around + (task.model.has_armatures ? at(plan.armatures, c) : 0);
  }
  static void put_diagonal(const MassTask& task, const Forest<T>& m, const MassForest<T>& s) {
    const T none(0);
    for (Index k = 0; k < m.groups; ++k) {
      const T x = s.columns[k].around + m.axis(k, none).armature;
      for (int lane = 0; lane < m.counts[k]; ++lane) task.state.diagonal[m.coordinates[k * lanes + lane]] = x[lane];
    }
  }

  /// F, S -> rows of the bodies of a forest, in the order of rows
  [[gnu::noinline]] static void put_rows(const MassTask& task, Index f, const Forest<T>& m, const MassForest<T>& s,
                                         Way<T>& way) {
    const auto& [model, plan, state, values, scratch] = task;
    const Index first_outside = at(model.plan.forests, f).first_outside;
    const MassPlan::Visit *visit = plan.visits.data() + at(plan.first_visit, f), *const stop =
                                                                                     plan.visits.data() +
                                                                                     at(plan.first_visit, f + 1);
    while (visit != stop) {
      const ShortIndex a = at(model.plan.outside, first_outside + m.parents[visit->place]);
      way.lead_to(a < 0 ? -1 : at(plan.attached, a));
      if (a >= 0 && at(plan.is_home, a)) way.begin_home(values.attached[a]);
      const Index* begins = state.begins + m.coordinates[visit->place];
      const MassPlan::Visit* end = visit + 1;
      while (end != stop && end->level() > 0) ++end;
      way.put_subtree(visit, end, m, s, begins, state.values);
      visit = end;
    }
  }

 public:
  static constexpr MassKernels kernels{scratch_bytes, trunk_bytes, compose, gather, columns,
                                       forest,        body_out,    body_in, rows};
};

}  // namespace treefix
