#include <treefix/big/door.hpp>

#include <functional>

namespace treefix {

BigDoor::BigDoor(const BigModel& model, int lists)
    : model_(&model), forces_(static_cast<std::size_t>(model.prepared.nbody()) * sizeof(Force<double>)) {
  if (is_open()) return;
  const auto numbers = static_cast<std::size_t>(model.prepared.nq + lists * model.prepared.nv);
  memory_ = ZeroMemory(numbers * sizeof(double));
  const auto add = [&](ShortIndex first, ShortIndex end) {
    constexpr Index many = 4096;
    if (!ranges_.empty() && ranges_.back().end == first && end - ranges_.back().first <= many)
      ranges_.back().end = end;
    else
      ranges_.push_back({first, end});
  };
  const BigPlan& plan = model.plan;
  for (const BigPlan::Unit& unit : plan.units) {
    if (!unit.is_row()) add(unit.first, unit.first + 1);
    for (Index b = unit.first_bundle; b < unit.end_bundle; ++b) {
      const BigPlan::Bundle& bundle = at(plan.bundles, b);
      for (int lane = 0; lane < plan.lanes; ++lane) add(bundle.piece(lane), bundle.piece(lane) + bundle.steps);
    }
  }
}

/// f(k) for every coordinate of the trunk; a body has those from its `first` to that of the next.
template <class F>
void BigDoor::for_each_range(Workers& workers, std::int32_t Step::* first, Index all, F f) const {
  const std::vector<Step>& steps = model_->prepared.steps;
  const auto part = [&](Index begin, Index end, int) {
    for (Index r = begin; r < end; ++r) {
      const Range& range = at(ranges_, r);
      const Index stop = range.end < ssize(steps) ? at(steps, range.end).*first : all;
      for (Index k = at(steps, range.first).*first; k < stop; ++k) f(k);
    }
  };
  workers.run(ssize(ranges_), 8, std::ref(part));  // a function of its own would be allocated
}

const double* BigDoor::bring_q(Workers& workers, View<const double> q) {
  if (is_open()) return q.data();
  auto* here = memory_.as<double>();
  for_each_range(workers, &Step::q, model_->prepared.nq, [&](Index k) { here[k] = q[at(model_->places_q, k)]; });
  return here;
}

const double* BigDoor::bring_v(Workers& workers, int k, View<const double> v) {
  if (is_open()) return v.data();
  double* here = list(k);
  for_each_range(workers, &Step::v, model_->prepared.nv, [&](Index i) { here[i] = v[at(model_->places_v, i)]; });
  return here;
}

void BigDoor::give_back(Workers& workers, int k, View<double> given) {
  if (is_open()) return;
  const double* here = list(k);
  for_each_range(workers, &Step::v, model_->prepared.nv, [&](Index i) { given[at(model_->places_v, i)] = here[i]; });
}

const Force<double>* BigDoor::bring_forces(Workers& workers, View<const Force<double>> outside) {
  if (outside.empty()) return nullptr;
  auto* forces = forces_.as<Force<double>>();
  const auto part = [&](Index first, Index last, int) {
    for (Index i = first; i < last; ++i) forces[i] = at(model_->prepared.frames, i) * outside[model_->given_body(i)];
  };
  workers.run(model_->prepared.nbody(), 4096, std::ref(part));
  return forces;
}

}  // namespace treefix
