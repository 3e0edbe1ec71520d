#include <treefix/big/forward.hpp>

#include <algorithm>
#include <cmath>
#include <functional>

#include <treefix/big/forward_bundle.hpp>
#include <treefix/big/forward_unit.hpp>
#include <treefix/big/join.hpp>
#include <treefix/kernels/memory.hpp>

namespace treefix {

BigForward::BigForward(std::shared_ptr<const BigModel> model, const Mechanism<double>& m, int workers)
    : model_(std::move(model)), kernels_(&model_->level->forward), whole_(*model_, m), door_(*model_, 3) {
  for (Index b = 0; b < ssize(model_->plan.bundles); ++b)
    for (int lane = 0; lane < model_->plan.lanes; ++lane) supports_.push_back(find_support(b, lane));
  find_bearing();
  allocate();
  for (int worker = 0; worker < workers; ++worker) scratch_.emplace_back(kernels_->scratch_bytes(*model_));
}
BigForward::BigForward(BigForward&&) noexcept = default;
BigForward& BigForward::operator=(BigForward&&) noexcept = default;
BigForward::~BigForward() = default;

/// A thousandth of what the last few bodies have, if they have something, otherwise of what all have.
Support BigForward::find_support(Index b, int lane) const {
  constexpr Index few = 16;
  constexpr double share = 1e-3;
  const int lanes = model_->plan.lanes;
  const Index first = at(model_->first_step, b), last = first + at(model_->plan.bundles, b).steps - 1;
  const auto number = [&](const ZeroMemory& list, Index fields, Index step, Index field) {
    return list.as<const double>()[(step * fields + field) * lanes + lane];
  };
  Support out;
  for (Index k = last; k >= first;) {
    double inertia = 0, mass = 0, length = 0;
    for (const Index stop = std::max(first, k - few + 1); k >= stop; --k) {
      mass = std::max(mass, number(whole_.steps, 10, k, 0));
      inertia = std::max(
          inertia, number(whole_.steps, 10, k, 4) + number(whole_.steps, 10, k, 6) + number(whole_.steps, 10, k, 9));
      length = std::max(length, std::hypot(number(model_->placements, 5, k, 2), number(model_->placements, 5, k, 3)));
    }
    if (length > 0) out.shortest = out.shortest > 0 ? std::min(out.shortest, length) : length;
    out.longest = std::max(out.longest, length);
    if (out.inertia == 0) out.inertia = share * inertia;
    if (out.mass == 0) out.mass = share * mass;
  }
  if (out.longest == 0) out.longest = out.shortest = 1;
  if (out.inertia == 0) out.inertia = out.mass > 0 ? out.mass * out.longest * out.longest : share;
  return out;
}

void BigForward::find_bearing() {
  const BigPlan& plan = model_->plan;
  bears_.assign(plan.counts.size(), 0);
  for (const BigPlan::Forest& forest : plan.forests) {
    const Index outside = forest.end_outside - forest.first_outside;
    for (Index k = forest.first_group * plan.lanes; k < forest.end_group * plan.lanes; ++k)
      if (const Index row = at(plan.parents, k) - outside; row >= 0)
        at(bears_, forest.first_group + row / plan.lanes) = 1;
  }
}

void BigForward::allocate() {
  const BigPlan& plan = model_->plan;
  for (Index b = 0; b < ssize(plan.bundles); ++b)
    if (at(plan.bundles, b).has_attached()) visited_.push_back(shortened(b));
  values_memory_ = divided_memory([&](Arena& arena) {
    const Index pieces = ssize(plan.bundles) * plan.lanes, attached = ssize(plan.attached),
                in_forests = ssize(plan.counts) * plan.lanes;
    values_.turns = arena.take<double>(2 * model_->steps * plan.lanes);
    values_.G = arena.take<double>(6 * model_->steps * plan.lanes);
    values_.spins = arena.take<Spin<double>>(pieces);
    values_.entries = arena.take<Vec3<double>>(pieces), values_.exits = arena.take<Vec3<double>>(pieces);
    values_.elements = arena.take<Element<double>>(pieces);
    values_.beyond = arena.take<Articulated<double>>(pieces);
    values_.reached = arena.take<Motion<double>>(pieces), values_.changes = arena.take<Motion<double>>(pieces);
    values_.accelerations = arena.take<Motion<double>>(pieces);
    values_.forgets = arena.take<bool>(ssize(plan.bundles));
    values_.attached_w = arena.take<Vec3<double>>(attached);
    values_.hanging = arena.take<Articulated<double>>(attached);
    values_.attached_reference = arena.take<Motion<double>>(attached);
    values_.attached_acceleration = arena.take<Motion<double>>(attached);
    values_.outside = arena.take<Articulated<double>>(ssize(plan.outside));
    values_.forest_turns = arena.take<double>(2 * in_forests), values_.forest_G = arena.take<double>(6 * in_forests);
    values_.d = arena.take<double>(in_forests);
    responses_ = arena.take<Response>(pieces);
    units_ = arena.take<ForwardUnit>(ssize(plan.units));
  });
  corrected_.reserve(plan.bundles.size());
  values_.supports = supports_.data(), values_.bears = bears_.data();
  trunk_memory_ = ZeroMemory(kernels_->trunk_bytes(*model_));
}

void BigForward::run(Workers& workers, View<const double> q, View<const double> v, View<const double> tau,
                     View<const Force<double>> outside, View<double> a, bool with_gravity) {
  TREEFIX_ASSERT(workers.count() <= ssize(scratch_));
  const BigPlan& plan = model_->plan;
  constexpr int rates = 0, torques = 1, accelerations = 2;  // lists of the door
  BigForwardState state{.given = {q.data(), v.data(), tau.data(), a.data()},
                        .trunk = {door_.bring_q(workers, q), door_.bring_v(workers, rates, v),
                                  door_.bring_v(workers, torques, tau), door_.place(accelerations, a)},
                        .outside = door_.bring_forces(workers, outside)};
  if (with_gravity) state.rest = -model_->prepared.gravity;
  const ForwardTask trunk{*model_, whole_, state, values_, trunk_memory_.data()};
  const auto all = [&](Index count, auto f) {
    const auto part = [&](Index first, Index last, int worker) {
      const ForwardTask task{*model_, whole_, state, values_, at(scratch_, worker).data()};
      for (Index k = first; k < last; ++k) f(task, k);
    };
    workers.run(count, 1, std::ref(part));  // a function of its own would be allocated
  };
  all(ssize(plan.bundles), kernels_->spin);  // q, v -> turns, spins
  trunk_out(trunk);  // spins -> entries, exits
  all(ssize(visited_), [&](const ForwardTask& task, Index k) { kernels_->visit(task, at(visited_, k)); });
  for (Index k = 0; k < ssize(plan.attached); ++k) values_.hanging[k] = {};
  all(ssize(plan.forests), kernels_->forest_in);  // how attached bodies turn -> G, d, outside
  // several forests may hang from one body
  for (Index k = 0; k < ssize(plan.outside); ++k)
    if (const ShortIndex attached = at(plan.outside, k); attached >= 0)
      values_.hanging[attached].A += values_.outside[k].A, values_.hanging[attached].p += values_.outside[k].p;
  all(ssize(plan.bundles), kernels_->element);  // exits, hanging -> elements
  trunk_in(trunk);  // elements -> beyond, responses
  trunk_accelerate(trunk);  // responses -> accelerations
  all(ssize(plan.bundles), kernels_->sweep);  // beyond, accelerations -> a, reached
  corrected_.clear();
  if (!agrees()) {
    trunk_correct(trunk);  // reached -> accelerations, changes, corrected
    all(ssize(corrected_), [&](const ForwardTask& task, Index k) {
      const Index b = at(corrected_, k);
      (values_.forgets[b] ? kernels_->sweep : kernels_->respond)(task, b);
    });
  }
  all(ssize(plan.forests), kernels_->forest_out);  // accelerations of attached bodies -> a
  door_.give_back(workers, accelerations, a);
}

Index BigForward::forgetful_bundles() const {
  return std::count(values_.forgets, values_.forgets + ssize(model_->plan.bundles), true);
}

}  // namespace treefix
