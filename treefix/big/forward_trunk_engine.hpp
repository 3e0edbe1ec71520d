// Forward dynamics of the trunk's bodies one by one.
#pragma once

#include <treefix/big/access.hpp>
#include <treefix/big/forward_bundle.hpp>
#include <treefix/big/forward_data.hpp>

namespace treefix {

/// One is a single lane.
template <class One>
class ForwardTrunk {
 public:
  static std::size_t scratch_bytes(const BigModel& model) {
    Arena count;
    trunk_group(model, {}, count);
    return count.used();
  }

  static Moving<double> body_out(const ForwardTask& task, Index u, const Moving<double>& from) {
    const LaneGroup<One> g = trunk_group(task);
    const TrunkBody body = trunk_body(task, u);
    Moving<One> b = from_lanes<One>(&from);
    if (const auto* mount = body.mount()) b = over_mount(*mount, b);
    trunk_joint(task.model, u, g);
    if (body.is_revolute()) {
      Mat3<One> U = treefix::spin(b.w, b.dw);
      rnea_outward<false>(trunk_axis(task, u), body.i, body.step.v, g, b, U);
    } else {
      with_solid(body.step.kind, [&](auto kind) { solid_outward<kind, false, true>(body.m, body.i, g, b); });
    }
    return lane_of(b, 0);
  }

  static Articulated<double> body_in(const ForwardTask& task, Index u, const Articulated<double>& below) {
    const LaneGroup<One> g = trunk_group(task);
    const TrunkBody body = trunk_body(task, u);
    Articulated<One> x = from_lanes<One>(&below);
    if (body.is_revolute())
      aba_inward<true, false>(trunk_axis(task, u), body.i, body.step.v, g, x);
    else
      with_solid(body.step.kind, [&](auto kind) {
        if constexpr (kind == JointKind::free)
          if (body.step.parent < 0) return free_articulated(body.m, body.i, g, x);
        solid_articulated<kind>(body.m, body.i, g, x);
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
      aba_outward<true>(trunk_axis(task, u), body.i, body.step.v, g, b);
    else
      with_solid(body.step.kind, [&](auto kind) { solid_accelerate<kind>(body.m, body.i, g, b); });
    return lane_of(Motion<One>{b.dw, b.a}, 0);
  }

 private:
  /// By number of the body, of which only those that are computed one by one are touched.
  static LaneGroup<One> trunk_group(const ForwardTask& task) {
    Arena arena(task.scratch);
    return trunk_group(task.model, task.state, arena);
  }
  static LaneGroup<One> trunk_group(const BigModel& model, const BigForwardState& state, Arena& arena) {
    const bool any = model.plan.bodies_alone > 0;
    LaneGroup<One> g;
    take_trunk(model, g, arena);
    g.F = arena.take<Force<One>>(any ? model.prepared.nbody() : 0);
    g.d = arena.take<One>(any ? model.prepared.nv : 0);
    g.G = arena.take<Force<One>>(model.prepared.solids.empty() ? 0 : model.prepared.nv);
    const auto& [q, v, tau, a] = state.trunk;
    g.q = reinterpret_cast<const One*>(q), g.v = reinterpret_cast<const One*>(v);
    g.tau = reinterpret_cast<One*>(const_cast<double*>(tau)), g.a = reinterpret_cast<One*>(a);
    g.outside = reinterpret_cast<const Force<One>*>(state.outside);
    return g;
  }
  static WholeParts<double> trunk_axis(const ForwardTask& task, Index u) {
    const Axis<double>& axis = at(task.model.axes, u);
    return whole_parts(axis, at(task.whole.units, u), axis.armature);
  }
  static TrunkBody trunk_body(const ForwardTask& task, Index u) {
    const bool has_solids = !task.whole.prepared.solids.empty();
    return {task.model, has_solids ? task.whole.prepared : task.model.prepared, u};
  }
};

}  // namespace treefix
