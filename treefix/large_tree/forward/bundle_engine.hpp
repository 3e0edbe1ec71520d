// Forward dynamics of bundles: load, sweep, store.
#pragma once

#include <treefix/large_tree/division/anchor_walk.hpp>
#include <treefix/large_tree/division/lane_access.hpp>
#include <treefix/large_tree/forward/bundle.hpp>
#include <treefix/large_tree/forward/data.hpp>
#include <treefix/large_tree/forward/forest.hpp>
#include <treefix/planner/table.hpp>
#include <treefix/simd/denormals.hpp>

namespace treefix::large_tree {

/// T is the type of a SIMD register.
template <class T>
class ForwardBundles {
 public:
  static constexpr int lanes = T::size;

  static std::size_t scratch_bytes(const DividedModel& model) {
    return divided_bytes([&](Arena& arena) { BundleScratch(model, arena); });
  }

  /// q, v -> turns, spins
  static void spin(const ForwardTask& task, Index b) {
    const auto& [model, own, call, values, scratch] = task;
    BundleScratch s(model, Arena(scratch));
    const InertiaBundle<T> m = inertia_bundle(task, b);
    load_velocities(task, b, 0, m.steps, s);
    load_steps(model, call.trunk.q, b, &PreparedBody::q, 0, m.steps, s.q);
    bundle_turns(m, s.g);
    Spin<T> out;
    bundle_spins(m, s.g, out);
    to_lanes(out, values.spins + b * lanes);
  }

  /// entries -> angular velocities of anchors
  static void visit(const ForwardTask& task, Index b) {
    const auto& [model, own, call, values, scratch] = task;
    BundleScratch s(model, Arena(scratch));
    const InertiaBundle<T> m = inertia_bundle(task, b);
    load_velocities(task, b, 0, m.steps, s);
    AnchorWalk<T, 1> walk(model.division, b);
    Vec3<T> w = from_lanes<T>(values.entries + b * lanes);
    bundle_velocities(m, s.g, m.steps, w, [&](Index k, const Vec3<T>& here) {
      walk.at_step(k, [&](int lane, Index a) { values.anchor_w[a] = lane_of(here, lane); });
    });
  }

  /// exits, hanging -> elements
  static void element(const ForwardTask& task, Index b) {
    const auto& [model, own, call, values, scratch] = task;
    const FlushDenormals flush;
    BundleScratch s(model, Arena(scratch));
    const InertiaBundle<T> m = inertia_bundle(task, b);
    Partial x = begin(task, b);
    x.s.motion.w = from_lanes<T>(values.exits + b * lanes);
    Hanging hanging(task, b, m.steps);
    // sweep from the last body inward, until forces from beyond the piece have no effect on the bodies that are left
    Index first = m.steps;
    while (first > 0 && !(first < m.steps && is_forgotten(task, b, x))) {
      const Index end = first;
      first = end < 2 * block ? 0 : end - block;
      load_all(task, b, first, end, s);
      extend(m, s.g, first, end, x, hanging);
    }
    values.forgets[b] = first > 0;
    if (first > 0) {
      for (Force<T>& row : x.reach.A) row = {};
      if (!find_inner(task, b, m, m.steps - first + block, s, x)) {
        load_all(task, b, 0, first, s);
        sweep(m, s.g, 0, first, x.s, hanging);
      }
    }
    // express the element in true accelerations instead of accelerations relative to the reference
    const Motion<T> reference{x.s.motion.dw, x.s.motion.a};
    PieceElement<T> out{x.s.x, x.reach};
    out.handed.p -= out.handed.A * reference;
    T change[6];
    for (int c = 0; c < 6; ++c) change[c] = dot(out.reach.A[c], reference);
    out.reach.b = out.reach.b - Motion<T>{{change[0], change[1], change[2]}, {change[3], change[4], change[5]}};
    to_lanes(out, values.elements + b * lanes);
  }

  /// exits, beyond, accelerations -> a, reached, accelerations of anchors
  static void sweep(const ForwardTask& task, Index b) {
    const auto& [model, own, call, values, scratch] = task;
    BundleScratch s(model, Arena(scratch));
    const InertiaBundle<T> m = inertia_bundle(task, b);
    load_all(task, b, 0, m.steps, s);
    if (!values.forgets[b]) s.g.F = G_of(task, b);
    Sweeping<T> x;
    x.motion.w = from_lanes<T>(values.exits + b * lanes);
    x.x = from_lanes<T>(values.beyond + b * lanes);
    Hanging hanging(task, b, m.steps);
    sweep(m, s.g, 0, m.steps, x, hanging);
    const Motion<T> before = from_lanes<T>(values.accelerations + b * lanes);
    Accelerating<T> linear{before.w - x.motion.dw, before.v - x.motion.a};
    Visiting visiting(task, b, values.anchor_reference);
    with_flags(m, [&](auto with_armature, auto sheared) {
      bundle_accelerate<with_armature, sheared>(m, s.g, linear, visiting);
    });
    to_lanes(Motion<T>{linear.dw, linear.a}, values.reached + b * lanes);  // the reference of the last body is zero
    store_bundle(model, s.g.a, b, call.trunk.a);
  }

