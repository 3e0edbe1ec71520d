#include <treefix/big/mass_plan.hpp>

#include <algorithm>

namespace treefix {

MassPlan::MassPlan(const BigModel& model, Index stretch_length) : stretch(stretch_length) {
  divide_trunk(model);
  order_forests(model);
}

void MassPlan::add(ShortIndex above, ShortIndex home, Index row) {
  const ShortIndex depth = above < 0 ? 0 : at(trunk, above).depth + 1;
  trunk.push_back({above, depth, home, shortened(row)});
  deepest = std::max<Index>(deepest, depth + 1), entries += depth + 1;
}

void MassPlan::divide_trunk(const BigModel& model) {
  const BigPlan& plan = model.plan;
  bundle_first.resize(plan.bundles.size()), bundle_home.resize(plan.bundles.size());
  attached.resize(plan.attached.size()), is_home.resize(plan.attached.size());
  std::vector<ShortIndex> last_of, since;  // (units) last coordinate; bodies since the home of the last body
  for (Index u = 0; u < ssize(plan.units); ++u) {
    const BigPlan::Unit& unit = at(plan.units, u);
    const ShortIndex above = unit.above < 0 ? -1 : at(last_of, unit.above), first = shortened(ssize(trunk));
    const bool goes_on = !unit.is_row() && unit.above >= 0 && at(since, unit.above) < stretch;
    unit_first.push_back(first);
    unit_home.push_back(goes_on ? at(trunk, above).home : shortened(ssize(homes)));
    if (unit.is_row()) {
      add_row(model, unit, above);
      since.push_back(shortened((at(plan.bundles, unit.end_bundle - 1).steps - 1) % stretch + 1));
    } else {
      if (!goes_on)
        homes.push_back({above < 0 ? -1 : at(trunk, above).home, above < 0 ? 0 : at(trunk, above).depth + 1});
      const Step& step = at(model.prepared.steps, unit.first);
      const ShortIndex bodies = goes_on ? at(since, unit.above) + 1 : 1;
      since.push_back(step.kind == JointKind::revolute ? bodies : shortened(stretch));
      if (unit.attached >= 0) at(is_home, unit.attached) = since.back() >= stretch;
      for (int k = 0; k < velocity_count(step.kind); ++k) {
        add(k == 0 ? above : shortened(ssize(trunk) - 1), unit_home.back(), model.given_v(step.v + k));
        if (!model.has_armatures) continue;
        const bool revolute = step.kind == JointKind::revolute;
        armatures.push_back(revolute ? at(model.axes, u).armature : at(model.prepared.armatures, step.v + k));
      }
    }
    last_of.push_back(shortened(ssize(trunk) - 1));
    if (unit.attached >= 0) at(attached, unit.attached) = last_of.back();
  }
}

void MassPlan::add_row(const BigModel& model, const BigPlan::Unit& unit, ShortIndex above) {
  const BigPlan& plan = model.plan;
  const Index v = at(model.prepared.steps, unit.first).v - ssize(trunk);
  for (Index b = unit.first_bundle; b < unit.end_bundle; ++b) {
    const BigPlan::Bundle& bundle = at(plan.bundles, b);
    at(bundle_first, b) = shortened(ssize(trunk)), at(bundle_home, b) = shortened(ssize(homes));
    for (int lane = 0; lane < plan.lanes; ++lane)
      for (Index k = 0; k < bundle.steps; ++k) {
        if (k % stretch == 0)
          homes.push_back({above < 0 ? -1 : at(trunk, above).home, above < 0 ? 0 : at(trunk, above).depth + 1});
        add(above, shortened(ssize(homes) - 1), model.given_v(v + ssize(trunk)));
        above = shortened(ssize(trunk) - 1);
        if (model.has_armatures)
          armatures.push_back(model.armatures.as<double>()[(at(model.first_step, b) + k) * plan.lanes + lane]);
      }
    for (Index a = bundle.first_attached; a < bundle.end_attached; ++a) {
      const BigPlan::Attached& body = at(plan.attached, a);
      at(attached, a) = shortened(at(bundle_first, b) + body.lane * bundle.steps + body.step);
    }
  }
  homes.emplace_back();
}

/// The mechanism's order is depth-first, so bodies of a subtree follow each other in it.
void MassPlan::order_forests(const BigModel& model) {
  const BigPlan& plan = model.plan;
  const auto n = static_cast<std::size_t>(model.prepared.nbody());
  std::vector<ShortIndex> place_of(n, -1), level_of(n), forest_of(n, -1);  // by number in the mechanism
  groups.resize(plan.counts.size());
  std::vector<ShortIndex> levels;  // (places) of one forest
  first_visit.push_back(0);
  for (Index f = 0; f < ssize(plan.forests); ++f) {
    const BigPlan::Forest& forest = at(plan.forests, f);
    const Index outside = forest.end_outside - forest.first_outside;
    levels.clear();
    first_visit.push_back(first_visit.back());
    for (Index group = forest.first_group; group < forest.end_group; ++group)
      for (Index lane = 0; lane < plan.lanes; ++lane) {
        const Index place = group * plan.lanes + lane, row = at(plan.parents, place) - outside;
        levels.push_back(row < 0 ? 0 : at(levels, row) + 1);
        if (levels.back() > 0 && levels.back() % stretch == 0) at(groups, group) |= begins_home;
        if (lane >= at(plan.counts, group)) continue;
        if (row >= 0) at(groups, forest.first_group + row / plan.lanes) |= bears;
        const Index given = model.given_body(at(plan.places, place));
        at(place_of, given) = shortened(place - forest.first_group * plan.lanes);
        at(level_of, given) = levels.back(), at(forest_of, given) = shortened(f);
        ++first_visit.back();
      }
  }
  visits.resize(static_cast<std::size_t>(first_visit.back()));
  std::vector<Index> next(first_visit);
  ShortIndex base = 0;  // depth where the subtree begins
  for (Index i = 0; i < ssize(place_of); ++i) {
    const ShortIndex f = at(forest_of, i), level = at(level_of, i);
    if (f < 0) continue;
    const bool is_leaf = i + 1 == ssize(place_of) || at(forest_of, i + 1) != f || at(level_of, i + 1) <= level;
    const BigPlan::Forest& forest = at(plan.forests, f);
    if (level == 0) {
      const ShortIndex row = at(plan.parents, forest.first_group * plan.lanes + at(place_of, i));
      const ShortIndex a = at(plan.outside, forest.first_outside + row);
      base = a < 0 ? 0 : at(trunk, at(attached, a)).depth + 1;
    }
    deepest = std::max<Index>(deepest, base + level + 1), entries += base + level + 1;
    at(visits, at(next, f)++) = {at(place_of, i), 4 * level + (level % stretch == 0 ? 2 : 0) + (is_leaf ? 1 : 0)};
  }
}

}  // namespace treefix
