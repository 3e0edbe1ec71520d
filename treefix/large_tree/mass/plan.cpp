#include <treefix/large_tree/mass/plan.hpp>

#include <algorithm>

namespace treefix::large_tree {

MassPlan::MassPlan(const DividedModel& model, Index span) : frame_span(span) {
  divide_trunk(model);
  order_forests(model);
}

void MassPlan::add(ShortIndex above, ShortIndex moment_frame, Index row) {
  const ShortIndex depth = above < 0 ? 0 : at(trunk, above).depth + 1;
  trunk.push_back({above, depth, moment_frame, shortened(row)});
  deepest = std::max<Index>(deepest, depth + 1);
  entries += depth + 1;
}

void MassPlan::divide_trunk(const DividedModel& model) {
  const Division& division = model.division;
  bundle_first.resize(division.bundles.size());
  bundle_frame.resize(division.bundles.size());
  anchors.resize(division.anchors.size());
  is_moment_frame.resize(division.anchors.size());
  std::vector<ShortIndex> last_of;  // (trunk_parts) last coordinate
  std::vector<ShortIndex> since;  // (trunk_parts) bodies since the moment frame of the last body
  for (Index u = 0; u < ssize(division.trunk_parts); ++u) {
    const Division::TrunkPart& part = at(division.trunk_parts, u);
    const ShortIndex above = part.above < 0 ? -1 : at(last_of, part.above), first = shortened(ssize(trunk));
    const bool continues = !part.is_chain() && part.above >= 0 && at(since, part.above) < frame_span;
    part_first.push_back(first);
    part_frame.push_back(continues ? at(trunk, above).moment_frame : shortened(ssize(moment_frames)));
    if (part.is_chain()) {
      add_chain(model, part, above);
      since.push_back(shortened((at(division.bundles, part.end_bundle - 1).steps - 1) % frame_span + 1));
    } else {
      if (!continues)
        moment_frames.push_back(
            {above < 0 ? -1 : at(trunk, above).moment_frame, above < 0 ? 0 : at(trunk, above).depth + 1});
      const PreparedBody& body = at(model.prepared.bodies, part.first);
      const ShortIndex bodies = continues ? at(since, part.above) + 1 : 1;
      since.push_back(body.kind == JointKind::revolute ? bodies : shortened(frame_span));
      if (part.anchor >= 0) at(is_moment_frame, part.anchor) = since.back() >= frame_span;
      for (int k = 0; k < velocity_count(body.kind); ++k) {
        add(k == 0 ? above : shortened(ssize(trunk) - 1), part_frame.back(), model.given_v(body.v + k));
        if (!model.has_armatures) continue;
        const bool revolute = body.kind == JointKind::revolute;
        armatures.push_back(revolute ? at(model.axes, u).armature : at(model.prepared.armatures, body.v + k));
      }
    }
    last_of.push_back(shortened(ssize(trunk) - 1));
    if (part.anchor >= 0) at(anchors, part.anchor) = last_of.back();
  }
}

void MassPlan::add_chain(const DividedModel& model, const Division::TrunkPart& part, ShortIndex above) {
  const Division& division = model.division;
  const Index v = at(model.prepared.bodies, part.first).v - ssize(trunk);
  for (Index b = part.first_bundle; b < part.end_bundle; ++b) {
    const Division::Bundle& bundle = at(division.bundles, b);
    at(bundle_first, b) = shortened(ssize(trunk));
    at(bundle_frame, b) = shortened(ssize(moment_frames));
    for (int lane = 0; lane < division.lanes; ++lane)
      for (Index k = 0; k < bundle.steps; ++k) {
        if (k % frame_span == 0)
          moment_frames.push_back(
              {above < 0 ? -1 : at(trunk, above).moment_frame, above < 0 ? 0 : at(trunk, above).depth + 1});
        add(above, shortened(ssize(moment_frames) - 1), model.given_v(v + ssize(trunk)));
        above = shortened(ssize(trunk) - 1);
        if (model.has_armatures)
          armatures.push_back(model.armatures.as<double>()[(at(model.first_step, b) + k) * division.lanes + lane]);
      }
    for (Index a = bundle.first_anchor; a < bundle.end_anchor; ++a) {
      const Division::Anchor& anchor = at(division.anchors, a);
      at(anchors, a) = shortened(at(bundle_first, b) + anchor.lane * bundle.steps + anchor.step);
    }
  }
  moment_frames.emplace_back();
}

/// The mechanism's order is depth-first, so the bodies of a subtree are consecutive in it.
void MassPlan::order_forests(const DividedModel& model) {
  const Division& division = model.division;
  const auto n = static_cast<std::size_t>(model.prepared.nbody());
  std::vector<ShortIndex> place_of(n, -1), level_of(n), forest_of(n, -1);  // by number in the mechanism
  groups.resize(division.counts.size());
  std::vector<ShortIndex> levels;  // (places) of one forest
  first_visit.push_back(0);
  for (Index f = 0; f < ssize(division.forests); ++f) {
    const Division::Forest& forest = at(division.forests, f);
    const Index anchor_count = forest.end_anchor - forest.first_anchor;
    levels.clear();
    first_visit.push_back(first_visit.back());
    for (Index group = forest.first_group; group < forest.end_group; ++group)
      for (Index lane = 0; lane < division.lanes; ++lane) {
        const Index place = group * division.lanes + lane, parent = at(division.parents, place) - anchor_count;
        levels.push_back(parent < 0 ? 0 : at(levels, parent) + 1);
        if (levels.back() > 0 && levels.back() % frame_span == 0) at(groups, group) |= begins_moment_frame;
        if (lane >= at(division.counts, group)) continue;
        if (parent >= 0) at(groups, forest.first_group + parent / division.lanes) |= has_children;
        const Index given = model.given_body(at(division.places, place));
        at(place_of, given) = shortened(place - forest.first_group * division.lanes);
        at(level_of, given) = levels.back();
        at(forest_of, given) = shortened(f);
        ++first_visit.back();
      }
  }
  visits.resize(static_cast<std::size_t>(first_visit.back()));
  std::vector<Index> next(first_visit);
  ShortIndex base = 0;  // depth where the subtree starts
  for (Index i = 0; i < ssize(place_of); ++i) {
    const ShortIndex f = at(forest_of, i), level = at(level_of, i);
    if (f < 0) continue;
    const bool is_leaf = i + 1 == ssize(place_of) || at(forest_of, i + 1) != f || at(level_of, i + 1) <= level;
    const Division::Forest& forest = at(division.forests, f);
    if (level == 0) {
      const ShortIndex parent = at(division.parents, forest.first_group * division.lanes + at(place_of, i));
      const ShortIndex a = at(division.forest_anchors, forest.first_anchor + parent);
      base = a < 0 ? 0 : at(trunk, at(anchors, a)).depth + 1;
    }
    deepest = std::max<Index>(deepest, base + level + 1);
    entries += base + level + 1;
    at(visits, at(next, f)++) = {at(place_of, i), 4 * level + (level % frame_span == 0 ? 2 : 0) + (is_leaf ? 1 : 0)};
  }
}

}  // namespace treefix::large_tree
