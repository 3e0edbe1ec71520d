#include <treefix/large_tree/forward/own_inertias.hpp>

#include <treefix/large_tree/division/lane_list.hpp>

namespace treefix::large_tree {

OwnInertias::OwnInertias(const DividedModel& model, const Mechanism<double>& m) {
  const Division& division = model.division;
  const auto moved = [&](Index i) {
    using Wide = long double;
    return cast<double>(cast<Wide>(at(model.prepared.frames, i)) * cast<Wide>(m.inertia(model.given_body(i))));
  };
  const auto own = [&](Index i) -> OwnInertia<double> {
    const Inertia<double> I = moved(i);
    const Sym3<double> S = second_moments(I.I);
    return {I.m, I.h.x, I.h.y, I.h.z, S.xx, S.xy, S.yy, S.xz, S.yz, S.zz};
  };
  const int lanes = division.lanes;
  steps = LaneList<OwnInertia>::make(model.steps, lanes);
  groups = LaneList<OwnInertia>::make(ssize(division.counts), lanes);
  for (Index b = 0; b < ssize(division.bundles); ++b)
    for (int lane = 0; lane < lanes; ++lane)
      for (Index k = 0; k < at(division.bundles, b).steps; ++k)
        LaneList<OwnInertia>(steps, lanes)
            .set(at(model.first_step, b) + k, lane, own(at(division.bundles, b).piece(lane) + k));
  for (Index group = 0; group < ssize(division.counts); ++group)
    for (int lane = 0; lane < at(division.counts, group); ++lane)
      LaneList<OwnInertia>(groups, lanes).set(group, lane, own(at(division.places, group * lanes + lane)));
  for (const Division::TrunkPart& part : division.trunk_parts) trunk_parts.push_back(own(part.first));
  if (model.prepared.general_bodies.empty()) return;
  prepared = model.prepared;
  prepared.frames = {};
  for (Index i = 0; i < model.prepared.nbody(); ++i) {
    const PreparedBody& body = at(prepared.bodies, i);
    if (body.general < 0) continue;
    const Inertia<double> I = moved(i);
    GeneralBody<double>& general = at(prepared.general_bodies, body.general);
    general.m = I.m;
    general.h = I.h;
    general.S = second_moments(I.I);
  }
}

}  // namespace treefix::large_tree
