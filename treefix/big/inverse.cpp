#include <treefix/big/inverse.hpp>

#include <functional>

#include <treefix/big/bundle.hpp>
#include <treefix/kernels/memory.hpp>

namespace treefix {

BigInverse::BigInverse(std::shared_ptr<const BigModel> model, int workers)
    : model_(std::move(model)), kernels_(&model_->level->kernels) {
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
  // q, v, a, tau in other places, and forces from outside in prepared frames: touched only where they are needed
  const Index numbers = model_->bodies.empty() ? 0 : model_->prepared.nq + 3 * model_->prepared.nv;
  door_memory_ = ZeroMemory(static_cast<std::size_t>(numbers) * sizeof(double) +
                            static_cast<std::size_t>(model_->prepared.nbody()) * sizeof(Force<double>));
}

/// Brings what is given to the order of bodies here.
BigState BigInverse::enter(View<const double> q, View<const double> v, View<const double> a,
                           View<const Force<double>> outside, View<double> tau, bool with_gravity) {
  const Prepared<double>& m = model_->prepared;
  BigState state{q.data(), v.data(), a.data(), tau.data(), nullptr, {{}, {}, {}}};
  if (with_gravity) state.rest.a = -m.gravity;
  auto* numbers = door_memory_.as<double>();
  if (!outside.empty()) {
    auto* forces = reinterpret_cast<Force<double>*>(numbers);
    numbers += m.nbody() * 6;
    for (Index i = 0; i < m.nbody(); ++i) forces[i] = at(m.frames, i) * outside[model_->given_body(i)];
    state.outside = forces;
  }
  if (model_->bodies.empty()) return state;
  const auto bring = [&](View<const double> from, const std::vector<ShortIndex>& places) {
    double* to = numbers;
    for (const ShortIndex place : places) *numbers++ = from[place];
    return to;
  };
  state.q = bring(q, model_->places_q), state.v = bring(v, model_->places_v), state.a = bring(a, model_->places_v);
  state.tau = numbers;
  return state;
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
  const BigState state = enter(q, v, a, outside, tau, with_gravity);
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
  if (model_->bodies.empty()) return;
  for (Index k = 0; k < model_->prepared.nv; ++k) tau[model_->given_v(k)] = state.tau[k];
}

}  // namespace treefix
