#include <treefix/large_tree/mass/stages.hpp>

#include <treefix/base/arena.hpp>
#include <treefix/large_tree/division/stage.hpp>
#include <treefix/large_tree/kernels.hpp>

namespace treefix::large_tree {

MassInPieces::MassInPieces(std::shared_ptr<const DividedModel> model, int workers, Index frame_span)
    : model_(std::move(model)), plan_(*model_, frame_span), kernels_(&model_->kernels->mass),
      with_anchors_(model_->division.bundles_with_anchors()), numbering_(*model_, 0) {
  allocate(workers);
}

void MassInPieces::allocate(int workers) {
  const Division& division = model_->division;
  values_memory_ = divided_memory([&](Arena& arena) {
    const Index pieces = ssize(division.bundles) * division.lanes, parts = ssize(division.trunk_parts),
                anchors = ssize(division.anchors);
    values_.turns = arena.take<double>(2 * model_->steps * division.lanes);
    values_.moment_frames = arena.take<Transform<double>>(ssize(plan_.moment_frames));
    values_.part_poses = arena.take<Transform<double>>(parts);
    values_.anchor_poses = arena.take<Transform<double>>(anchors);
    values_.piece_poses = arena.take<Transform<double>>(pieces);
    values_.S = arena.take<Motion<double>>(ssize(plan_.trunk));
    values_.F = arena.take<Force<double>>(ssize(plan_.trunk));
    values_.handed = arena.take<Composite<double>>(pieces);
    values_.beyond = arena.take<Composite<double>>(pieces);
    values_.below = arena.take<Composite<double>>(parts);
    values_.hanging = arena.take<Composite<double>>(anchors);
    values_.from_forests = arena.take<Composite<double>>(ssize(division.forest_anchors));
  });
  trunk_memory_ = ZeroMemory(kernels_->trunk_bytes(*model_));
  for (int worker = 0; worker < workers; ++worker) scratch_.emplace_back(kernels_->scratch_bytes(*model_, plan_));
}

void MassInPieces::run(Workers& workers, const MassCall& call) {
  TREEFIX_ASSERT(workers.count() <= ssize(scratch_));
  const Division& division = model_->division;
  const MassTask trunk{*model_, plan_, call, values_, trunk_memory_.data()};
  const auto task_of = [&](int worker) { return MassTask{*model_, plan_, call, values_, at(scratch_, worker).data()}; };
  const auto all = [&](Index count, auto stage) { for_all(workers, count, task_of, stage); };
  const Index bundles = ssize(division.bundles);

  all(bundles, kernels_->compose);  // q -> turns, poses, S; handed, if there are no anchors
  trunk_out(trunk);  // poses of pieces -> poses and S of the trunk
  all(ssize(division.forests), kernels_->forest);  // q, poses and S of the trunk -> their rows, from_forests
  sum_at_anchors(division, values_.from_forests, values_.hanging);
  all(ssize(with_anchors_), [&](const MassTask& task, Index k) {
    kernels_->gather(task, at(with_anchors_, k));  // hanging -> handed
  });
  trunk_in(trunk);  // handed -> beyond, F of the single bodies
  all(bundles, kernels_->columns);  // beyond -> F, or the diagonal
  if (!call.values) return;
  // S, F -> rows of the trunk
  for_ranges(workers, ssize(plan_.trunk), planner::table::trunk_rows_at_once, task_of, kernels_->rows);
}

void MassInPieces::lower(Workers& workers, View<const double> q, View<const Index> begins, View<double> values) {
  const double* here = numbering_.bring_q(workers, q);
  run(workers, {.given_q = q.data(), .q = here, .begins = begins.data(), .values = values.data()});
}

void MassInPieces::diagonal(Workers& workers, View<const double> q, View<double> diagonal) {
  const double* here = numbering_.bring_q(workers, q);
  run(workers, {.given_q = q.data(), .q = here, .diagonal = diagonal.data()});
}

}  // namespace treefix::large_tree
