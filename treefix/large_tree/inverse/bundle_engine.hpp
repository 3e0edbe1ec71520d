// Inverse dynamics of bundles: load, sweep, store.
#pragma once

#include <treefix/large_tree/division/anchor_walk.hpp>
#include <treefix/large_tree/division/lane_access.hpp>
#include <treefix/large_tree/inverse/bundle.hpp>
#include <treefix/large_tree/inverse/data.hpp>

namespace treefix::large_tree {

/// T is the type of a SIMD register.
template <class T>
class InverseBundles {
 public:
  static constexpr int lanes = T::size;

  static std::size_t scratch_bytes(const DividedModel& model) {
    return divided_bytes([&](Arena& arena) { BundleScratch(model, arena); });
  }

  /// q, v, a -> turns, relatives
  static void compose(const InverseTask& task, Index b) {
    const auto& [model, call, values, scratch] = task;
    BundleScratch s(model, scratch);
    const Bundle<T> m = bundle_of<T>(model, b);
    load_rates(task, b, s);
    load_bundle(model, call.trunk.q, b, &PreparedBody::q, s.q);
    bundle_turns(m, s.g);
    Relative<T> out;
    m.shears ? bundle_compose<true>(m, s.g, out) : bundle_compose<false>(m, s.g, out);
    to_lanes(out, values.relatives + b * lanes);
  }

  /// entries -> motions of anchors
  static void visit(const InverseTask& task, Index b) {
    const auto& [model, call, values, scratch] = task;
    BundleScratch s(model, scratch);
    const Bundle<T> m = bundle_of<T>(model, b);
    load_rates(task, b, s);
    ClassicalMotion<T> motion = from_lanes<T>(values.entries + b * lanes);
    Mat3<T> U = spin(motion.w, motion.dw);
    const T none(0);
    AnchorWalk<T, 1> walk(model.division, b);
    for (Index k = 0; k < m.steps; ++k) {
      if (m.shears) shear_out<true>(m, k, U, motion);
      rnea_outward<true>(m.axis(k, none), k, k, s.g, motion, U);
      walk.at_step(k, [&](int lane, Index a) { values.anchor_motion[a] = lane_of(motion, lane); });
    }
  }

  /// entries, forces from forests, external forces -> tau, handed
  static void sweep(const InverseTask& task, Index b) {
    const auto& [model, call, values, scratch] = task;
    BundleScratch s(model, scratch);
    const Bundle<T> m = bundle_of<T>(model, b);
    load_rates(task, b, s);
    load_external(model, call, values, b, s);
    ClassicalMotion<T> motion = from_lanes<T>(values.entries + b * lanes);
    Force<T> handed;
    if (m.shears) {
      bundle_out<true>(m, s.g, motion);
      bundle_in<true>(m, s.g, handed);
    } else {
      bundle_out<false>(m, s.g, motion);
      bundle_in<false>(m, s.g, handed);
    }
    to_lanes(handed, values.handed + b * lanes);
    store_bundle(model, s.g.tau, b, call.trunk.tau);
  }

  /// beyond, tau -> tau
  static void add(const InverseTask& task, Index b) {
    const auto& [model, call, values, scratch] = task;
    BundleScratch s(model, scratch);
    const Bundle<T> m = bundle_of<T>(model, b);
    load_bundle(model, call.trunk.tau, b, &PreparedBody::v, s.g.tau);
    s.g.turns = turns_of<T>(task.model, task.values.turns, b);
    const Force<T> beyond = from_lanes<T>(values.beyond + b * lanes);
    m.shears ? bundle_add<true>(m, s.g, beyond) : bundle_add<false>(m, s.g, beyond);
    store_bundle(model, s.g.tau, b, call.trunk.tau);
  }

 private:
  struct BundleScratch {
    BundleScratch(const DividedModel& model, Arena& arena) {
      const Index n = model.division.longest_bundle;
      for (T** list : {&q, &v, &g.a, &g.tau}) *list = arena.take<T>(n);
      g.q = q;
      g.v = v;
      g.F = arena.take<Force<T>>(n);
      external = arena.take<Force<T>>(n);
    }
    BundleScratch(const DividedModel& model, std::byte* memory) : BundleScratch(model, Arena(memory)) {}
    BundleScratch(const DividedModel& model, Arena&& arena) : BundleScratch(model, arena) {}
    LaneGroup<T> g;
    T *q = nullptr, *v = nullptr;
    Force<T>* external = nullptr;
  };

  static void load_rates(const InverseTask& task, Index b, BundleScratch& s) {
    load_bundle(task.model, task.call.trunk.v, b, &PreparedBody::v, s.v);
    load_bundle(task.model, task.call.trunk.a, b, &PreparedBody::v, s.g.a);
    s.g.turns = turns_of<T>(task.model, task.values.turns, b);
  }
  /// Loads the external forces minus the forces of forests on the bodies of the bundle.
  static void load_external(const DividedModel& model, const InverseCall& call, const InverseValues& values, Index b,
                            BundleScratch& s) {
    const Division::Bundle& bundle = at(model.division.bundles, b);
    if (!call.external && !bundle.has_anchors()) return;
    if (call.external)
      load_bundle_forces(model.division, b, 0, bundle.steps, call.external, s.external);
    else
      std::fill_n(s.external, bundle.steps, Force<T>{});
    for (Index a = bundle.first_anchor; a < bundle.end_anchor; ++a) {
      const Division::Anchor& anchor = at(model.division.anchors, a);
      Force<T>& F = s.external[anchor.step];
      set_lane<T>(lane_of(F, anchor.lane) - values.anchor_forces[a], anchor.lane, F);
    }
    s.g.external = s.external;
  }
};

}  // namespace treefix::large_tree