  /// changes -> changes of a and of the accelerations of anchors
  static void respond(const ForwardTask& task, Index b) {
    const auto& [model, own, call, values, scratch] = task;
    BundleScratch s(model, Arena(scratch));
    const InertiaBundle<T> m = inertia_bundle(task, b);
    load_steps(model, call.trunk.a, b, &PreparedBody::v, 0, m.steps, s.g.a);
    s.g.turns = turns_of<T>(model, values.turns, b);
    s.g.F = G_of(task, b);
    const Motion<T> change = from_lanes<T>(values.changes + b * lanes);
    Visiting visiting(task, b, values.anchor_acceleration);
    if (m.shears)
      bundle_respond<true>(m, s.g, {change.w, change.v}, visiting);
    else
      bundle_respond<false>(m, s.g, {change.w, change.v}, visiting);
    store_bundle(model, s.g.a, b, call.trunk.a);
  }

 private:
  // --- memory ---------------------------------------------------------------------------------------------

  struct BundleScratch {
    BundleScratch(const DividedModel& model, Arena& arena) {
      take_articulated_records<T>(model.division, arena);
      const Index n = model.division.longest_bundle;
      q = arena.take<T>(n);
      v = arena.take<T>(n);
      g.tau = arena.take<T>(n);
      g.d = g.a = g.tau;  // each is last read where the next is written
      g.F = arena.take<Force<T>>(n);
      external = arena.take<Force<T>>(n);
      g.q = q;
      g.v = v;
    }
    BundleScratch(const DividedModel& model, Arena&& arena) : BundleScratch(model, arena) {}
    LaneGroup<T> g;
    T *q = nullptr, *v = nullptr;
    Force<T>* external = nullptr;
  };
  /// G of a bundle that does not forget. sweep stores it for respond.
  static Force<T>* G_of(const ForwardTask& task, Index b) {
    return reinterpret_cast<Force<T>*>(task.values.G) + at(task.model.first_step, b);
  }
  static InertiaBundle<T> inertia_bundle(const ForwardTask& task, Index b) {
    return {bundle_of<T>(task.model, b), fields<OwnInertia<T>>(task.own.steps, at(task.model.first_step, b))};
  }

  // --- arguments ------------------------------------------------------------------------------------------

  /// Loads steps first, …, end − 1, at least as many as there are lanes.
  static void load_steps(const DividedModel& model, const double* from, Index b, ShortIndex PreparedBody::* member,
                         Index first, Index end, T* to) {
    const Division::Bundle& bundle = at(model.division.bundles, b);
    load_rows<lanes>(from + at(model.prepared.bodies, bundle.first).*member + first, bundle.steps, end - first,
                     to + first);
  }
  static void load_velocities(const ForwardTask& task, Index b, Index first, Index end, BundleScratch& s) {
    load_steps(task.model, task.call.trunk.v, b, &PreparedBody::v, first, end, s.v);
    s.g.turns = turns_of<T>(task.model, task.values.turns, b);
  }
  static void load_all(const ForwardTask& task, Index b, Index first, Index end, BundleScratch& s) {
    load_velocities(task, b, first, end, s);
    load_steps(task.model, task.call.trunk.tau, b, &PreparedBody::v, first, end, s.g.tau);
    if (!task.call.external) return;
    load_bundle_forces(task.model.division, b, first, end, task.call.external, s.external);
    s.g.external = s.external;
  }

  // --- forests that hang from bundles -----------------------------------------------------------------------

  /// Called by inward sweeps at each anchor: adds the articulated body that forests pass to the anchor, and stores the
  /// anchor's reference.
  struct Hanging {
    Hanging(const ForwardTask& task, Index b, Index end)
        : values(task.values), forces(task.model.division, b, end), inertias(task.model.division, b, end) {}
    Index next_force() const { return forces.next_step(); }
    [[gnu::noinline]] void force(Index k, const ClassicalMotion<T>& b, Force<T>& F) {
      forces.at_step(k, [&](int lane, Index a) {
        const Motion<double> reference{lane_of(b.dw, lane), lane_of(b.a, lane)};
        values.anchor_reference[a] = reference;
        const auto& [A, p] = values.hanging[a];
        set_lane<T>(lane_of(F, lane) + (p + A * reference), lane, F);
      });
    }
    Index next_inertia() const { return inertias.next_step(); }
    [[gnu::noinline]] void inertia(Index k, ArticulatedInertia<T>& A) {
      inertias.at_step(k, [&](int lane, Index a) { set_lane<T>(lane_of(A, lane) + values.hanging[a].A, lane, A); });
    }
    const ForwardValues& values;
    AnchorWalk<T, -1> forces, inertias;
  };

