#include <treefix/big/whole.hpp>

namespace treefix {

namespace {

constexpr Index fields = 10;
static_assert(sizeof(WholeBody<double>) == fields * sizeof(double));

void set_lane(const WholeBody<double>& body, Index step, int lane, int lanes, double* list) {
  const double* numbers = &body.m;
  for (Index k = 0; k < fields; ++k) list[(step * fields + k) * lanes + lane] = numbers[k];
}

}  // namespace

WholeBodies::WholeBodies(const BigModel& model, const Mechanism<double>& m) {
  const BigPlan& plan = model.plan;
  const auto moved = [&](Index i) {
    using Wide = long double;
    return cast<double>(cast<Wide>(at(model.prepared.frames, i)) * cast<Wide>(m.inertia(model.given_body(i))));
  };
  const auto own = [&](Index i) -> WholeBody<double> {
    const Inertia<double> I = moved(i);
    const Sym3<double> S = second_moments(I.I);
    return {I.m, I.h.x, I.h.y, I.h.z, S.xx, S.xy, S.yy, S.xz, S.yz, S.zz};
  };
  const auto bytes = [&](Index count) {
    return static_cast<std::size_t>(count * fields * plan.lanes) * sizeof(double);
  };
  steps = ZeroMemory(bytes(model.steps)), groups = ZeroMemory(bytes(ssize(plan.counts)));
  for (Index b = 0; b < ssize(plan.bundles); ++b)
    for (int lane = 0; lane < plan.lanes; ++lane)
      for (Index k = 0; k < at(plan.bundles, b).steps; ++k)
        set_lane(own(at(plan.bundles, b).piece(lane) + k), at(model.first_step, b) + k, lane, plan.lanes,
                 steps.as<double>());
  for (Index group = 0; group < ssize(plan.counts); ++group)
    for (int lane = 0; lane < at(plan.counts, group); ++lane)
      set_lane(own(at(plan.places, group * plan.lanes + lane)), group, lane, plan.lanes, groups.as<double>());
  for (const BigPlan::Unit& unit : plan.units) units.push_back(own(unit.first));
  if (model.prepared.solids.empty()) return;
  prepared = model.prepared;
  prepared.frames = {};
  for (Index i = 0; i < model.prepared.nbody(); ++i) {
    const Step& step = at(prepared.steps, i);
    if (step.solid < 0) continue;
    const Inertia<double> I = moved(i);
    Solid<double>& solid = at(prepared.solids, step.solid);
    solid.m = I.m, solid.h = I.h, solid.S = second_moments(I.I);
  }
}

}  // namespace treefix
