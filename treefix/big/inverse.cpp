#include <treefix/big/inverse.hpp>

#include <treefix/big/bundle.hpp>
#include <treefix/kernels/memory.hpp>

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

BigInverse::BigInverse(const Mechanism<double>& m, const Prepared<double>& prepared, int workers,
                       const BigPlan::Sizes& sizes, const BigLevel& level)
    : kernels_(&level.kernels) {
  if (is_heavy_first(m.tree)) {
    model_.plan = BigPlan(m.tree, prepared, kernels_->lanes, sizes);
    lay_out(prepared);
  } else {
    Reordered here = reordered(m);
    bodies_ = std::move(here.bodies), places_q_ = std::move(here.q), places_v_ = std::move(here.v);
    const Prepared<double> own = prepare(here.mechanism);
    model_.plan = BigPlan(here.mechanism.tree, own, kernels_->lanes, sizes);
    here = {};  // a large tree should not be there more often than needed
    lay_out(own);
  }
  allocate();
  for (int worker = 0; worker < workers; ++worker) scratch_.emplace_back(kernels_->scratch_bytes(model_));
}

void BigInverse::lay_out(const Prepared<double>& m) {
  const BigPlan& plan = model_.plan;
  // what a prepared model keeps by segment and by angle, by body
  std::vector<ShortIndex> mounts(m.steps.size(), -1);
  std::vector<double> offsets(m.steps.size());
  for (const Segment& segment : m.segments) at(mounts, segment.first) = segment.mount;
  for (const Slider<double>& slider : m.sliders) at(mounts, slider.body) = slider.mount;
  for (const Angle<double>& angle : m.angles) at(offsets, angle.body) = angle.offset;
  for (const BigPlan::Unit& unit : plan.units) {
    model_.axes.push_back(at(m.axes, unit.first));
    model_.mounts.push_back(at(mounts, unit.first)), model_.offsets.push_back(at(offsets, unit.first));
  }
  lay_out_bundles(m, mounts, offsets);
  lay_out_forests(m, mounts, offsets);
  model_.prepared = kept(m);
}

void BigInverse::allocate() {
  const BigPlan& plan = model_.plan;
  for (Index b = 0; b < ssize(plan.bundles); ++b)
    if (at(plan.bundles, b).first_attached < at(plan.bundles, b).end_attached) visited_.push_back(shortened(b));
  const auto divide = [&](Arena& arena) {
    const Index pieces = ssize(plan.bundles) * plan.lanes;
    Index steps = 0;
    for (const BigPlan::Bundle& bundle : plan.bundles) steps += bundle.steps;
    values_.turns = arena.take<double>(2 * steps * plan.lanes);
    values_.relatives = arena.take<Relative<double>>(pieces), values_.entries = arena.take<Moving<double>>(pieces);
    values_.handed = arena.take<Force<double>>(pieces), values_.beyond = arena.take<Force<double>>(pieces);
    values_.moving = arena.take<Moving<double>>(ssize(plan.units));
    values_.forces = arena.take<Force<double>>(ssize(plan.units));
    values_.attached_moving = arena.take<Moving<double>>(ssize(plan.attached));
    values_.attached_forces = arena.take<Force<double>>(ssize(plan.attached));
    values_.outside_forces = arena.take<Force<double>>(ssize(plan.outside));
  };
  Arena count;
  divide(count);
  values_memory_ = ZeroMemory(count.used());
  Arena arena(values_memory_.data());
  divide(arena);
  trunk_memory_ = ZeroMemory(kernels_->trunk_bytes(model_));
  // q, v, a, tau in other places, and forces from outside in prepared frames: touched only where they are needed
  const Index numbers = bodies_.empty() ? 0 : model_.prepared.nq + 3 * model_.prepared.nv;
  door_memory_ = ZeroMemory(static_cast<std::size_t>(numbers) * sizeof(double) +
                            static_cast<std::size_t>(model_.prepared.nbody()) * sizeof(Force<double>));
}

