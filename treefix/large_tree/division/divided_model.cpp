#include <treefix/large_tree/division/divided_model.hpp>

#include <treefix/large_tree/division/bundle.hpp>
#include <treefix/large_tree/division/lane_list.hpp>
#include <treefix/large_tree/kernels.hpp>
#include <treefix/simd/level.hpp>

namespace treefix::large_tree {

namespace {

/// The mechanism with heavy children first and coordinates in the order of bodies, and the original numbers of both.
struct Reordered {
  Mechanism<double> mechanism;
  std::vector<ShortIndex> bodies, q, v;
};

Reordered reordered(const Mechanism<double>& m) {
  Reordered out;
  const std::vector<Index> order = heavy_first_order(m.tree);
  out.mechanism = renumbered(m, order);
  Index q = 0, v = 0;
  out.bodies.reserve(order.size());
  out.q.reserve(static_cast<std::size_t>(m.nq));
  out.v.reserve(static_cast<std::size_t>(m.nv));
  for (const Index i : order) out.bodies.push_back(shortened(i));
  for (Joint<double>& joint : out.mechanism.joints) {
    for (int k = 0; k < position_count(joint.kind); ++k) out.q.push_back(shortened(joint.q + k));
    for (int k = 0; k < joint.dof(); ++k) {
      out.v.push_back(shortened(joint.v + k));
      at(out.mechanism.armatures, v + k) = m.armature(joint.v + k);
    }
    joint.q = q;
    joint.v = v;
    q += position_count(joint.kind);
    v += joint.dof();
  }
  return out;
}

/// The part of a prepared model that is still needed after the layout: coordinates, frames of external forces, and
/// joints of the trunk that are not revolute.
Prepared<double> kept(const Prepared<double>& m) {
  Prepared<double> out;
  out.nq = m.nq;
  out.nv = m.nv;
  out.has_armature = m.has_armature;
  out.gravity = m.gravity;
  out.bodies = m.bodies;
  out.frames = m.frames;
  out.mounts = m.mounts;
  out.general_bodies = m.general_bodies;
  if (!m.general_bodies.empty()) {
    out.axes = m.axes;
    out.armatures = m.armatures;
  }
  return out;
}

Placement<double> placement_of(const Axis<double>& x, double offset) {
  return {x.cos_alpha, x.sin_alpha, x.a, x.d, offset};
}
Moments<double> moments_of(const Axis<double>& x) { return {x.hx, x.hy, x.Sxx, x.Sxy, x.Syy, x.Sxz, x.Syz}; }

}  // namespace

const TreeKernels& current_kernels() { return *simd::current_level().trees; }

DividedModel::DividedModel(const Mechanism<double>& m, const Prepared<double>& given, const Division::Sizes& sizes,
                           const TreeKernels& tree_kernels)
    : kernels(&tree_kernels) {
  const int lanes = tree_kernels.inverse.lanes;
  if (is_heavy_first(m.tree)) {
    division = Division(m.tree, given, lanes, sizes);
    lay_out(given);
  } else {
    Reordered here = reordered(m);
    bodies = std::move(here.bodies);
    places_q = std::move(here.q);
    places_v = std::move(here.v);
    const Prepared<double> own = prepare(here.mechanism);
    division = Division(here.mechanism.tree, own, lanes, sizes);
    here = {};  // frees the copy of a large tree before the next one is made
    lay_out(own);
  }
}

void DividedModel::lay_out(const Prepared<double>& m) {
  const std::vector<ShortIndex>& mount_of = m.mount_of;
  std::vector<double> offset_of(m.bodies.size());  // by body; a prepared model lists them by angle
  for (const Angle<double>& angle : m.angles) at(offset_of, angle.body) = angle.offset;
  for (const Division::TrunkPart& part : division.trunk_parts) {
    axes.push_back(at(m.axes, part.first));
    mounts.push_back(at(mount_of, part.first));
    offsets.push_back(at(offset_of, part.first));
  }
  lay_out_bundles(m, mount_of, offset_of);
  lay_out_forests(m, mount_of, offset_of);
  prepared = kept(m);
}

void DividedModel::lay_out_bundles(const Prepared<double>& m, View<const ShortIndex> mount_of,
                                   View<const double> offset_of) {
  for (const Division::Bundle& bundle : division.bundles) {
    first_step.push_back(steps);
    steps += bundle.steps;
  }
  const auto shear_of = [&](Index i) { return mount_of[i] < 0 ? 0 : at(m.mounts, mount_of[i]).b; };
  has_armatures = m.has_armature;
  const int lanes = division.lanes;
  const auto for_each_body = [&](auto f) {
    for (Index b = 0; b < ssize(division.bundles); ++b)
      for (int lane = 0; lane < lanes; ++lane)
        for (Index k = 0; k < at(division.bundles, b).steps; ++k)
          f(at(first_step, b) + k, lane, at(division.bundles, b).piece(lane) + k);
  };
  for_each_body([&](Index, int, Index i) { has_shears |= shear_of(i) != 0; });
  placements = LaneList<Placement>::make(steps, lanes);
  moments = LaneList<Moments>::make(steps, lanes);
  shears = LaneList<Number>::make(has_shears ? steps : 0, lanes);
  armatures = LaneList<Number>::make(has_armatures ? steps : 0, lanes);
  for_each_body([&](Index step, int lane, Index i) {
    const Axis<double>& x = at(m.axes, i);
    LaneList<Placement>(placements, lanes).set(step, lane, placement_of(x, offset_of[i]));
    LaneList<Moments>(moments, lanes).set(step, lane, moments_of(x));
    if (has_shears) LaneList<Number>(shears, lanes).set(step, lane, {shear_of(i)});
    if (has_armatures) LaneList<Number>(armatures, lanes).set(step, lane, {x.armature});
  });
}

void DividedModel::lay_out_forests(const Prepared<double>& m, View<const ShortIndex> mount_of,
                                   View<const double> offset_of) {
  const Index groups = ssize(division.counts);
  const int lanes = division.lanes;
  forest_mounts = LaneList<Mount>::make(groups, lanes);
  forest_placements = LaneList<Placement>::make(groups, lanes);
  forest_moments = LaneList<Moments>::make(groups, lanes);
  forest_armatures = LaneList<Number>::make(has_armatures ? groups : 0, lanes);
  forest_q.reserve(division.places.size());
  forest_v.reserve(division.places.size());
  for (Index place = 0; place < ssize(division.places); ++place) {
    const Index i = at(division.places, place), group = place / lanes;
    const int lane = static_cast<int>(place % lanes);
    const Axis<double>& x = at(m.axes, i);
    const Mount<double> mount = mount_of[i] < 0 ? Mount<double>{1, 0, 0, 0} : at(m.mounts, mount_of[i]);
    LaneList<Mount>(forest_mounts, lanes).set(group, lane, mount);
    LaneList<Placement>(forest_placements, lanes).set(group, lane, placement_of(x, offset_of[i]));
    forest_q.push_back(shortened(given_q(at(m.bodies, i).q)));
    forest_v.push_back(shortened(given_v(at(m.bodies, i).v)));
    if (lane >= at(division.counts, group)) continue;  // an empty lane has no inertia
    LaneList<Moments>(forest_moments, lanes).set(group, lane, moments_of(x));
    if (has_armatures) LaneList<Number>(forest_armatures, lanes).set(group, lane, {x.armature});
  }
}

}  // namespace treefix::large_tree
