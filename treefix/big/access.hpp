// What the engines read of a model, and the way of numbers to lanes and back.
#pragma once

#include <treefix/batch/pack.hpp>
#include <treefix/big/data.hpp>
#include <treefix/big/forest.hpp>
#include <treefix/kernels/memory.hpp>

namespace treefix {

// --- parts of the model ------------------------------------------------------------------------------------

template <class X>
const X* fields(const ZeroMemory& numbers, Index first) {
  return numbers.as<const X>() + first;
}
template <class T>
Bundle<T> bundle_of(const BigModel& model, Index b) {
  const Index at_step = at(model.first_step, b);
  Bundle<T> m;
  m.steps = at(model.plan.bundles, b).steps;
  m.placements = fields<Placement<T>>(model.placements, at_step),
  m.moments = fields<Moments<T>>(model.moments, at_step);
  if (model.has_shears) m.shears = fields<T>(model.shears, at_step);
  if (model.has_armatures) m.armatures = fields<T>(model.armatures, at_step);
  return m;
}
/// Its coordinates are those of v, as the caller numbers them.
template <class T>
Forest<T> forest_of(const BigModel& model, Index f) {
  const BigPlan::Forest& info = at(model.plan.forests, f);
  const Index first = info.first_group;
  Forest<T> m;
  m.groups = info.end_group - first, m.outside = info.end_outside - info.first_outside;
  m.parents = model.plan.parents.data() + first * T::size, m.coordinates = model.forest_v.data() + first * T::size;
  m.counts = model.plan.counts.data() + first;
  m.mounts = fields<Mount<T>>(model.forest_mounts, first),
  m.placements = fields<Placement<T>>(model.forest_placements, first);
  m.moments = fields<Moments<T>>(model.forest_moments, first);
  if (model.has_armatures) m.armatures = fields<T>(model.forest_armatures, first);
  return m;
}
/// q, as the caller has it -> turns of a forest
template <class T>
void turn_forest(const BigModel& model, Index f, Forest<T> m, const LaneGroup<T>& g, const double* q) {
  m.coordinates = model.forest_q.data() + at(model.plan.forests, f).first_group * T::size;
  forest_turns(m, g, q);
}
/// Where the turns of a bundle are among those of all.
template <class T>
Turn<T>* turns_of(const BigModel& model, double* turns, Index b) {
  return reinterpret_cast<Turn<T>*>(turns) + at(model.first_step, b);
}

/// Joints of the trunk, by number of the body, of which only those that are computed one by one are touched.
template <class One>
void take_trunk(const BigModel& model, LaneGroup<One>& g, Arena& arena) {
  g.turns = arena.take<Turn<One>>(model.plan.bodies_alone > 0 ? model.prepared.nbody() : 0);
  g.places = arena.take<Place<One>>(ssize(model.prepared.solids));
}
/// The one body of a unit. m is the prepared model that is read of it: the model's, or one with other inertias.
struct TrunkBody {
  TREEFIX_INLINE TrunkBody(const BigModel& big, const Prepared<double>& prepared, Index u)
      : model(big), m(prepared), unit(u), i(at(big.plan.units, u).first), step(at(m.steps, i)) {}
  TREEFIX_INLINE TrunkBody(const BigModel& big, Index u) : TrunkBody(big, big.prepared, u) {}

  TREEFIX_INLINE bool is_revolute() const { return step.kind == JointKind::revolute; }
  TREEFIX_INLINE const Axis<double>& axis() const { return at(model.axes, unit); }
  /// Null for none.
  TREEFIX_INLINE const Mount<double>* mount() const {
    const ShortIndex k = at(model.mounts, unit);
    return k < 0 ? nullptr : &at(m.mounts, k);
  }

  const BigModel& model;
  const Prepared<double>& m;
  const Index unit, i;
  const Step& step;
};
/// q -> turn or place of the one body of a unit
template <class One>
void trunk_joint(const BigModel& model, Index u, const LaneGroup<One>& g) {
  const TrunkBody body(model, u);
  const Step& step = body.step;
  if (step.kind == JointKind::revolute || step.kind == JointKind::helical) {
    const auto [sine, cosine] = sine_cosine(g.q[step.q] + One(at(model.offsets, u)));
    g.turns[body.i] = {cosine, sine};
  }
  if (!body.is_revolute()) solid_joint(body.m, body.i, g);
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

/// Numbers of the bodies of a bundle: pieces are rows.
template <class T>
void load_row(const BigModel& model, const double* from, Index b, std::int32_t Step::* first, T* to) {
  const BigPlan::Bundle& info = at(model.plan.bundles, b);
  load_rows<T::size>(from + at(model.prepared.steps, info.first).*first, info.steps, info.steps, to);
}
template <class T>
void store_row(const BigModel& model, const T* from, Index b, double* to) {
  const BigPlan::Bundle& info = at(model.plan.bundles, b);
  store_rows<T::size>(from, info.steps, to + at(model.prepared.steps, info.first).v, info.steps);
}

/// The attached bodies of a bundle, as a walk along its steps meets them, outward (by = 1) or inward (by = −1) from step `end` − 1.
/// Of one lane they come in order: next_ is what each lane wants next.
template <class T, int by>
class AttachedWalk {
 public:
  AttachedWalk(const BigPlan& plan, Index b, Index end) : plan_(plan) {
    const BigPlan::Bundle& info = at(plan.bundles, b);
    Index a = info.first_attached;
    for (int lane = 0; lane < lanes; ++lane) {
      const Index first = a;
      while (a < info.end_attached && at(plan.attached, a).lane == lane) ++a;
      next_[lane] = by > 0 ? first : a - 1, stop_[lane] = by > 0 ? a : first - 1;
      while (by < 0 && is_left(lane) && step_of(lane) >= end) --next_[lane];
    }
    find_step();
  }
  AttachedWalk(const BigPlan& plan, Index b) : AttachedWalk(plan, b, at(plan.bundles, b).steps) {}

  /// The next step that has some; −1: none.
  Index next_step() const { return step_; }
  /// f(lane, number among attached) for those at step k.
  template <class F>
  void at_step(Index k, F f) {
    if (k != step_) return;
    for (int lane = 0; lane < lanes; ++lane) {
      if (!is_left(lane) || step_of(lane) != k) continue;
      f(lane, next_[lane]);
      next_[lane] += by;
    }
    find_step();
  }

 private:
  static constexpr int lanes = T::size;

  bool is_left(int lane) const { return next_[lane] != stop_[lane]; }
  Index step_of(int lane) const { return at(plan_.attached, next_[lane]).step; }
  void find_step() {
    step_ = -1;
    for (int lane = 0; lane < lanes; ++lane)
      if (is_left(lane) && (step_ < 0 || by * (step_of(lane) - step_) < 0)) step_ = step_of(lane);
  }

  const BigPlan& plan_;
  Index next_[lanes], stop_[lanes], step_ = -1;
};

}  // namespace treefix
