// What is handed from BatchDynamics to the kernels of an instruction set: plain data, no types of lanes.
#pragma once

#include <cstddef>

#include <treefix/model/model.hpp>
#include <treefix/prepared/prepared.hpp>

namespace treefix {

enum class Work {
  inverse,
  forward,
  forward_by_mass_matrix,
  mass_matrix,
  packed_mass_matrix,
  mass_matrix_apply,
  mass_matrix_solve,
  bias,
  gravity,
  kinematics,
  energy
};

/// A Batch without its type.
struct Argument {
  void* data = nullptr;  // null: not given
  bool is_float = false;
  bool interleaved = false;
  Index numbers = 0, state_step = 0, number_step = 0;
};

/// What is computed with: a model in the precision of the kernels.
template <class C>
struct BatchModel {
  Prepared<C> prepared;
  const Model* model = nullptr;  // its mechanism and its coupling
};

/// One call. Which arguments are used and what x and y are depends on the work:
///   inverse  q v x=a -> y=tau       forward  q v x=tau -> y=a       mass_matrix, packed_mass_matrix  q -> y=H
///   apply, solve  q x -> y          bias  q v -> y=tau              gravity  q -> y=tau
///   kinematics  q v -> y=poses z=velocities                         energy  q v -> y=kinetic z=potential
template <class C>
struct Task {
  Work work{};
  Index states = 0;
  const BatchModel<C>* model = nullptr;
  Argument q{}, v{}, x{}, y{}, z{};
  Argument outside{};
  bool outside_in_root = false;
  View<const Frame> frames{};
};

/// Whether the work is done by factors of the mass matrix.
inline bool solves_by_matrix(Work work, const Model& model) {
  const bool is_solution = work == Work::forward || work == Work::mass_matrix_solve;
  return work == Work::forward_by_mass_matrix || (is_solution && !model.coupling().empty());
}

/// Whether the work needs memory for a mass matrix.
inline bool needs_matrix(Work work, const Model& model) {
  return work == Work::mass_matrix || work == Work::packed_mass_matrix || solves_by_matrix(work, model);
}

/// Whether forces from outside are part of the work.
constexpr bool takes_forces(Work work) {
  return work == Work::inverse || work == Work::forward || work == Work::forward_by_mass_matrix || work == Work::bias;
}

/// The kernels of one instruction set in one precision.
template <class C>
struct Kernels {
  int lanes;
  std::size_t (*scratch_bytes)(const BatchModel<C>& model, bool with_matrix);
  /// Makes zeroed memory of that size the scratch of one thread, for this model.
  void (*lay_out)(const BatchModel<C>& model, bool with_matrix, std::byte* scratch);
  /// States first × lanes to last × lanes, or to the end.
  void (*run)(const Task<C>& task, Index first, Index last, std::byte* scratch);
};

}  // namespace treefix
