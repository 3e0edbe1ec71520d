// Random states of a model, and group sweeps for them in two lanes: few states already make an odd number of groups and
// a remainder.
#pragma once

#include <algorithm>
#include <vector>

#include <treefix/engine/group_sweeps.hpp>

#include "support/armatures.hpp"
#include "support/batch.hpp"
#include "support/mimic.hpp"
#include "support/robot.hpp"
#include "support/rooms.hpp"

namespace treefix::testing {

using Kernel = GroupSweeps<double, Lanes<double, 2>>;
inline constexpr int lane_count = 2;

inline constexpr Quantity with_one_output[] = {Quantity::inverse,
                                               Quantity::forward,
                                               Quantity::forward_by_mass_matrix,
                                               Quantity::mass_matrix,
                                               Quantity::packed_mass_matrix,
                                               Quantity::mass_matrix_apply,
                                               Quantity::mass_matrix_solve,
                                               Quantity::bias,
                                               Quantity::gravity};

/// Random states of a model, and the kernels for it with scratch of exactly the size that they ask for.
struct States {
  Model model;
  Rows<double> rows;
  EngineModel<double> engine{prepare(model.mechanism()), &model};
  bool with_matrix = true;
  std::vector<Lanes<double, 8>> scratch = std::vector<Lanes<double, 8>>((bytes() + 63) / 64);

  States(const Model& m, Index B, bool matrix = true) : model(m), rows(m, B), with_matrix(matrix) {
    Kernel::lay_out(engine, with_matrix, memory());
  }
  States(const States&) = delete;
  States& operator=(const States&) = delete;
  ~States() = default;

  std::size_t bytes() const { return Kernel::scratch_bytes(engine, with_matrix); }
  std::byte* memory() { return reinterpret_cast<std::byte*>(scratch.data()); }
  Index groups() const { return (rows.B + lane_count - 1) / lane_count; }
  Array array(std::vector<double>& x) const {
    return array_of("x", Batch<double>::rows(x.data(), rows.B, ssize(x) / rows.B));
  }
  Task task(Quantity quantity) {
    Task t{.quantity = quantity, .states = rows.B, .q = array(rows.q)};
    const bool is_product = quantity == Quantity::mass_matrix_apply || quantity == Quantity::mass_matrix_solve;
    if (!is_product && quantity != Quantity::gravity) t.v = array(rows.v);
    if (quantity != Quantity::bias && quantity != Quantity::gravity) t.input = array(rows.a);
    return t;
  }
  Index output_size(Quantity quantity) const {
    return quantity == Quantity::mass_matrix          ? rows.nv * rows.nv
           : quantity == Quantity::packed_mass_matrix ? packed_size(rows.nv)
                                                      : rows.nv;
  }
  /// The outputs of the groups first, …, last − 1; the others keep −99.
  std::vector<double> run(Task task, Index first, Index last) {
    std::vector<double> out(static_cast<std::size_t>(rows.B * output_size(task.quantity)), -99);
    task.output = array(out);
    Kernel::run(task, first, last, memory());
    return out;
  }
  std::vector<double> run(const Task& task) { return run(task, 0, groups()); }
  std::vector<double> run(Quantity quantity) { return run(task(quantity)); }
};

/// Models with branches, mimic joints, armature, a body whose frame is not at its joint, and with only one body.
inline std::vector<Model> swept_models() {
  std::vector<Model> models = random_models(12, 9);
  for (const MimicRobot& robot : random_mimic_robots(4)) models.push_back(robot.coupled);
  models.push_back(gears());
  return models;
}

}  // namespace treefix::testing