void BigInverse::lay_out_bundles(const Prepared<double>& m, View<const ShortIndex> mounts, View<const double> offsets) {
  const BigPlan& plan = model_.plan;
  Index steps = 0;
  for (const BigPlan::Bundle& bundle : plan.bundles) model_.first_step.push_back(steps), steps += bundle.steps;
  const auto shear_of = [&](Index i) { return mounts[i] < 0 ? 0 : at(m.mounts, mounts[i]).b; };
  model_.has_armatures = m.has_armature;
  const auto for_each_body = [&](auto f) {
    for (Index b = 0; b < ssize(plan.bundles); ++b)
      for (int lane = 0; lane < plan.lanes; ++lane)
        for (Index k = 0; k < at(plan.bundles, b).steps; ++k)
          f(at(model_.first_step, b) + k, lane, at(plan.bundles, b).piece(lane) + k);
  };
  for_each_body([&](Index, int, Index i) { model_.has_shears |= shear_of(i) != 0; });
  LaneList placements(model_.placements, steps, 5, plan.lanes), moments(model_.moments, steps, 7, plan.lanes),
      shears(model_.shears, model_.has_shears ? steps : 0, 1, plan.lanes),
      armatures(model_.armatures, model_.has_armatures ? steps : 0, 1, plan.lanes);
  for_each_body([&](Index step, int lane, Index i) {
    const Axis<double>& x = at(m.axes, i);
    placements.set(step, lane, {x.cos_alpha, x.sin_alpha, x.a, x.d, offsets[i]});
    moments.set(step, lane, {x.hx, x.hy, x.Sxx, x.Sxy, x.Syy, x.Sxz, x.Syz});
    if (model_.has_shears) shears.set(step, lane, {shear_of(i)});
    if (model_.has_armatures) armatures.set(step, lane, {x.armature});
  });
}

void BigInverse::lay_out_forests(const Prepared<double>& m, View<const ShortIndex> mount_of,
                                 View<const double> offsets) {
  const BigPlan& plan = model_.plan;
  const Index groups = ssize(plan.counts);
  LaneList mounts(model_.forest_mounts, groups, 4, plan.lanes),
      placements(model_.forest_placements, groups, 5, plan.lanes),
      moments(model_.forest_moments, groups, 7, plan.lanes),
      armatures(model_.forest_armatures, model_.has_armatures ? groups : 0, 1, plan.lanes);
  model_.forest_q.reserve(plan.places.size()), model_.forest_v.reserve(plan.places.size());
  for (Index place = 0; place < ssize(plan.places); ++place) {
    const Index i = at(plan.places, place), group = place / plan.lanes;
    const int lane = static_cast<int>(place % plan.lanes);
    const Axis<double>& x = at(m.axes, i);
    const Mount<double> mount = mount_of[i] < 0 ? Mount<double>{1, 0, 0, 0} : at(m.mounts, mount_of[i]);
    mounts.set(group, lane, {mount.cos, mount.sin, mount.b, mount.lift});
    placements.set(group, lane, {x.cos_alpha, x.sin_alpha, x.a, x.d, offsets[i]});
    model_.forest_q.push_back(at(m.steps, i).q), model_.forest_v.push_back(at(m.steps, i).v);
    if (lane >= at(plan.counts, group)) continue;  // nobody is there: no inertia
    moments.set(group, lane, {x.hx, x.hy, x.Sxx, x.Sxy, x.Syy, x.Sxz, x.Syz});
    if (model_.has_armatures) armatures.set(group, lane, {x.armature});
  }
}

/// Brings what is given to the order of bodies here.
BigState BigInverse::enter(View<const double> q, View<const double> v, View<const double> a,
                           View<const Force<double>> outside, View<double> tau, bool with_gravity) {
  const Prepared<double>& m = model_.prepared;
  BigState state{q.data(), v.data(), a.data(), tau.data(), nullptr, {{}, {}, {}}};
  if (with_gravity) state.rest.a = -m.gravity;
  auto* numbers = door_memory_.as<double>();
  if (!outside.empty()) {
    auto* forces = reinterpret_cast<Force<double>*>(numbers);
    numbers += m.nbody() * 6;
    for (Index i = 0; i < m.nbody(); ++i) forces[i] = at(m.frames, i) * outside[bodies_.empty() ? i : at(bodies_, i)];
    state.outside = forces;
  }
  if (bodies_.empty()) return state;
  const auto bring = [&](View<const double> from, const std::vector<ShortIndex>& places) {
    double* to = numbers;
    for (const ShortIndex place : places) *numbers++ = from[place];
    return to;
  };
  state.q = bring(q, places_q_), state.v = bring(v, places_v_), state.a = bring(a, places_v_);
  state.tau = numbers;
  return state;
}

