// The mass matrix of the trunk: its bodies that are computed one by one, and its rows.
#pragma once

#include <treefix/large_tree/division/lane_access.hpp>
#include <treefix/large_tree/mass/diagonal.hpp>
#include <treefix/large_tree/mass/root_path.hpp>

namespace treefix::large_tree {

/// T is the type of a SIMD register, One that of a single lane.
template <class T, class One>
class MassTrunk {
 public:
  static std::size_t scratch_bytes(const DividedModel& model) {
    return divided_bytes([&](Arena& arena) {
      LaneGroup<One> g;
      take_trunk(model, g, arena);
    });
  }

  static Transform<double> body_out(const MassTask& task, Index u, const Transform<double>& above) {
    const auto& [model, plan, call, values, scratch] = task;
    const LaneGroup<One> g = trunk_group(task);
    const TrunkBody body(model, u);
    trunk_joint(task.model, u, g);
    Transform<One> b = from_lanes<One>(&above);
    if (const auto* mount = body.mount()) out_over(*mount, b);
    Motion<double>* S = values.S + at(plan.part_first, u);
    if (body.is_revolute()) {
      out_over(body.axis(), g.turns[body.i], body.axis().d, b);
      *S = lane_of(motion_at(b), 0);
    } else {
      general_pose(body.m, body.i, g, b);
      for_each_general_column(
          body.joint.kind, at(body.m.general_bodies, body.joint.general), Composite<One>{},
          [&](int k, const Motion<One>& own, const Force<One>&) { S[k] = lane_of(b.back(own), 0); });
    }
    return lane_of(b, 0);
  }

  static Composite<double> body_in(const MassTask& task, Index u, const Composite<double>& below) {
    const auto& [model, plan, call, values, scratch] = task;
    const LaneGroup<One> g = trunk_group(task);
    const TrunkBody body(model, u);
    const Index first = at(plan.part_first, u);
    const Transform<One> pose = from_lanes<One>(values.part_poses + u);
    Composite<One> b = from_lanes<One>(&below);
    if (body.is_revolute()) {
      add_body(body.axis(), b);
      const Column<One> column = column_of(b);
      values.F[first] = lane_of(force_at(pose, column), 0);
      put_trunk_diagonal(task, first, column.around[0]);
      back_over(body.axis(), g.turns[body.i], body.axis().d, b);
    } else {
      const GeneralBody<double>& general = at(body.m.general_bodies, body.joint.general);
      add_general(general, b);
      for_each_general_column(body.joint.kind, general, b, [&](int k, const Motion<One>& S, const Force<One>& F) {
        values.F[first + k] = lane_of(pose.back(F), 0);
        put_trunk_diagonal(task, first + k, dot(F, S)[0]);
      });
      if (body.joint.parent >= 0) back_over_general(body.m, body.i, g, b);
    }
    if (const auto* mount = body.mount()) back_over(*mount, b);
    return lane_of(b, 0);
  }

  static void rows(const MassTask& task, Index first, Index end) {
    const auto& [model, plan, call, values, scratch] = task;
    Arena arena(scratch);
    RootPath<T> path(plan, values, arena);
    for (Index c = first; c < end; ++c) {
      path.lead_to(shortened(c));
      double* row = call.values + call.begins[at(plan.trunk, c).row];
      path.put_own(&values.F[c].n.x, row);
      if (model.has_armatures) row[path.size() - 1] += at(plan.armatures, c);
    }
  }

 private:
  static LaneGroup<One> trunk_group(const MassTask& task) {
    Arena arena(task.scratch);
    LaneGroup<One> g;
    take_trunk(task.model, g, arena);
    g.q = reinterpret_cast<const One*>(task.call.q);
    return g;
  }
};

}  // namespace treefix::large_tree
