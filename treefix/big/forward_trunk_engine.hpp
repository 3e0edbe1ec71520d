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
    const BigModel& model = task.model;
    const LaneGroup<One> g = trunk_group(task);
    const Prepared<double>& m = prepared_of(task);
    const Index i = at(model.plan.units, u).first;
    const Step& step = at(m.steps, i);
    Moving<One> b = from_lanes<One>(&from);
    if (const ShortIndex mount = at(model.mounts, u); mount >= 0) b = over_mount(at(m.mounts, mount), b);
    trunk_joint(model, u, g);
    if (step.kind == JointKind::revolute) {
      Mat3<One> U = treefix::spin(b.w, b.dw);
      rnea_outward<false>(trunk_axis(task, u), i, step.v, g, b, U);
    } else {
      with_solid(step.kind, [&](auto kind) { solid_outward<kind, false, true>(m, i, g, b); });
    }
    return lane_of(b, 0);
  }

  static Articulated<double> body_in(const ForwardTask& task, Index u, const Articulated<double>& below) {
    const BigModel& model = task.model;
    const LaneGroup<One> g = trunk_group(task);
    const Prepared<double>& m = prepared_of(task);
    const Index i = at(model.plan.units, u).first;
    const Step& step = at(m.steps, i);
    Articulated<One> x = from_lanes<One>(&below);
    if (step.kind == JointKind::revolute)
      aba_inward<true, false>(trunk_axis(task, u), i, step.v, g, x);
    else
      with_solid(step.kind, [&](auto kind) {
        if constexpr (kind == JointKind::free)
          if (step.parent < 0) return free_articulated(m, i, g, x);
        solid_articulated<kind>(m, i, g, x);
      });
    if (const ShortIndex mount = at(model.mounts, u); mount >= 0)
      back_over(at(m.mounts, mount), x, turn_of(at(m.mounts, mount)));
    return lane_of(x, 0);
  }

  static Motion<double> body_accelerate(const ForwardTask& task, Index u, const Motion<double>& above) {
    const BigModel& model = task.model;
    const LaneGroup<One> g = trunk_group(task);
    const Prepared<double>& m = prepared_of(task);
    const Index i = at(model.plan.units, u).first;
    const Step& step = at(m.steps, i);
    const Motion<One> from = from_lanes<One>(&above);
    Accelerating<One> b{from.w, from.v};
    if (const ShortIndex mount = at(model.mounts, u); mount >= 0) out_over(at(m.mounts, mount), b.dw, b.a);
    if (step.kind == JointKind::revolute)
      aba_outward<true>(trunk_axis(task, u), i, step.v, g, b);
    else
      with_solid(step.kind, [&](auto kind) { solid_accelerate<kind>(m, i, g, b); });
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
    g.q = reinterpret_cast<const One*>(state.q), g.v = reinterpret_cast<const One*>(state.v);
    g.tau = reinterpret_cast<One*>(const_cast<double*>(state.tau)), g.a = reinterpret_cast<One*>(state.a);
    g.outside = reinterpret_cast<const Force<One>*>(state.outside);
    return g;
  }
  static WholeParts<double> trunk_axis(const ForwardTask& task, Index u) {
    const Axis<double>& axis = at(task.model.axes, u);
    return whole_parts(axis, at(task.whole.units, u), axis.armature);
  }
  static const Prepared<double>& prepared_of(const ForwardTask& task) {
    return task.whole.prepared.solids.empty() ? task.model.prepared : task.whole.prepared;
  }
};

}  // namespace treefix