  /// Called by outward sweeps at each anchor: stores its acceleration, which is that of the sweep plus `before`.
  struct Visiting {
    Visiting(const ForwardTask& task, Index b, const Motion<double>* from)
        : values(task.values), before(from), walk(task.model.division, b) {}
    Index next() const { return walk.next_step(); }
    [[gnu::noinline]] void operator()(Index k, const Accelerating<T>& b) {
      walk.at_step(k, [&](int lane, Index a) {
        values.anchor_acceleration[a] = lane_of(Motion<T>{b.dw, b.a}, lane) + before[a];
      });
    }
    const ForwardValues& values;
    const Motion<double>* before;  // (anchors)
    AnchorWalk<T, 1> walk;
  };

  // --- elements ---------------------------------------------------------------------------------------------

  static constexpr Index block = planner::table::steps_between_checks;

  /// The element of the steps that have been swept so far.
  struct Partial {
    Sweeping<T> s;
    Reach<T> reach = Reach<T>::nothing();
  };
  static Partial begin(const ForwardTask& task, Index b) {
    Partial x;
    for (int lane = 0; lane < lanes; ++lane) set_lane<T>(task.values.supports[b * lanes + lane].all(), lane, x.s.x.A);
    return x;
  }

  /// Whether A of the swept steps is negligible in every lane, so that neither end affects the other.
  static bool is_forgotten(const ForwardTask& task, Index b, const Partial& x) {
    constexpr double least = 1e-18;
    T longest, shortest, angular{}, linear{};
    for (int lane = 0; lane < lanes; ++lane) {
      const Support& support = task.values.supports[b * lanes + lane];
      longest.set(lane, support.longest * support.longest);
      shortest.set(lane, support.shortest * support.shortest);
    }
    for (int c = 0; c < 6; ++c) {
      const Force<T>& row = x.reach.A[c];
      (c < 3 ? angular : linear) += dot(row.n, row.n) + longest * dot(row.f, row.f);
    }
    return !any(~(angular * shortest + linear < T(least * least) * shortest));  // NaN is not negligible
  }

  /// Computes what the pieces pass to the bodies before them, from the first `count` bodies only. Returns false if
  /// `count` is more than half of a piece, or if the bodies further out have an effect.
  static bool find_inner(const ForwardTask& task, Index b, const InertiaBundle<T>& m, Index count, BundleScratch& s,
                         Partial& out) {
    if (count > m.steps / 2) return false;
    load_all(task, b, 0, count, s);
    Partial x = begin(task, b);
    x.s.motion.w = from_lanes<T>(task.values.entries + b * lanes);
    bundle_velocities(m, s.g, count, x.s.motion.w, [](Index, const Vec3<T>&) {});
    Hanging hanging(task, b, count);
    extend(m, s.g, 0, count, x, hanging);
    if (!is_forgotten(task, b, x)) return false;
    out.s = x.s;
    return true;
  }

  /// Calls f with two compile-time flags: whether there are armatures, and whether there are shears.
  template <class F>
  static void with_flags(const InertiaBundle<T>& m, F f) {
    if (m.armatures)
      m.shears ? f(std::true_type{}, std::true_type{}) : f(std::true_type{}, std::false_type{});
    else
      m.shears ? f(std::false_type{}, std::true_type{}) : f(std::false_type{}, std::false_type{});
  }
  static void extend(const InertiaBundle<T>& m, const LaneGroup<T>& g, Index first, Index end, Partial& x,
                     Hanging& hanging) {
    with_flags(m, [&](auto with_armature, auto sheared) {
      bundle_articulated<with_armature, sheared, true>(m, g, first, end, x.s, &x.reach, hanging);
    });
  }
  static void sweep(const InertiaBundle<T>& m, const LaneGroup<T>& g, Index first, Index end, Sweeping<T>& x,
                    Hanging& hanging) {
    with_flags(m, [&](auto with_armature, auto sheared) {
      bundle_articulated<with_armature, sheared, false>(m, g, first, end, x, static_cast<Reach<T>*>(nullptr), hanging);
    });
  }
};

}  // namespace treefix::large_tree
