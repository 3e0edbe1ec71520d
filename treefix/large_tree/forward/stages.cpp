#include <treefix/large_tree/forward/stages.hpp>

#include <algorithm>
#include <cmath>

#include <treefix/base/arena.hpp>
#include <treefix/large_tree/division/bundle.hpp>
#include <treefix/large_tree/division/lane_list.hpp>
#include <treefix/large_tree/division/stage.hpp>
#include <treefix/large_tree/forward/bundle.hpp>
#include <treefix/large_tree/forward/star_join.hpp>
#include <treefix/large_tree/forward/trunk.hpp>
#include <treefix/large_tree/kernels.hpp>

namespace treefix::large_tree {

ForwardInPieces::ForwardInPieces(std::shared_ptr<const DividedModel> model, const Mechanism<double>& m, int workers)
    : model_(std::move(model)), kernels_(&model_->kernels->forward), inertias_(*model_, m),
      visited_(model_->division.bundles_with_anchors()), numbering_(*model_, 3) {
  for (Index b = 0; b < ssize(model_->division.bundles); ++b)
    for (int lane = 0; lane < model_->division.lanes; ++lane) supports_.push_back(find_support(b, lane));
  find_groups_with_children();
  allocate();
  for (int worker = 0; worker < workers; ++worker) scratch_.emplace_back(kernels_->scratch_bytes(*model_));
}
ForwardInPieces::ForwardInPieces(ForwardInPieces&&) noexcept = default;
ForwardInPieces& ForwardInPieces::operator=(ForwardInPieces&&) noexcept = default;
ForwardInPieces::~ForwardInPieces() = default;

/// The added inertia is a thousandth of the largest inertia of the last few bodies or, if they have none, of the bodies
/// before them.
Support ForwardInPieces::find_support(Index b, int lane) const {
  constexpr Index few = 16;
  constexpr double share = 1e-3;
  const int lanes = model_->division.lanes;
  const Index first = at(model_->first_step, b), last = first + at(model_->division.bundles, b).steps - 1;
  const LaneList<OwnInertia> inertias(inertias_.steps, lanes);
  const LaneList<Placement> placements(model_->placements, lanes);
  Support out;
  for (Index k = last; k >= first;) {
    double inertia = 0, mass = 0, length = 0;
    for (const Index stop = std::max(first, k - few + 1); k >= stop; --k) {
      const OwnInertia<double> body = inertias.get(k, lane);
      const Placement<double> joint = placements.get(k, lane);
      mass = std::max(mass, body.m);
      inertia = std::max(inertia, body.Sxx + body.Syy + body.Szz);
      length = std::max(length, std::hypot(joint.a, joint.d));
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

void ForwardInPieces::find_groups_with_children() {
  const Division& division = model_->division;
  has_children_.assign(division.counts.size(), 0);
  for (const Division::Forest& forest : division.forests) {
    const Index anchors = forest.end_anchor - forest.first_anchor;
    for (Index k = forest.first_group * division.lanes; k < forest.end_group * division.lanes; ++k)
      if (const Index parent = at(division.parents, k) - anchors; parent >= 0)
        at(has_children_, forest.first_group + parent / division.lanes) = 1;
  }
}

void ForwardInPieces::allocate() {
  const Division& division = model_->division;
  values_memory_ = divided_memory([&](Arena& arena) {
    const Index pieces = ssize(division.bundles) * division.lanes, anchors = ssize(division.anchors),
                in_forests = ssize(division.counts) * division.lanes;
    values_.turns = arena.take<double>(2 * model_->steps * division.lanes);
    values_.G = arena.take<double>(6 * model_->steps * division.lanes);
    values_.spins = arena.take<Spin<double>>(pieces);
    values_.entries = arena.take<Vec3<double>>(pieces);
    values_.exits = arena.take<Vec3<double>>(pieces);
    values_.elements = arena.take<PieceElement<double>>(pieces);
    values_.beyond = arena.take<ArticulatedBody<double>>(pieces);
    values_.reached = arena.take<Motion<double>>(pieces);
    values_.changes = arena.take<Motion<double>>(pieces);
    values_.accelerations = arena.take<Motion<double>>(pieces);
    values_.forgets = arena.take<bool>(ssize(division.bundles));
    values_.anchor_w = arena.take<Vec3<double>>(anchors);
    values_.hanging = arena.take<ArticulatedBody<double>>(anchors);
    values_.anchor_reference = arena.take<Motion<double>>(anchors);
    values_.anchor_acceleration = arena.take<Motion<double>>(anchors);
    values_.from_forests = arena.take<ArticulatedBody<double>>(ssize(division.forest_anchors));
    values_.forest_turns = arena.take<double>(2 * in_forests);
    values_.forest_G = arena.take<double>(6 * in_forests);
    values_.d = arena.take<double>(in_forests);
    responses_ = arena.take<Response>(pieces);
    trunk_ = arena.take<TrunkState>(ssize(division.trunk_parts));
  });
  corrected_.reserve(division.bundles.size());
  values_.supports = supports_.data();
  values_.has_children = has_children_.data();
  trunk_memory_ = ZeroMemory(kernels_->trunk_bytes(*model_));
}

void ForwardInPieces::run(Workers& workers, View<const double> q, View<const double> v, View<const double> tau,
                          View<const Force<double>> external, View<double> a, bool with_gravity) {
  TREEFIX_ASSERT(workers.count() <= ssize(scratch_));
  const Division& division = model_->division;
  constexpr int velocities = 0, torques = 1, accelerations = 2;  // lists of the renumbering
  ForwardCall call{.given = {q.data(), v.data(), tau.data(), a.data()},
                   .trunk = {numbering_.bring_q(workers, q), numbering_.bring_v(workers, velocities, v),
                             numbering_.bring_v(workers, torques, tau), numbering_.place(accelerations, a)},
                   .external = numbering_.bring_forces(workers, external)};
  if (with_gravity) call.root = -model_->prepared.gravity;
  const ForwardTask trunk{*model_, inertias_, call, values_, trunk_memory_.data()};
  const auto task_of = [&](int worker) {
    return ForwardTask{*model_, inertias_, call, values_, at(scratch_, worker).data()};
  };
  const auto all = [&](Index count, auto stage) { for_all(workers, count, task_of, stage); };
  const Index bundles = ssize(division.bundles), forests = ssize(division.forests);

  all(bundles, kernels_->spin);  // q, v -> turns, spins
  trunk_out(trunk);  // spins -> entries, exits
  all(ssize(visited_), [&](const ForwardTask& task, Index k) {
    kernels_->visit(task, at(visited_, k));  // entries -> anchor_w
  });
  all(forests, kernels_->forest_in);  // anchor_w -> G, d, from_forests
  sum_at_anchors(division, values_.from_forests, values_.hanging);
  all(bundles, kernels_->element);  // exits, hanging -> elements
  trunk_in(trunk);  // elements -> beyond, responses
  trunk_accelerate(trunk);  // responses -> accelerations
  all(bundles, kernels_->sweep);  // beyond, accelerations -> a, reached
  corrected_.clear();
  if (!agrees()) {
    trunk_correct(trunk);  // reached -> accelerations, changes, corrected
    all(ssize(corrected_), [&](const ForwardTask& task, Index k) {
      const Index b = at(corrected_, k);
      (values_.forgets[b] ? kernels_->sweep : kernels_->respond)(task, b);  // accelerations, changes -> a
    });
  }
  all(forests, kernels_->forest_out);  // anchor_acceleration -> a
  numbering_.give_back(workers, accelerations, a);
}

Index ForwardInPieces::forgetful_bundles() const {
  return std::count(values_.forgets, values_.forgets + ssize(model_->division.bundles), true);
}

}  // namespace treefix::large_tree
