// How engines access a divided model, and how they copy numbers to lanes and back.
#pragma once

#include <treefix/base/arena.hpp>
#include <treefix/large_tree/division/divided_model.hpp>
#include <treefix/large_tree/division/forest.hpp>
#include <treefix/simd/rows.hpp>

namespace treefix::large_tree {

// --- parts of the model ------------------------------------------------------------------------------------

template <class X>
const X* fields(const ZeroMemory& numbers, Index first) {
  return numbers.as<const X>() + first;
}
template <class T>
Bundle<T> bundle_of(const DividedModel& model, Index b) {
  const Index at_step = at(model.first_step, b);
  Bundle<T> m;
  m.steps = at(model.division.bundles, b).steps;
  m.placements = fields<Placement<T>>(model.placements, at_step);
  m.moments = fields<Moments<T>>(model.moments, at_step);
  if (model.has_shears) m.shears = fields<T>(model.shears, at_step);
  if (model.has_armatures) m.armatures = fields<T>(model.armatures, at_step);
  return m;
}
/// Its coordinates are velocity coordinates in the caller's numbering.
template <class T>
Forest<T> forest_of(const DividedModel& model, Index f) {
  const Division::Forest& ranges = at(model.division.forests, f);
  const Index first = ranges.first_group;
  Forest<T> m;
  m.groups = ranges.end_group - first;
  m.anchors = ranges.end_anchor - ranges.first_anchor;
  m.parents = model.division.parents.data() + first * T::size;
  m.coordinates = model.forest_v.data() + first * T::size;
  m.counts = model.division.counts.data() + first;
  m.mounts = fields<Mount<T>>(model.forest_mounts, first);
  m.placements = fields<Placement<T>>(model.forest_placements, first);
  m.moments = fields<Moments<T>>(model.forest_moments, first);
  if (model.has_armatures) m.armatures = fields<T>(model.forest_armatures, first);
  return m;
}
/// q, in the caller's order -> turns of a forest
template <class T>
void turn_forest(const DividedModel& model, Index f, Forest<T> m, const LaneGroup<T>& g, const double* q) {
  m.coordinates = model.forest_q.data() + at(model.division.forests, f).first_group * T::size;
  forest_turns(m, g, q);
}
/// The turns of a bundle among those of all bundles.
template <class T>
Turn<T>* turns_of(const DividedModel& model, double* turns, Index b) {
  return reinterpret_cast<Turn<T>*>(turns) + at(model.first_step, b);
}

/// Allocates the turns (indexed by body) and the places of joints of the trunk. Only bodies that are computed one by
/// one use them.
template <class One>
void take_trunk(const DividedModel& model, LaneGroup<One>& g, Arena& arena) {
  g.turns = arena.take<Turn<One>>(model.division.bodies_alone > 0 ? model.prepared.nbody() : 0);
  g.places = arena.take<Place<One>>(ssize(model.prepared.general_bodies));
}
/// The single body of a part. m is the prepared model of the divided model, or one with other inertias.
struct TrunkBody {
  TREEFIX_INLINE TrunkBody(const DividedModel& divided, const Prepared<double>& prepared, Index u)
      : model(divided), m(prepared), part(u), i(at(divided.division.trunk_parts, u).first), joint(at(m.bodies, i)) {}
  TREEFIX_INLINE TrunkBody(const DividedModel& divided, Index u) : TrunkBody(divided, divided.prepared, u) {}

  TREEFIX_INLINE bool is_revolute() const { return joint.kind == JointKind::revolute; }
  TREEFIX_INLINE const Axis<double>& axis() const { return at(model.axes, part); }
  /// Null for none.
  TREEFIX_INLINE const Mount<double>* mount() const {
    const ShortIndex k = at(model.mounts, part);
    return k < 0 ? nullptr : &at(m.mounts, k);
  }

  const DividedModel& model;
  const Prepared<double>& m;
  const Index part, i;
  const PreparedBody& joint;
};
/// q -> turn or place of the single body of a part
template <class One>
void trunk_joint(const DividedModel& model, Index u, const LaneGroup<One>& g) {
  const TrunkBody body(model, u);
  const PreparedBody& joint = body.joint;
  if (joint.kind == JointKind::revolute || joint.kind == JointKind::helical) {
    const auto [sine, cosine] = sine_cosine(g.q[joint.q] + One(at(model.offsets, u)));
    g.turns[body.i] = {cosine, sine};
  }
  if (!body.is_revolute()) general_joint(body.m, body.i, g);
}

// --- between numbers and lanes -------------------------------------------------------------------------------

template <class T, class X, class Y>
void set_lane(const X& from, Index lane, Y& to) {
  static_assert(sizeof(Y) == sizeof(X) * T::size);
  const double* numbers = reinterpret_cast<const double*>(&from);
  for (std::size_t c = 0; c < sizeof(X) / sizeof(double); ++c)
    reinterpret_cast<T*>(&to)[c].set(static_cast<int>(lane), numbers[c]);
}
template <class T, template <class> class X>
X<T> from_lanes(const X<double>* values) {
  X<T> out{};
  for (int lane = 0; lane < T::size; ++lane) set_lane<T>(values[lane], lane, out);
  return out;
}
template <class T, template <class> class X>
X<double> lane_of(const X<T>& from, int lane) {
  X<double> out{};
  for (std::size_t c = 0; c < sizeof(out) / sizeof(double); ++c)
    reinterpret_cast<double*>(&out)[c] = reinterpret_cast<const T*>(&from)[c][lane];
  return out;
}
template <class T, template <class> class X>
void to_lanes(const X<T>& from, X<double>* values) {
  for (int lane = 0; lane < T::size; ++lane) values[lane] = lane_of(from, lane);
}

/// Loads the numbers of the bodies of a bundle into lanes, or stores them; each piece is a row.
template <class T>
void load_bundle(const DividedModel& model, const double* from, Index b, ShortIndex PreparedBody::* first, T* to) {
  const Division::Bundle& bundle = at(model.division.bundles, b);
  load_rows<T::size>(from + at(model.prepared.bodies, bundle.first).*first, bundle.steps, bundle.steps, to);
}
template <class T>
void store_bundle(const DividedModel& model, const T* from, Index b, double* to) {
  const Division::Bundle& bundle = at(model.division.bundles, b);
  store_rows<T::size>(from, bundle.steps, to + at(model.prepared.bodies, bundle.first).v, bundle.steps);
}

/// External forces on the bodies of a forest -> lanes; zero in empty lanes.
template <class T>
void load_forest_forces(const Division& division, Index f, const Force<double>* external, Force<T>* to) {
  const Division::Forest& forest = at(division.forests, f);
  for (Index group = forest.first_group; group < forest.end_group; ++group, ++to) {
    *to = {};
    for (int lane = 0; lane < at(division.counts, group); ++lane)
      set_lane<T>(external[at(division.places, group * T::size + lane)], lane, *to);
  }
}
/// External forces on steps first, …, end − 1 of a bundle -> lanes.
template <class T>
void load_bundle_forces(const Division& division, Index b, Index first, Index end, const Force<double>* external,
                        Force<T>* to) {
  const Division::Bundle& bundle = at(division.bundles, b);
  for (Index k = first; k < end; ++k)
    for (int lane = 0; lane < T::size; ++lane) set_lane<T>(external[bundle.piece(lane) + k], lane, to[k]);
}

}  // namespace treefix::large_tree
