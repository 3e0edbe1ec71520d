#include <algorithm>
#include <utility>

#include <treefix/big/forward.hpp>
#include <treefix/big/forward_bundle.hpp>
#include <treefix/big/forward_unit.hpp>
#include <treefix/big/join.hpp>

// The trunk from the root to its tips and back: elements of pieces, and the bodies between them.
namespace treefix {

/// spins -> entries, exits; the bodies between, one by one
void BigForward::trunk_out(const ForwardTask& task) const {
  const BigPlan& plan = model_->plan;
  for (Index u = 0; u < ssize(plan.units); ++u) {
    const BigPlan::Unit& unit = at(plan.units, u);
    // a root at rest has its acceleration in the reference, every other body in the linear rest
    Moving<double> moving{{}, {}, task.state.rest};
    if (unit.above >= 0) moving = {units_[unit.above].moving.w, {}, {}};
    if (unit.is_row()) {
      for (Index p = unit.first_bundle * plan.lanes; p < unit.end_bundle * plan.lanes; ++p) {
        values_.entries[p] = moving.w;
        values_.exits[p] = moving.w = turned(values_.spins[p], moving.w);
      }
    } else {
      moving = kernels_->body_out(task, u, moving);
      if (unit.attached >= 0) values_.attached_w[unit.attached] = moving.w;
    }
    units_[u] = {moving, {}, {}, {}};
  }
}

/// elements -> beyond, responses; the bodies between, one by one
void BigForward::trunk_in(const ForwardTask& task) const {
  const BigPlan& plan = model_->plan;
  for (Index u = ssize(plan.units) - 1; u >= 0; --u) {
    const BigPlan::Unit& unit = at(plan.units, u);
    Articulated<double> x = units_[u].below;
    if (unit.is_row()) {
      for (Index p = unit.end_bundle * plan.lanes - 1; p >= unit.first_bundle * plan.lanes; --p) {
        values_.beyond[p] = x;
        x.A = x.A - at(supports_, p).all();
        const Element<double>& element = values_.elements[p];
        if (values_.forgets[p / plan.lanes]) {
          responses_[p].z = join_forgetful(element, x);
          x = element.handed;
        } else {
          Articulated<double> handed;
          responses_[p] = join(element, x, handed);
          x = handed;
        }
      }
    } else {
      if (unit.attached >= 0) x.A += values_.hanging[unit.attached].A, x.p += values_.hanging[unit.attached].p;
      const Moving<double>& reference = units_[u].moving;
      x.p += x.A * Motion<double>{reference.dw, reference.a};
      x = kernels_->body_in(task, u, x);
    }
    if (unit.above >= 0) units_[unit.above].below.A += x.A, units_[unit.above].below.p += x.p;
  }
}

/// responses -> accelerations; the bodies between, one by one
void BigForward::trunk_accelerate(const ForwardTask& task) const {
  const BigPlan& plan = model_->plan;
  for (Index u = 0; u < ssize(plan.units); ++u) {
    const BigPlan::Unit& unit = at(plan.units, u);
    Motion<double> a = before(task, unit);
    if (unit.is_row()) {
      for (Index p = unit.first_bundle * plan.lanes; p < unit.end_bundle * plan.lanes; ++p) {
        values_.accelerations[p] = a;
        a = responses_[p].z + passed_on(p, a);
      }
    } else {
      a = accelerate_body(task, u, a);
    }
    units_[u].acceleration = a;
  }
}

/// How the body that a unit hangs from accelerates beside its reference.
Motion<double> BigForward::before(const ForwardTask& task, const BigPlan::Unit& unit) const {
  if (unit.above >= 0) return units_[unit.above].acceleration;
  return unit.is_row() ? Motion<double>{{}, task.state.rest} : Motion<double>{};
}
/// How a piece makes its last body accelerate, if only the one before its first does.
Motion<double> BigForward::passed_on(Index p, const Motion<double>& a) const {
  if (values_.forgets[p / model_->plan.lanes]) return {};
  const auto& Z = responses_[p].Z;
  return {{dot(Z[0], a), dot(Z[1], a), dot(Z[2], a)}, {dot(Z[3], a), dot(Z[4], a), dot(Z[5], a)}};
}
Motion<double> BigForward::accelerate_body(const ForwardTask& task, Index u, const Motion<double>& above) const {
  const BigPlan::Unit& unit = at(model_->plan.units, u);
  const Moving<double>& reference = units_[u].moving;
  const Motion<double> a = kernels_->body_accelerate(task, u, above) + Motion<double>{reference.dw, reference.a};
  if (unit.attached >= 0) values_.attached_acceleration[unit.attached] = a;
  return a;
}

/// Elements and sweeps round differently, and a body between two pieces then accelerates in two ways. Where chains forget,
/// nobody sees it; in a long straight row the least turn is much at its end. Whether it is more than rounding does to the
/// largest accelerations on the way there.
bool Largest::is_much(const Motion<double>& error) const {
  constexpr double rounding = 1e-14;
  return dot(error.w, error.w) > rounding * rounding * angular || dot(error.v, error.v) > rounding * rounding * linear;
}
void Largest::add(const Motion<double>& a) {
  angular = std::max(angular, dot(a.w, a.w)), linear = std::max(linear, dot(a.v, a.v));
}

/// accelerations, reached -> whether they agree
bool BigForward::agrees() const {
  const BigPlan& plan = model_->plan;
  bool all = true;
  for (Index u = 0; u < ssize(plan.units); ++u) {
    const BigPlan::Unit& unit = at(plan.units, u);
    Largest largest = unit.above < 0 ? Largest{} : units_[unit.above].largest;
    const Index end = unit.end_bundle * plan.lanes;
    for (Index p = unit.first_bundle * plan.lanes; p < end; ++p) {
      const Motion<double>& used = p + 1 < end ? values_.accelerations[p + 1] : units_[u].acceleration;
      largest.add(used);
      all = all && !largest.is_much(values_.reached[p] - used);
    }
    units_[u].largest = largest;
  }
  return all;
}

/// accelerations, reached -> accelerations that agree, bundles to which that is much
void BigForward::trunk_correct(const ForwardTask& task) {
  const BigPlan& plan = model_->plan;
  for (Index u = 0; u < ssize(plan.units); ++u) {
    const BigPlan::Unit& unit = at(plan.units, u);
    Largest largest = unit.above < 0 ? Largest{} : units_[unit.above].largest;
    Motion<double> a = before(task, unit);
    if (unit.is_row()) {
      for (Index p = unit.first_bundle * plan.lanes; p < unit.end_bundle * plan.lanes; ++p) {
        const Index bundle = p / plan.lanes;
        const Motion<double> change = values_.changes[p] = a - std::exchange(values_.accelerations[p], a);
        largest.add(a);
        if (largest.is_much(change) && (corrected_.empty() || corrected_.back() != bundle))
          corrected_.push_back(shortened(bundle));
        a = values_.reached[p] + passed_on(p, change);
      }
    } else {
      a = accelerate_body(task, u, a);
    }
    units_[u].acceleration = a, units_[u].largest = largest;
  }
}

}  // namespace treefix
