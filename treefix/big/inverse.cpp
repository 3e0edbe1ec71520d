#include <treefix/big/inverse.hpp>

#include <functional>

#include <treefix/big/bundle.hpp>
#include <treefix/kernels/memory.hpp>

namespace treefix {

BigInverse::BigInverse(std::shared_ptr<const BigModel> model, int workers)
    : model_(std::move(model)), kernels_(&model_->level->kernels), door_(*model_, 3) {
  allocate();
  for (int worker = 0; worker < workers; ++worker) scratch_.emplace_back(kernels_->scratch_bytes(*model_));
}

void BigInverse::allocate() {
  const BigPlan& plan = model_->plan;
  for (Index b = 0; b < ssize(plan.bundles); ++b)
    if (at(plan.bundles, b).has_attached()) visited_.push_back(shortened(b));
  values_memory_ = divided_memory([&](Arena& arena) {
    const Index pieces = ssize(plan.bundles) * plan.lanes;
    values_.turns = arena.take<double>(2 * model_->steps * plan.lanes);
    values_.relatives = arena.take<Relative<double>>(pieces), values_.entries = arena.take<Moving<double>>(pieces);
    values_.handed = arena.take<Force<double>>(pieces), values_.beyond = arena.take<Force<double>>(pieces);
    values_.moving = arena.take<Moving<double>>(ssize(plan.units));
    values_.forces = arena.take<Force<double>>(ssize(plan.units));
    values_.attached_moving = arena.take<Moving<double>>(ssize(plan.attached));
    values_.attached_forces = arena.take<Force<double>>(ssize(plan.attached));
    values_.outside_forces = arena.take<Force<double>>(ssize(plan.outside));
  });
  trunk_memory_ = ZeroMemory(kernels_->trunk_bytes(*model_));
}

/// relatives -> entries; the bodies between, one by one
void BigInverse::trunk_out(const BigTask& task) const {
  const BigPlan& plan = model_->plan;
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
  const BigPlan& plan = model_->plan;
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
  const BigPlan& plan = model_->plan;
  constexpr int rates = 0, accelerations = 1, torques = 2;  // lists of the door
  BigState state{.given = {q.data(), v.data(), a.data(), tau.data()},
                 .trunk = {door_.bring_q(workers, q), door_.bring_v(workers, rates, v),
                           door_.bring_v(workers, accelerations, a), door_.place(torques, tau)},
                 .outside = door_.bring_forces(workers, outside)};
  if (with_gravity) state.rest.a = -model_->prepared.gravity;
  const BigTask trunk{*model_, state, values_, trunk_memory_.data()};
  const auto all = [&](Index count, auto f) {
    const auto part = [&](Index first, Index last, int worker) {
      const BigTask task{*model_, state, values_, at(scratch_, worker).data()};
      for (Index k = first; k < last; ++k) f(task, k);
    };
    workers.run(count, 1, std::ref(part));  // a function of its own would be allocated
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
  door_.give_back(workers, torques, tau);
}

}  // namespace treefix
