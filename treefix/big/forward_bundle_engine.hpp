// Forward dynamics of bundles: load, sweep, store.
#pragma once

#include <treefix/base/denormals.hpp>
#include <treefix/big/access.hpp>
#include <treefix/big/forward_bundle.hpp>
#include <treefix/big/forward_data.hpp>
#include <treefix/big/forward_forest.hpp>

namespace treefix {

/// Lanes of T.
template <class T>
class ForwardBundles {
 public:
  static constexpr int lanes = T::size;

  static std::size_t scratch_bytes(const BigModel& model) {
    Arena arena;
    BundleScratch(model, arena);
    return arena.used();
  }

  /// q, v -> turns, spins
  static void spin(const ForwardTask& task, Index b) {
    const auto& [model, whole, state, values, scratch] = task;
    BundleScratch s(model, Arena(scratch));
    const WholeBundle<T> m = whole_bundle(task, b);
    load_velocities(task, b, 0, m.steps, s);
    load_steps(model, state.trunk.q, b, &Step::q, 0, m.steps, s.q);
    bundle_turns(m, s.g);
    Spin<T> out;
    bundle_spins(m, s.g, out);
    to_lanes(out, values.spins + b * lanes);
  }

  /// entries -> angular velocities of attached bodies
  static void visit(const ForwardTask& task, Index b) {
    const auto& [model, whole, state, values, scratch] = task;
    BundleScratch s(model, Arena(scratch));
    const WholeBundle<T> m = whole_bundle(task, b);
    load_velocities(task, b, 0, m.steps, s);
    AttachedWalk<T, 1> walk(model.plan, b);
    Vec3<T> w = from_lanes<T>(values.entries + b * lanes);
    bundle_velocities(m, s.g, m.steps, w, [&](Index k, const Vec3<T>& here) {
      walk.at_step(k, [&](int lane, Index a) { values.attached_w[a] = lane_of(here, lane); });
    });
  }

  /// exits, what hangs from attached bodies -> elements
  static void element(const ForwardTask& task, Index b) {
    const auto& [model, whole, state, values, scratch] = task;
    const FlushDenormals flush;
    BundleScratch s(model, Arena(scratch));
    const WholeBundle<T> m = whole_bundle(task, b);
    Stretch x = begin(task, b);
    x.s.moving.w = from_lanes<T>(values.exits + b * lanes);
    Hanging hanging(task, b, m.steps);
    // outer bodies, until the rest does not feel what is beyond
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
    // of true accelerations
    const Motion<T> reference{x.s.moving.dw, x.s.moving.a};
    Element<T> out{x.s.x, x.reach};
    out.handed.p -= out.handed.A * reference;
    T change[6];
    for (int c = 0; c < 6; ++c) change[c] = dot(out.reach.A[c], reference);
    out.reach.b = out.reach.b - Motion<T>{{change[0], change[1], change[2]}, {change[3], change[4], change[5]}};
    to_lanes(out, values.elements + b * lanes);
  }

  /// exits, beyond, accelerations -> a, reached, accelerations of attached bodies
  static void sweep(const ForwardTask& task, Index b) {
    const auto& [model, whole, state, values, scratch] = task;
    BundleScratch s(model, Arena(scratch));
    const WholeBundle<T> m = whole_bundle(task, b);
    load_all(task, b, 0, m.steps, s);
    if (!values.forgets[b]) s.g.F = G_of(task, b);
    Sweeping<T> x;
    x.moving.w = from_lanes<T>(values.exits + b * lanes), x.x = from_lanes<T>(values.beyond + b * lanes);
    Hanging hanging(task, b, m.steps);
    sweep(m, s.g, 0, m.steps, x, hanging);
    const Motion<T> before = from_lanes<T>(values.accelerations + b * lanes);
    Accelerating<T> linear{before.w - x.moving.dw, before.v - x.moving.a};
    Visiting visiting(task, b, values.attached_reference);
    with_flags(m, [&](auto rotors, auto sheared) { bundle_accelerate<rotors, sheared>(m, s.g, linear, visiting); });
    to_lanes(Motion<T>{linear.dw, linear.a}, values.reached + b * lanes);  // the reference is zero there
    store_row(model, s.g.a, b, state.trunk.a);
  }

