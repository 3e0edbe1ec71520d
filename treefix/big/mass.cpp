#include <treefix/big/mass.hpp>

#include <algorithm>
#include <functional>

#include <treefix/kernels/memory.hpp>

namespace treefix {

BigMass::BigMass(std::shared_ptr<const BigModel> model, int workers, Index stretch)
    : model_(std::move(model)), plan_(*model_, stretch), kernels_(&model_->level->mass), door_(*model_, 0) {
  for (Index b = 0; b < ssize(model_->plan.bundles); ++b)
    if (at(model_->plan.bundles, b).has_attached()) bearing_.push_back(shortened(b));
  allocate(workers);
}

void BigMass::allocate(int workers) {
  const BigPlan& plan = model_->plan;
  values_memory_ = divided_memory([&](Arena& arena) {
    const Index pieces = ssize(plan.bundles) * plan.lanes, units = ssize(plan.units), attached = ssize(plan.attached);
    values_.turns = arena.take<double>(2 * model_->steps * plan.lanes);
    values_.homes = arena.take<Transform<double>>(ssize(plan_.homes));
    values_.units = arena.take<Transform<double>>(units), values_.attached = arena.take<Transform<double>>(attached);
    values_.pieces = arena.take<Transform<double>>(pieces);
    values_.S = arena.take<Motion<double>>(ssize(plan_.trunk)),
    values_.F = arena.take<Force<double>>(ssize(plan_.trunk));
    values_.handed = arena.take<Composite<double>>(pieces), values_.beyond = arena.take<Composite<double>>(pieces);
    values_.below = arena.take<Composite<double>>(units), values_.hanging = arena.take<Composite<double>>(attached);
    values_.outside = arena.take<Composite<double>>(ssize(plan.outside));
  });
  trunk_memory_ = ZeroMemory(kernels_->trunk_bytes(*model_));
  for (int worker = 0; worker < workers; ++worker) scratch_.emplace_back(kernels_->scratch_bytes(*model_, plan_));
}

/// poses of pieces -> poses and S of the bodies between
void BigMass::trunk_out(const MassTask& task) const {
  const BigPlan& plan = model_->plan;
  for (Index u = 0; u < ssize(plan.units); ++u) {
    const BigPlan::Unit& unit = at(plan.units, u);
    const ShortIndex home = at(plan_.unit_home, u);
    Transform<double> above = unit.above < 0 ? Transform<double>{} : values_.units[unit.above];
    const bool goes_on =
        unit.above >= 0 && home == at(plan_.trunk, at(plan_.trunk, at(plan_.unit_first, u)).above).home;
    if (!goes_on) values_.homes[home] = above, above = {};
    if (unit.is_row()) {
      const BigPlan::Bundle& last = at(plan.bundles, unit.end_bundle - 1);
      const Index end = at(plan_.bundle_home, unit.end_bundle - 1) + plan.lanes * plan_.homes_of_piece(last.steps);
      values_.units[u] = values_.homes[end];
    } else {
      values_.units[u] = kernels_->body_out(task, u, above);
      if (unit.attached >= 0) values_.attached[unit.attached] = values_.units[u];
    }
    values_.below[u] = {};
  }
}

/// handed -> beyond; F of the bodies between
void BigMass::trunk_in(const MassTask& task) const {
  const BigPlan& plan = model_->plan;
  for (Index u = ssize(plan.units) - 1; u >= 0; --u) {
    const BigPlan::Unit& unit = at(plan.units, u);
    Composite<double> b = values_.below[u];
    if (unit.is_row()) {
      for (Index p = unit.end_bundle * plan.lanes - 1; p >= unit.first_bundle * plan.lanes; --p) {
        values_.beyond[p] = b;
        b = values_.handed[p] + moved_back(values_.pieces[p], b);
      }
    } else {
      if (unit.attached >= 0) b = b + values_.hanging[unit.attached];
      b = kernels_->body_in(task, u, b);
    }
    if (unit.above >= 0) values_.below[unit.above] = values_.below[unit.above] + b;
  }
}

void BigMass::run(Workers& workers, const MassState& state) {
  TREEFIX_ASSERT(workers.count() <= ssize(scratch_));
  const BigPlan& plan = model_->plan;
  const MassTask trunk{*model_, plan_, state, values_, trunk_memory_.data()};
  const auto some = [&](Index count, Index grain, auto f) {
    const auto part = [&](Index first, Index last, int worker) {
      f(MassTask{*model_, plan_, state, values_, at(scratch_, worker).data()}, first, last);
    };
    workers.run(count, grain, std::ref(part));  // a function of its own would be allocated
  };
  const auto all = [&](Index count, auto f) {
    some(count, 1, [&](const MassTask& task, Index first, Index last) {
      for (Index k = first; k < last; ++k) f(task, k);
    });
  };
  all(ssize(plan.bundles), kernels_->compose);  // q -> turns, poses, S, some handed
  trunk_out(trunk);  // poses of pieces -> poses and S of the trunk
  all(ssize(plan.forests), kernels_->forest);  // q, poses and S of the trunk -> their rows, outside
  for (Index k = 0; k < ssize(plan.attached); ++k) values_.hanging[k] = {};
  for (Index k = 0; k < ssize(plan.outside); ++k)  // several forests may hang from one body
    if (const ShortIndex a = at(plan.outside, k); a >= 0) values_.hanging[a] = values_.hanging[a] + values_.outside[k];
  all(ssize(bearing_), [&](const MassTask& task, Index k) { kernels_->gather(task, at(bearing_, k)); });
  trunk_in(trunk);  // handed -> beyond, F of the bodies between
  all(ssize(plan.bundles), kernels_->columns);  // beyond -> F
  constexpr Index rows = 64;
  if (state.values) some(ssize(plan_.trunk), rows, kernels_->rows);  // S, F -> rows of the trunk
}

void BigMass::lower(Workers& workers, View<const double> q, View<const Index> begins, View<double> values) {
  const double* here = door_.bring_q(workers, q);
  run(workers, {.given_q = q.data(), .q = here, .begins = begins.data(), .values = values.data()});
}

void BigMass::diagonal(Workers& workers, View<const double> q, View<double> diagonal) {
  const double* here = door_.bring_q(workers, q);
  run(workers, {.given_q = q.data(), .q = here, .diagonal = diagonal.data()});
}

}  // namespace treefix
