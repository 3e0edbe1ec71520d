// What Dynamics and BatchDynamics pass to the kernels of an instruction level: plain data without lane types.
#pragma once

#include <cstddef>
#include <string_view>
#include <type_traits>

#include <treefix/base/batch.hpp>
#include <treefix/model/external_forces.hpp>
#include <treefix/model/model.hpp>
#include <treefix/prepared/prepared.hpp>

namespace treefix::engine {

using namespace prepared;

/// What a call computes.
enum class Quantity {
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

/// An argument of a call: a Batch without its type, and its name in messages.
struct Array {
  std::string_view name{};
  void* data = nullptr;  // null: not given
  bool is_float = false;
  bool interleaved = false;
  Index states = 0, numbers = 0, state_stride = 0, number_stride = 0;
};

template <class T>
Array array_of(std::string_view name, const Batch<T>& batch) {
  using E = std::remove_const_t<T>;
  return {name,
          const_cast<E*>(batch.data()),
          std::is_same_v<E, float>,
          batch.is_interleaved(),
          batch.states(),
          batch.numbers(),
          batch.state_stride(),
          batch.number_stride()};
}

/// One call. The quantity decides which arrays are used:
///   inverse                            q v input=a -> output=tau
///   forward, forward_by_mass_matrix    q v input=tau -> output=a
///   mass_matrix, packed_mass_matrix    q -> output=H
///   mass_matrix_apply, _solve          q input=x -> output=y
///   bias                               q v -> output=tau
///   gravity                            q -> output=tau
///   kinematics                         q v -> output=poses second_output=velocities
///   energy                             q v -> output=kinetic second_output=potential
struct Task {
  Quantity quantity{};
  Index states = 0;
  Array q{}, v{}, input{}, output{}, second_output{};
  Array external{};  // forces
  ExternalFrame external_frame = ExternalFrame::of_body;
  View<const Frame> frames{};
  bool past_caches = false;  // the results exceed the caches
};

/// Whether the quantity is computed from factors of the mass matrix.
inline bool solves_by_matrix(Quantity quantity, const Model& model) {
  const bool is_solution = quantity == Quantity::forward || quantity == Quantity::mass_matrix_solve;
  return quantity == Quantity::forward_by_mass_matrix || (is_solution && model.has_mimic());
}

/// Whether the quantity needs memory for a mass matrix.
inline bool needs_matrix(Quantity quantity, const Model& model) {
  return quantity == Quantity::mass_matrix || quantity == Quantity::packed_mass_matrix ||
         solves_by_matrix(quantity, model);
}

/// Whether the quantity comes from the equations of motion, so that it depends on velocities and external forces.
constexpr bool is_of_motion(Quantity quantity) {
  return quantity == Quantity::inverse || quantity == Quantity::forward ||
         quantity == Quantity::forward_by_mass_matrix || quantity == Quantity::bias;
}

/// A model in the precision of the kernels.
template <class C>
struct EngineModel {
  Prepared<C> prepared;
  const Model* model = nullptr;  // for its mechanism and its mimic joints
};

/// The kernels of one instruction level in one precision and number of lanes.
template <class C>
struct GroupKernels {
  int lanes;
  std::size_t (*scratch_bytes)(const EngineModel<C>& model, bool with_matrix);
  /// Turns zeroed memory of that size into the scratch of one thread for this model.
  void (*lay_out)(const EngineModel<C>& model, bool with_matrix, std::byte* scratch);
  /// Computes the groups first, …, last − 1: states first × lanes to last × lanes, or to the end.
  void (*run)(const Task& task, Index first, Index last, std::byte* scratch);
};

/// All kernels of one instruction level for one state or many.
struct StateKernels {
  GroupKernels<double> in_double;
  GroupKernels<float> in_float;
  GroupKernels<double> one_state;  // one lane, so that rows and interleaved groups have the same layout
};

}  // namespace treefix::engine