  /// changes -> what they change of a, and of accelerations of attached bodies
  static void respond(const ForwardTask& task, Index b) {
    const auto& [model, whole, state, values, scratch] = task;
    BundleScratch s(model, Arena(scratch));
    const WholeBundle<T> m = whole_bundle(task, b);
    load_steps(model, state.trunk.a, b, &Step::v, 0, m.steps, s.g.a);
    s.g.turns = turns_of<T>(model, values.turns, b), s.g.F = G_of(task, b);
    const Motion<T> change = from_lanes<T>(values.changes + b * lanes);
    Visiting visiting(task, b, values.attached_acceleration);
    if (m.shears)
      bundle_respond<true>(m, s.g, {change.w, change.v}, visiting);
    else
      bundle_respond<false>(m, s.g, {change.w, change.v}, visiting);
    store_row(model, s.g.a, b, state.trunk.a);
  }

 private:
  // --- memory ---------------------------------------------------------------------------------------------

  struct BundleScratch {
    BundleScratch(const BigModel& model, Arena& arena) {
      take_articulated_rows<T>(model.plan, arena);
      const Index n = model.plan.longest_bundle;
      q = arena.take<T>(n), v = arena.take<T>(n), g.tau = arena.take<T>(n);
      g.d = g.a = g.tau;  // each is read last where the next is written
      g.F = arena.take<Force<T>>(n), outside = arena.take<Force<T>>(n);
      g.q = q, g.v = v;
    }
    BundleScratch(const BigModel& model, Arena&& arena) : BundleScratch(model, arena) {}
    LaneGroup<T> g;
    T *q = nullptr, *v = nullptr;
    Force<T>* outside = nullptr;
  };
  /// What is kept of a bundle that does not forget.
  static Force<T>* G_of(const ForwardTask& task, Index b) {
    return reinterpret_cast<Force<T>*>(task.values.G) + at(task.model.first_step, b);
  }
  static WholeBundle<T> whole_bundle(const ForwardTask& task, Index b) {
    return {bundle_of<T>(task.model, b), fields<WholeBody<T>>(task.whole.steps, at(task.model.first_step, b))};
  }

  // --- arguments ------------------------------------------------------------------------------------------

  /// Of steps first, …, end − 1, at least as many as there are lanes.
  static void load_steps(const BigModel& model, const double* from, Index b, std::int32_t Step::* member, Index first,
                         Index end, T* to) {
    const BigPlan::Bundle& info = at(model.plan.bundles, b);
    load_rows<lanes>(from + at(model.prepared.steps, info.first).*member + first, info.steps, end - first, to + first);
  }
  static void load_velocities(const ForwardTask& task, Index b, Index first, Index end, BundleScratch& s) {
    load_steps(task.model, task.state.trunk.v, b, &Step::v, first, end, s.v);
    s.g.turns = turns_of<T>(task.model, task.values.turns, b);
  }
  static void load_all(const ForwardTask& task, Index b, Index first, Index end, BundleScratch& s) {
    load_velocities(task, b, first, end, s);
    load_steps(task.model, task.state.trunk.tau, b, &Step::v, first, end, s.g.tau);
    if (!task.state.outside) return;
    const BigPlan::Bundle& info = at(task.model.plan.bundles, b);
    for (Index k = first; k < end; ++k)
      for (int lane = 0; lane < lanes; ++lane)
        set_lane<T>(task.state.outside[info.piece(lane) + k], lane, s.outside[k]);
    s.g.outside = s.outside;
  }

  // --- what hangs from bundles ------------------------------------------------------------------------------

  /// Adds what forests hand to the bodies of a bundle, as inward sweeps meet them, and keeps their references.
  struct Hanging {
    Hanging(const ForwardTask& task, Index b, Index end)
        : values(task.values), forces(task.model.plan, b, end), inertias(task.model.plan, b, end) {}
    Index next_force() const { return forces.next_step(); }
    [[gnu::noinline]] void force(Index k, const Moving<T>& b, Force<T>& F) {
      forces.at_step(k, [&](int lane, Index a) {
        const Motion<double> reference{lane_of(b.dw, lane), lane_of(b.a, lane)};
        values.attached_reference[a] = reference;
        const auto& [A, p] = values.hanging[a];
        set_lane<T>(lane_of(F, lane) + (p + A * reference), lane, F);
      });
    }
    Index next_inertia() const { return inertias.next_step(); }
    [[gnu::noinline]] void inertia(Index k, ArticulatedInertia<T>& A) {
      inertias.at_step(k, [&](int lane, Index a) { set_lane<T>(lane_of(A, lane) + values.hanging[a].A, lane, A); });
    }
    const ForwardValues& values;
    AttachedWalk<T, -1> forces, inertias;
  };