/// relatives -> entries; the bodies between, one by one
void BigInverse::trunk_out(const BigTask& task) const {
  const BigPlan& plan = model_.plan;
  for (Index u = 0; u < ssize(plan.units); ++u) {
    const BigPlan::Unit& unit = at(plan.units, u);
    Moving<double> moving = unit.above < 0 ? task.state.rest : values_.moving[unit.above];
    if (unit.is_row()) {
      for (Index p = unit.first_bundle * plan.lanes; p < unit.end_bundle * plan.lanes; ++p) {
        values_.entries[p] = moving;
        moving = moved(values_.relatives[p], moving);
      }
    } else {
      moving = kernels_->body_out(task, u, moving);
      if (unit.attached >= 0) values_.attached_moving[unit.attached] = moving;
    }
    values_.moving[u] = moving, values_.forces[u] = {};
  }
}

/// handed -> beyond; the bodies between, one by one
void BigInverse::trunk_in(const BigTask& task) const {
  const BigPlan& plan = model_.plan;
  for (Index u = ssize(plan.units) - 1; u >= 0; --u) {
    const BigPlan::Unit& unit = at(plan.units, u);
    Force<double> F = values_.forces[u];
    if (unit.is_row()) {
      for (Index p = unit.end_bundle * plan.lanes - 1; p >= unit.first_bundle * plan.lanes; --p) {
        values_.beyond[p] = F;
        F = values_.handed[p] + values_.relatives[p].X.back(F);
      }
    } else {
      if (unit.attached >= 0) F += values_.attached_forces[unit.attached];
      F = kernels_->body_in(task, u, F);
    }
    if (unit.above >= 0) values_.forces[unit.above] += F;
  }
}

void BigInverse::run(Workers& workers, View<const double> q, View<const double> v, View<const double> a,
                     View<const Force<double>> outside, View<double> tau, bool with_gravity) {
  TREEFIX_ASSERT(workers.count() <= ssize(scratch_));
  const BigPlan& plan = model_.plan;
  const BigState state = enter(q, v, a, outside, tau, with_gravity);
  const BigTask trunk{model_, state, values_, trunk_memory_.data()};
  const auto all = [&](Index count, auto f) {
    workers.run(count, 1, [&](Index first, Index last, int worker) {
      const BigTask task{model_, state, values_, at(scratch_, worker).data()};
      for (Index k = first; k < last; ++k) f(task, k);
    });
  };
  all(ssize(plan.bundles), kernels_->compose);  // q, v, a -> turns, relatives
  trunk_out(trunk);  // relatives -> entries
  all(ssize(visited_), [&](const BigTask& task, Index k) { kernels_->visit(task, at(visited_, k)); });
  for (Index k = 0; k < ssize(plan.attached); ++k) values_.attached_forces[k] = {};
  all(ssize(plan.forests), kernels_->forest);  // how attached bodies move -> tau, forces on them
  // several forests may hang from one body
  for (Index k = 0; k < ssize(plan.outside); ++k)
    if (const ShortIndex attached = at(plan.outside, k); attached >= 0)
      values_.attached_forces[attached] += values_.outside_forces[k];
  all(ssize(plan.bundles), kernels_->sweep);  // entries, forces -> tau, handed
  trunk_in(trunk);  // handed -> beyond
  all(ssize(plan.bundles), kernels_->add);  // beyond -> tau
  if (bodies_.empty()) return;
  for (Index k = 0; k < model_.prepared.nv; ++k) tau[at(places_v_, k)] = state.tau[k];
}

}  // namespace treefix
