#include <treefix/large_tree/division/renumbering.hpp>

#include <functional>

namespace treefix::large_tree {

Renumbering::Renumbering(const DividedModel& model, int lists)
    : model_(&model), forces_(static_cast<std::size_t>(model.prepared.nbody()) * sizeof(Force<double>)) {
  if (keeps_order()) return;
  const auto numbers = static_cast<std::size_t>(model.prepared.nq + lists * model.prepared.nv);
  memory_ = ZeroMemory(numbers * sizeof(double));
  const auto add = [&](ShortIndex first, ShortIndex end) {
    if (!ranges_.empty() && ranges_.back().end == first &&
        end - ranges_.back().first <= planner::table::bodies_renumbered_at_once)
      ranges_.back().end = end;
    else
      ranges_.push_back({first, end});
  };
  const Division& division = model.division;
  for (const Division::TrunkPart& part : division.trunk_parts) {
    if (!part.is_chain()) add(part.first, part.first + 1);
    for (Index b = part.first_bundle; b < part.end_bundle; ++b) {
      const Division::Bundle& bundle = at(division.bundles, b);
      for (int lane = 0; lane < division.lanes; ++lane) add(bundle.piece(lane), bundle.piece(lane) + bundle.steps);
    }
  }
}

/// Calls f(k) for every coordinate of the trunk. A body has the coordinates from its `first` to that of the next body.
template <class F>
void Renumbering::for_each_range(Workers& workers, ShortIndex PreparedBody::* first, Index all, F f) const {
  const std::vector<PreparedBody>& bodies = model_->prepared.bodies;
  const auto part = [&](Index begin, Index end, int) {
    for (Index r = begin; r < end; ++r) {
      const Range& range = at(ranges_, r);
      const Index stop = range.end < ssize(bodies) ? at(bodies, range.end).*first : all;
      for (Index k = at(bodies, range.first).*first; k < stop; ++k) f(k);
    }
  };
  // by reference: a std::function that owns it would allocate
  workers.run(ssize(ranges_), planner::table::ranges_renumbered_at_once, std::ref(part));
}

const double* Renumbering::bring_q(Workers& workers, View<const double> q) {
  if (keeps_order()) return q.data();
  auto* here = memory_.as<double>();
  for_each_range(workers, &PreparedBody::q, model_->prepared.nq,
                 [&](Index k) { here[k] = q[at(model_->places_q, k)]; });
  return here;
}

const double* Renumbering::bring_v(Workers& workers, int k, View<const double> v) {
  if (keeps_order()) return v.data();
  double* here = list(k);
  for_each_range(workers, &PreparedBody::v, model_->prepared.nv,
                 [&](Index i) { here[i] = v[at(model_->places_v, i)]; });
  return here;
}

void Renumbering::give_back(Workers& workers, int k, View<double> given) {
  if (keeps_order()) return;
  const double* here = list(k);
  for_each_range(workers, &PreparedBody::v, model_->prepared.nv,
                 [&](Index i) { given[at(model_->places_v, i)] = here[i]; });
}

const Force<double>* Renumbering::bring_forces(Workers& workers, View<const Force<double>> external) {
  if (external.empty()) return nullptr;
  auto* forces = forces_.as<Force<double>>();
  const auto part = [&](Index first, Index last, int) {
    for (Index i = first; i < last; ++i) forces[i] = at(model_->prepared.frames, i) * external[model_->given_body(i)];
  };
  workers.run(model_->prepared.nbody(), planner::table::bodies_renumbered_at_once, std::ref(part));
  return forces;
}

}  // namespace treefix::large_tree