  /// Tells bodies from which forests hang how they accelerate more than `before`, as an outward sweep meets them.
  struct Visiting {
    Visiting(const ForwardTask& task, Index b, const Motion<double>* from)
        : values(task.values), before(from), walk(task.model.plan, b) {}
    Index next() const { return walk.next_step(); }
    [[gnu::noinline]] void operator()(Index k, const Accelerating<T>& b) {
      walk.at_step(k, [&](int lane, Index a) {
        values.attached_acceleration[a] = lane_of(Motion<T>{b.dw, b.a}, lane) + before[a];
      });
    }
    const ForwardValues& values;
    const Motion<double>* before;  // (attached)
    AttachedWalk<T, 1> walk;
  };

  // --- stretches ------------------------------------------------------------------------------------------

  static constexpr Index block = 32;  // steps between two looks at what is forgotten

  struct Stretch {
    Sweeping<T> s;
    Reach<T> reach = Reach<T>::nothing();
  };
  static Stretch begin(const ForwardTask& task, Index b) {
    Stretch x;
    for (int lane = 0; lane < lanes; ++lane) set_lane<T>(task.values.supports[b * lanes + lane].all(), lane, x.s.x.A);
    return x;
  }

  /// Whether what is at one end of a stretch is not felt at the other, in any lane.
  static bool is_forgotten(const ForwardTask& task, Index b, const Stretch& x) {
    constexpr double least = 1e-18;
    T longest, shortest, angular{}, linear{};
    for (int lane = 0; lane < lanes; ++lane) {
      const Support& support = task.values.supports[b * lanes + lane];
      longest.set(lane, support.longest * support.longest), shortest.set(lane, support.shortest * support.shortest);
    }
    for (int c = 0; c < 6; ++c) {
      const Force<T>& row = x.reach.A[c];
      (c < 3 ? angular : linear) += dot(row.n, row.n) + longest * dot(row.f, row.f);
    }
    return !any(~(angular * shortest + linear < T(least * least) * shortest));  // NaN is felt
  }

  /// What the bodies before pieces feel, from so many bodies at their beginning; false if they feel more than those.
  static bool find_inner(const ForwardTask& task, Index b, const WholeBundle<T>& m, Index count, BundleScratch& s,
                         Stretch& out) {
    if (count > m.steps / 2) return false;
    load_all(task, b, 0, count, s);
    Stretch x = begin(task, b);
    x.s.moving.w = from_lanes<T>(task.values.entries + b * lanes);
    bundle_velocities(m, s.g, count, x.s.moving.w, [](Index, const Vec3<T>&) {});
    Hanging hanging(task, b, count);
    extend(m, s.g, 0, count, x, hanging);
    if (!is_forgotten(task, b, x)) return false;
    out.s = x.s;
    return true;
  }

  /// Calls f with whether there are rotors, and shears.
  template <class F>
  static void with_flags(const WholeBundle<T>& m, F f) {
    if (m.armatures)
      m.shears ? f(std::true_type{}, std::true_type{}) : f(std::true_type{}, std::false_type{});
    else
      m.shears ? f(std::false_type{}, std::true_type{}) : f(std::false_type{}, std::false_type{});
  }
  static void extend(const WholeBundle<T>& m, const LaneGroup<T>& g, Index first, Index end, Stretch& x,
                     Hanging& hanging) {
    with_flags(m, [&](auto rotors, auto sheared) {
      bundle_articulated<rotors, sheared, true>(m, g, first, end, x.s, &x.reach, hanging);
    });
  }
  static void sweep(const WholeBundle<T>& m, const LaneGroup<T>& g, Index first, Index end, Sweeping<T>& x,
                    Hanging& hanging) {
    with_flags(m, [&](auto rotors, auto sheared) {
      bundle_articulated<rotors, sheared, false>(m, g, first, end, x, static_cast<Reach<T>*>(nullptr), hanging);
    });
  }
};

}  // namespace treefix
