// Forward dynamics of the bodies of the trunk that are computed one by one.
#pragma once

#include <treefix/large_tree/division/lane_access.hpp>
#include <treefix/large_tree/forward/bundle.hpp>
#include <treefix/large_tree/forward/data.hpp>

namespace treefix::large_tree {

/// One is the type of a single lane.
template <class One>
class ForwardTrunk {
 public:
  static std::size_t scratch_bytes(const DividedModel& model) {
    return divided_bytes([&](Arena& arena) { trunk_group(model, {}, arena); });
  }

  static ClassicalMotion<double> body_out(const ForwardTask& task, Index u, const ClassicalMotion<double>& from) {
    const LaneGroup<One> g = trunk_group(task);
    const TrunkBody body = trunk_body(task, u);
    ClassicalMotion<One> b = from_lanes<One>(&from);
    if (const auto* mount = body.mount()) b = over_mount(*mount, b);
    trunk_joint(task.model, u, g);
    if (body.is_revolute()) {
      Mat3<One> U = kernels::spin(b.w, b.dw);
      rnea_outward<false>(trunk_axis(task, u), body.i, body.joint.v, g, b, U);
    } else {
      with_general(body.joint.kind, [&](auto kind) { general_outward<kind, false, true>(body.m, body.i, g, b); });
    }
    return lane_of(b, 0);
  }

  static ArticulatedBody<double> body_in(const ForwardTask& task, Index u, const ArticulatedBody<double>& below) {
    const LaneGroup<One> g = trunk_group(task);
    const TrunkBody body = trunk_body(task, u);
    ArticulatedBody<One> x = from_lanes<One>(&below);
    if (body.is_revolute())
      aba_inward<true, false>(trunk_axis(task, u), body.i, body.joint.v, g, x);
    else
      with_general(body.joint.kind, [&](auto kind) {
        if constexpr (kind == JointKind::free)
          if (body.joint.parent < 0) return free_articulated(body.m, body.i, g, x);
        general_articulated<kind>(body.m, body.i, g, x);
      });
    if (const auto* mount = body.mount()) back_over(*mount, x, turn_of(*mount));
    return lane_of(x, 0);
  }

  static Motion<double> body_accelerate(const ForwardTask& task, Index u, const Motion<double>& above) {
    const LaneGroup<One> g = trunk_group(task);
    const TrunkBody body = trunk_body(task, u);
    const Motion<One> from = from_lanes<One>(&above);
    Accelerating<One> b{from.w, from.v};
    if (const auto* mount = body.mount()) out_over(*mount, b.dw, b.a);
    if (body.is_revolute())
      aba_outward<true>(trunk_axis(task, u), body.i, body.joint.v, g, b);
    else
      with_general(body.joint.kind, [&](auto kind) { general_accelerate<kind>(body.m, body.i, g, b); });
    return lane_of(Motion<One>{b.dw, b.a}, 0);
  }

 private:
  /// Lists are indexed by body; only the entries of bodies that are computed one by one are used.
  static LaneGroup<One> trunk_group(const ForwardTask& task) {
    Arena arena(task.scratch);
    return trunk_group(task.model, task.call, arena);
  }
  static LaneGroup<One> trunk_group(const DividedModel& model, const ForwardCall& call, Arena& arena) {
    const bool any = model.division.bodies_alone > 0;
    LaneGroup<One> g;
    take_trunk(model, g, arena);
    g.F = arena.take<Force<One>>(any ? model.prepared.nbody() : 0);
    g.d = arena.take<One>(any ? model.prepared.nv : 0);
    g.G = arena.take<Force<One>>(model.prepared.general_bodies.empty() ? 0 : model.prepared.nv);
    const auto& [q, v, tau, a] = call.trunk;
    g.q = reinterpret_cast<const One*>(q);
    g.v = reinterpret_cast<const One*>(v);
    g.tau = reinterpret_cast<One*>(const_cast<double*>(tau));
    g.a = reinterpret_cast<One*>(a);
    g.external = reinterpret_cast<const Force<One>*>(call.external);
    return g;
  }
  static JointAndInertia<double> trunk_axis(const ForwardTask& task, Index u) {
    const Axis<double>& axis = at(task.model.axes, u);
    return joint_and_inertia(axis, at(task.own.trunk_parts, u), axis.armature);
  }
  static TrunkBody trunk_body(const ForwardTask& task, Index u) {
    const bool has_general = !task.own.prepared.general_bodies.empty();
    return {task.model, has_general ? task.own.prepared : task.model.prepared, u};
  }
};

}  // namespace treefix::large_tree
