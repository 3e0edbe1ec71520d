#include <treefix/large_tree/inverse/stages.hpp>

#include <treefix/base/arena.hpp>
#include <treefix/large_tree/division/stage.hpp>
#include <treefix/large_tree/inverse/bundle.hpp>
#include <treefix/large_tree/kernels.hpp>

namespace treefix::large_tree {

InverseInPieces::InverseInPieces(std::shared_ptr<const DividedModel> model, int workers)
    : model_(std::move(model)), kernels_(&model_->kernels->inverse), visited_(model_->division.bundles_with_anchors()),
      numbering_(*model_, 3) {
  allocate();
  for (int worker = 0; worker < workers; ++worker) scratch_.emplace_back(kernels_->scratch_bytes(*model_));
}

void InverseInPieces::allocate() {
  const Division& division = model_->division;
  values_memory_ = divided_memory([&](Arena& arena) {
    const Index pieces = ssize(division.bundles) * division.lanes;
    values_.turns = arena.take<double>(2 * model_->steps * division.lanes);
    values_.relatives = arena.take<Relative<double>>(pieces);
    values_.entries = arena.take<ClassicalMotion<double>>(pieces);
    values_.handed = arena.take<Force<double>>(pieces);
    values_.beyond = arena.take<Force<double>>(pieces);
    values_.motions = arena.take<ClassicalMotion<double>>(ssize(division.trunk_parts));
    values_.forces = arena.take<Force<double>>(ssize(division.trunk_parts));
    values_.anchor_motion = arena.take<ClassicalMotion<double>>(ssize(division.anchors));
    values_.anchor_forces = arena.take<Force<double>>(ssize(division.anchors));
    values_.from_forests = arena.take<Force<double>>(ssize(division.forest_anchors));
  });
  trunk_memory_ = ZeroMemory(kernels_->trunk_bytes(*model_));
}

void InverseInPieces::run(Workers& workers, View<const double> q, View<const double> v, View<const double> a,
                          View<const Force<double>> external, View<double> tau, bool with_gravity) {
  TREEFIX_ASSERT(workers.count() <= ssize(scratch_));
  const Division& division = model_->division;
  constexpr int velocities = 0, accelerations = 1, torques = 2;  // lists of the renumbering
  InverseCall call{.given = {q.data(), v.data(), a.data(), tau.data()},
                   .trunk = {numbering_.bring_q(workers, q), numbering_.bring_v(workers, velocities, v),
                             numbering_.bring_v(workers, accelerations, a), numbering_.place(torques, tau)},
                   .external = numbering_.bring_forces(workers, external)};
  if (with_gravity) call.root.a = -model_->prepared.gravity;
  const InverseTask trunk{*model_, call, values_, trunk_memory_.data()};
  const auto task_of = [&](int worker) { return InverseTask{*model_, call, values_, at(scratch_, worker).data()}; };
  const auto all = [&](Index count, auto stage) { for_all(workers, count, task_of, stage); };
  const Index bundles = ssize(division.bundles), forests = ssize(division.forests);

  all(bundles, kernels_->compose);  // q, v, a -> turns, relatives
  trunk_out(trunk);  // relatives -> entries
  all(ssize(visited_), [&](const InverseTask& task, Index k) {
    kernels_->visit(task, at(visited_, k));  // entries -> anchor_motion
  });
  all(forests, kernels_->forest);  // anchor_motion -> tau, from_forests
  sum_at_anchors(division, values_.from_forests, values_.anchor_forces);
  all(bundles, kernels_->sweep);  // entries, anchor_forces -> tau, handed
  trunk_in(trunk);  // handed -> beyond
  all(bundles, kernels_->add);  // beyond -> tau
  numbering_.give_back(workers, torques, tau);
}

}  // namespace treefix::large_tree
