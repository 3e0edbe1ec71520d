// Inverse dynamics of the bodies of the trunk that are computed one by one.
#pragma once

#include <treefix/large_tree/division/lane_access.hpp>
#include <treefix/large_tree/inverse/data.hpp>

namespace treefix::large_tree {

/// One is the type of a single lane.
template <class One>
class InverseTrunk {
 public:
  static std::size_t scratch_bytes(const DividedModel& model) {
    return divided_bytes([&](Arena& arena) { trunk_group(model, {}, arena); });
  }

  static ClassicalMotion<double> body_out(const InverseTask& task, Index u, const ClassicalMotion<double>& from) {
    const LaneGroup<One> g = trunk_group(task);
    const TrunkBody body(task.model, u);
    ClassicalMotion<One> b = from_lanes<One>(&from);
    if (const auto* mount = body.mount()) b = over_mount(*mount, b);
    trunk_joint(task.model, u, g);
    if (body.is_revolute()) {
      Mat3<One> U = spin(b.w, b.dw);
      rnea_outward<true>(body.axis(), body.i, body.joint.v, g, b, U);
    } else {
      with_general(body.joint.kind, [&](auto kind) { general_outward<kind, true>(body.m, body.i, g, b); });
    }
    return lane_of(b, 0);
  }
  /// from: the force that comes to the body from below. Returns the force that it passes on.
  static Force<double> body_in(const InverseTask& task, Index u, const Force<double>& from) {
    const LaneGroup<One> g = trunk_group(task);
    const TrunkBody body(task.model, u);
    Force<One> F = from_lanes<One>(&from);
    if (body.is_revolute())
      rnea_inward<true, false>(body.axis(), body.i, body.joint.v, g, F);
    else
      with_general(body.joint.kind, [&](auto kind) { general_inward<kind, true>(body.m, body.i, g, F); });
    if (const auto* mount = body.mount()) F = back_over(*mount, F);
    return lane_of(F, 0);
  }

 private:
  /// Lists are indexed by body; only the entries of bodies that are computed one by one are used.
  static LaneGroup<One> trunk_group(const InverseTask& task) {
    Arena arena(task.scratch);
    return trunk_group(task.model, task.call, arena);
  }
  static LaneGroup<One> trunk_group(const DividedModel& model, const InverseCall& call, Arena& arena) {
    const bool any = model.division.bodies_alone > 0;
    LaneGroup<One> g;
    take_trunk(model, g, arena);
    g.F = arena.take<Force<One>>(any ? model.prepared.nbody() : 0);
    const auto& [q, v, a, tau] = call.trunk;
    g.q = reinterpret_cast<const One*>(q);
    g.v = reinterpret_cast<const One*>(v);
    g.a = reinterpret_cast<One*>(const_cast<double*>(a));
    g.tau = reinterpret_cast<One*>(tau);
    g.external = reinterpret_cast<const Force<One>*>(call.external);
    return g;
  }
};

}  // namespace treefix::large_tree
