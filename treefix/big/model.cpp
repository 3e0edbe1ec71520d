#include <treefix/big/model.hpp>

#include <treefix/big/levels.hpp>

namespace treefix {

namespace {

/// The mechanism with heavy children first and coordinates in the order of bodies; which were where before.
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
  out.q.reserve(static_cast<std::size_t>(m.nq)), out.v.reserve(static_cast<std::size_t>(m.nv));
  for (const Index i : order) out.bodies.push_back(shortened(i));
  for (Joint<double>& joint : out.mechanism.joints) {
    for (int k = 0; k < position_count(joint.kind); ++k) out.q.push_back(shortened(joint.q + k));
    for (int k = 0; k < joint.dof(); ++k) {
      out.v.push_back(shortened(joint.v + k));
      at(out.mechanism.armatures, v + k) = m.armature(joint.v + k);
    }
    joint.q = q, joint.v = v;
    q += position_count(joint.kind), v += joint.dof();
  }
  return out;
}

/// Number `field` of lane `lane` at a step of a list with so many fields.
class LaneList {
 public:
  LaneList(ZeroMemory& memory, Index steps, Index fields, int lanes) : fields_(fields), lanes_(lanes) {
    memory = ZeroMemory(static_cast<std::size_t>(steps * fields * lanes) * sizeof(double));
    numbers_ = memory.as<double>();
  }
  void set(Index step, int lane, std::initializer_list<double> values) {
    TREEFIX_ASSERT(ssize(values) == fields_);
    double* to = numbers_ + step * fields_ * lanes_ + lane;
    for (const double x : values) *to = x, to += lanes_;
  }

 private:
  double* numbers_;
  Index fields_;
  int lanes_;
};

/// What is read of a prepared model after all was laid out: coordinates, frames of forces from outside, and joints of the
/// trunk that are not revolute.
Prepared<double> kept(const Prepared<double>& m) {
  Prepared<double> out;
  out.nq = m.nq, out.nv = m.nv, out.has_armature = m.has_armature, out.gravity = m.gravity;
  out.steps = m.steps, out.frames = m.frames, out.mounts = m.mounts, out.solids = m.solids;
  if (!m.solids.empty()) out.axes = m.axes, out.armatures = m.armatures;
  return out;
}

}  // namespace

BigModel::BigModel(const Mechanism<double>& m, const Prepared<double>& given, const BigPlan::Sizes& sizes,
                   const BigLevel& kernels)
    : level(&kernels) {
  if (is_heavy_first(m.tree)) {
    plan = BigPlan(m.tree, given, kernels.kernels.lanes, sizes);
    lay_out(given);
  } else {
    Reordered here = reordered(m);
    bodies = std::move(here.bodies), places_q = std::move(here.q), places_v = std::move(here.v);
    const Prepared<double> own = prepare(here.mechanism);
    plan = BigPlan(here.mechanism.tree, own, kernels.kernels.lanes, sizes);
    here = {};  // a large tree should not be there more often than needed
    lay_out(own);
  }
}

void BigModel::lay_out(const Prepared<double>& m) {
  const std::vector<ShortIndex>& mount_of = m.mount_of;
  std::vector<double> offset_of(m.steps.size());  // what a prepared model keeps by angle, by body
  for (const Angle<double>& angle : m.angles) at(offset_of, angle.body) = angle.offset;
  for (const BigPlan::Unit& unit : plan.units) {
    axes.push_back(at(m.axes, unit.first));
    mounts.push_back(at(mount_of, unit.first)), offsets.push_back(at(offset_of, unit.first));
  }
  lay_out_bundles(m, mount_of, offset_of);
  lay_out_forests(m, mount_of, offset_of);
  prepared = kept(m);
}

void BigModel::lay_out_bundles(const Prepared<double>& m, View<const ShortIndex> mount_of,
                               View<const double> offset_of) {
  for (const BigPlan::Bundle& bundle : plan.bundles) first_step.push_back(steps), steps += bundle.steps;
  const auto shear_of = [&](Index i) { return mount_of[i] < 0 ? 0 : at(m.mounts, mount_of[i]).b; };
  has_armatures = m.has_armature;
  const auto for_each_body = [&](auto f) {
    for (Index b = 0; b < ssize(plan.bundles); ++b)
      for (int lane = 0; lane < plan.lanes; ++lane)
        for (Index k = 0; k < at(plan.bundles, b).steps; ++k)
          f(at(first_step, b) + k, lane, at(plan.bundles, b).piece(lane) + k);
  };
  for_each_body([&](Index, int, Index i) { has_shears |= shear_of(i) != 0; });
  LaneList placed(placements, steps, 5, plan.lanes), massed(moments, steps, 7, plan.lanes),
      sheared(shears, has_shears ? steps : 0, 1, plan.lanes),
      geared(armatures, has_armatures ? steps : 0, 1, plan.lanes);
  for_each_body([&](Index step, int lane, Index i) {
    const Axis<double>& x = at(m.axes, i);
    placed.set(step, lane, {x.cos_alpha, x.sin_alpha, x.a, x.d, offset_of[i]});
    massed.set(step, lane, {x.hx, x.hy, x.Sxx, x.Sxy, x.Syy, x.Sxz, x.Syz});
    if (has_shears) sheared.set(step, lane, {shear_of(i)});
    if (has_armatures) geared.set(step, lane, {x.armature});
  });
}

void BigModel::lay_out_forests(const Prepared<double>& m, View<const ShortIndex> mount_of,
                               View<const double> offset_of) {
  const Index groups = ssize(plan.counts);
  LaneList mounted(forest_mounts, groups, 4, plan.lanes), placed(forest_placements, groups, 5, plan.lanes),
      massed(forest_moments, groups, 7, plan.lanes),
      geared(forest_armatures, has_armatures ? groups : 0, 1, plan.lanes);
  forest_q.reserve(plan.places.size()), forest_v.reserve(plan.places.size());
  for (Index place = 0; place < ssize(plan.places); ++place) {
    const Index i = at(plan.places, place), group = place / plan.lanes;
    const int lane = static_cast<int>(place % plan.lanes);
    const Axis<double>& x = at(m.axes, i);
    const Mount<double> mount = mount_of[i] < 0 ? Mount<double>{1, 0, 0, 0} : at(m.mounts, mount_of[i]);
    mounted.set(group, lane, {mount.cos, mount.sin, mount.b, mount.lift});
    placed.set(group, lane, {x.cos_alpha, x.sin_alpha, x.a, x.d, offset_of[i]});
    forest_q.push_back(shortened(given_q(at(m.steps, i).q))), forest_v.push_back(shortened(given_v(at(m.steps, i).v)));
    if (lane >= at(plan.counts, group)) continue;  // nobody is there: no inertia
    massed.set(group, lane, {x.hx, x.hy, x.Sxx, x.Sxy, x.Syy, x.Sxz, x.Syz});
    if (has_armatures) geared.set(group, lane, {x.armature});
  }
}

}  // namespace treefix
