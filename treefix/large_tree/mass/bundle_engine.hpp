// The mass matrix of bundles: load, sweep, store.
#pragma once

#include <treefix/large_tree/division/anchor_walk.hpp>
#include <treefix/large_tree/division/lane_access.hpp>
#include <treefix/large_tree/mass/bundle.hpp>
#include <treefix/large_tree/mass/diagonal.hpp>

namespace treefix::large_tree {

/// T is the type of a SIMD register.
template <class T>
class MassBundles {
 public:
  static constexpr int lanes = T::size;

  static std::size_t scratch_bytes(const DividedModel& model) {
    return divided_bytes([&](Arena& arena) { BundleScratch(model, arena); });
  }

  static void compose(const MassTask& task, Index b) {
    const auto& [model, plan, call, values, scratch] = task;
    Arena arena(scratch);
    BundleScratch s(model, arena);
    LaneGroup<T> g;
    g.turns = turns_of<T>(model, values.turns, b);
    g.q = s.numbers;
    load_bundle(model, call.q, b, &PreparedBody::q, s.numbers);
    const Bundle<T> m = bundle_of<T>(model, b);
    bundle_turns(m, g);
    m.shears ? compose<true>(task, b, m, g.turns) : compose<false>(task, b, m, g.turns);
    if (!at(model.division.bundles, b).has_anchors()) gather(task, b);
  }

  static void gather(const MassTask& task, Index b) {
    const Bundle<T> m = bundle_of<T>(task.model, b);
    m.shears ? gather<true>(task, b, m) : gather<false>(task, b, m);
  }

  static void columns(const MassTask& task, Index b) {
    const Bundle<T> m = bundle_of<T>(task.model, b);
    m.shears ? columns<true>(task, b, m) : columns<false>(task, b, m);
  }

 private:
  struct BundleScratch {
    BundleScratch(const DividedModel& model, Arena& arena)
        : numbers(arena.take<T>(model.division.longest_bundle)),
          columns(arena.take<Column<T>>(model.division.longest_bundle)) {}
    T* numbers;  // of q, or of the diagonal
    Column<T>* columns;
  };

  template <bool sheared>
  [[gnu::noinline]] static void compose(const MassTask& task, Index b, const Bundle<T>& m, const Turn<T>* turns) {
    const auto& [model, plan, call, values, scratch] = task;
    const Index moment_frames = plan.moment_frames_of_piece(m.steps);
    AnchorWalk<T, 1> walk(model.division, b);
    const bool visits = at(model.division.bundles, b).has_anchors();
    Transform<T> own;
    for (Index moment_frame = 0; moment_frame < moment_frames; ++moment_frame) {
      Transform<T> pose;
      const Index first = moment_frame * plan.frame_span, end = std::min(first + plan.frame_span, m.steps);
      bundle_poses<sheared>(m, turns, first, end, pose, [&](Index k, const Transform<T>& X) {
        if (call.values) put(motion_at(X), values.S + at(plan.bundle_first, b) + k, m.steps);
        if (visits) walk.at_step(k, [&](int lane, Index a) { values.anchor_poses[a] = lane_of(X, lane); });
      });
      put(pose, values.moment_frames + at(plan.bundle_frame, b) + moment_frame + 1, moment_frames);
      own = pose * own;
    }
    to_lanes(own, values.piece_poses + b * lanes);
  }

  template <bool sheared>
  [[gnu::noinline]] static void gather(const MassTask& task, Index b, const Bundle<T>& m) {
    const auto& [model, plan, call, values, scratch] = task;
    const Turn<T>* turns = turns_of<T>(model, values.turns, b);
    Composite<T> handed;
    const auto nothing = [](Index, const Composite<T>&) {};
    if (at(model.division.bundles, b).has_anchors())
      bundle_composites<sheared>(m, turns, handed, Hanging(task, b), nothing);
    else
      bundle_composites<sheared>(m, turns, handed, nothing, nothing);
    to_lanes(handed, values.handed + b * lanes);
  }

  template <bool sheared>
  [[gnu::noinline]] static void columns(const MassTask& task, Index b, const Bundle<T>& m) {
    const auto& [model, plan, call, values, scratch] = task;
    Arena arena(scratch);
    BundleScratch s(model, arena);
    const Turn<T>* turns = turns_of<T>(model, values.turns, b);
    Composite<T> composite = from_lanes<T>(values.beyond + b * lanes);
    const auto nothing = [](Index, const Composite<T>&) {};
    const auto keep = [&](Index k, const Composite<T>& x) { s.columns[k] = column_of(x); };
    if (at(model.division.bundles, b).has_anchors())
      bundle_composites<sheared>(m, turns, composite, Hanging(task, b), keep);
    else
      bundle_composites<sheared>(m, turns, composite, nothing, keep);
    if (call.diagonal) {
      for (Index k = 0; k < m.steps; ++k)
        for (int lane = 0; lane < lanes; ++lane)
          put_trunk_diagonal(task, at(plan.bundle_first, b) + lane * m.steps + k, s.columns[k].around[lane]);
      return;
    }
    for (Index first = 0; first < m.steps; first += plan.frame_span) {
      Transform<T> pose;
      bundle_poses<sheared>(m, turns, first, std::min(first + plan.frame_span, m.steps), pose,
                            [&](Index k, const Transform<T>& X) {
                              put(force_at(X, s.columns[k]), values.F + at(plan.bundle_first, b) + k, m.steps);
                            });
    }
  }

  /// Adds the composite inertias of forests to the bodies of a bundle that they hang from.
  struct Hanging {
    Hanging(const MassTask& task, Index b) : hanging(task.values.hanging), walk(task.model.division, b) {}
    void operator()(Index k, Composite<T>& b) {
      walk.at_step(k, [&](int lane, Index a) { set_lane<T>(lane_of(b, lane) + hanging[a], lane, b); });
    }
    const Composite<double>* hanging;
    AnchorWalk<T, -1> walk;
  };

  /// Lane l goes to to[l × stride].
  template <template <class> class X>
  static void put(const X<T>& from, X<double>* to, Index stride) {
    for (int lane = 0; lane < lanes; ++lane) to[lane * stride] = lane_of(from, lane);
  }
};

}  // namespace treefix::large_tree
