#include <treefix/planner/batch.hpp>

#include <algorithm>

namespace treefix::planner {

namespace {

using engine::Quantity;

/// The approximate number of sweep steps that one state takes, at least one.
double steps_of(const engine::Task& task, const Model& model, Index tree_depth) {
  const auto n = static_cast<double>(std::max<Index>(model.mechanism().nv, 1)), depth = static_cast<double>(tree_depth);
  const double matrix = table::steps_per_matrix_entry * n * n,
               factors = table::steps_per_factor_entry * n * depth * depth;
  if (task.quantity == Quantity::kinematics)
    return n + table::steps_per_frame * static_cast<double>(ssize(task.frames));
  if (task.quantity == Quantity::mass_matrix || task.quantity == Quantity::packed_mass_matrix) return n + matrix;
  return engine::solves_by_matrix(task.quantity, model) ? n + matrix + factors : n;
}

}  // namespace

BatchSchedule schedule(const engine::Task& task, const Model& model, Index tree_depth, int lanes, int threads) {
  const double steps = steps_of(task, model, tree_depth);
  return {std::max<Index>(1, static_cast<Index>(table::steps_worth_a_thread / steps)),
          std::max<Index>(threads, static_cast<Index>(table::steps_between_reports / (steps * lanes)))};
}

}  // namespace treefix::planner
