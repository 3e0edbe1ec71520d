// BatchDynamics: the dynamics of many states of a robot, in SIMD lanes on all cores.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include <treefix/base/batch.hpp>
#include <treefix/model/external_forces.hpp>
#include <treefix/model/model.hpp>

namespace treefix {

/// The precision of computation. Arrays of another type are converted where they are read and written.
enum class Precision { as_arrays, float32, float64 };

struct BatchOptions {
  int threads = 0;  // number of threads, at most one for each core; 0: one for each core
  Precision precision = Precision::as_arrays;
  /// Whether to check every input before anything is written. Without checks, a NaN, an infinite number or a quaternion
  /// whose length is not 1 invalidates the results of its own state, but of no other.
  bool checked = true;
};

/// Thrown when progress() returned false. Some states have been written, others not.
class Stopped : public Error {
 public:
  Stopped() : Error("stopped") {}
};

/// Optional arguments of a call.
template <class T>
struct BatchCall {
  /// 6 numbers for each body, angular part first. Only inverse dynamics, forward dynamics and bias accept them; other
  /// calls throw ValueError.
  Batch<const T> external_forces{};
  ExternalFrame external_frame = ExternalFrame::of_body;
  /// Called at intervals from the calling thread, with the number of states that are done. If it returns false, the
  /// call stops and throws Stopped. The intervals are at most a tenth of a second, unless one group of states, one in
  /// each lane, takes longer.
  std::function<bool(Index done, Index states)> progress{};
};

/// Computes with many states of one model: row b of every result is what Dynamics gives for row b of the arguments, to
/// rounding. q has model.nq() numbers for each state; v, a and tau have model.nv().
///
/// T is float or double. Inputs with a state stride of 0 are the same for all states. Every output needs memory of its
/// own.
/// Errors: as Dynamics, with the number of the state; nothing has been written then. Also ValueError for a number of
/// threads outside 0 to 1024, for outputs that overlap, and for an interleaved batch whose type is not the precision of
/// computation.
/// Threads: holds scratch, so one BatchDynamics takes one call at a time; inside, a call runs on options.threads
/// threads.
/// Determinism: on one instruction level, a state always gives the same bits. They do not depend on the number of
/// states and threads, on the place of the state in the batch, or on the other states.
/// Allocation: none after construction, except in errors; for models with more than 512 degrees of freedom, the first
/// call that needs a mass matrix allocates it. Memory: O(threads × nv²) for mass matrices, O(threads × n) for the rest.
/// Accuracy: in double as Dynamics. For float see docs/accuracy.md; warning() says whether the model is too deep for
/// it.
class BatchDynamics {
 public:
  explicit BatchDynamics(const Model& model, const BatchOptions& options = {});
  ~BatchDynamics();
  BatchDynamics(BatchDynamics&&) noexcept;
  BatchDynamics& operator=(BatchDynamics&&) noexcept;

  const Model& model() const;
  int threads() const;
  /// The instruction level in use: "portable", "x86-64-v2", "x86-64-v3" or "x86-64-v4". The best that the CPU supports,
  /// or the one that the environment variable TREEFIX_LEVEL names.
  std::string_view level() const;
  /// A warning if accelerations of this model are inaccurate in float, otherwise empty. Their errors grow like the
  /// square of the depth of the tree.
  std::string warning() const { return warning(model()); }
  static std::string warning(const Model& model);
  /// The number of states in a group of an interleaved batch.
  template <class T>
  Index lanes() const;

  template <class T>
  using In = Batch<const std::type_identity_t<T>>;
  template <class T>
  using Call = BatchCall<std::type_identity_t<T>>;

  /// The torques tau that produce the accelerations a.
  template <class T>
  void inverse(In<T> q, In<T> v, In<T> a, Batch<T> tau, const Call<T>& call = {});
  /// The accelerations a under the torques tau: by articulated bodies, or by the mass matrix if the model has mimic
  /// joints.
  template <class T>
  void forward(In<T> q, In<T> v, In<T> tau, Batch<T> a, const Call<T>& call = {});
  /// The same by the mass matrix and its factors, which are computed in scratch memory, group by group.
  template <class T>
  void forward_by_mass_matrix(In<T> q, In<T> v, In<T> tau, Batch<T> a, const Call<T>& call = {});
  /// H: nv² numbers for each state, row-major, symmetric.
  template <class T>
  void mass_matrix(In<T> q, Batch<T> H, const Call<T>& call = {});
  /// The lower triangle of H, packed: nv (nv + 1) / 2 numbers for each state, H_ij at i (i + 1) / 2 + j.
  template <class T>
  void packed_mass_matrix(In<T> q, Batch<T> H, const Call<T>& call = {});
  /// y = H x, without H.
  template <class T>
  void mass_matrix_apply(In<T> q, In<T> x, Batch<T> y, const Call<T>& call = {});
  /// y = H⁻¹ x, without H.
  template <class T>
  void mass_matrix_solve(In<T> q, In<T> x, Batch<T> y, const Call<T>& call = {});
  /// tau at a = 0.
  template <class T>
  void bias(In<T> q, In<T> v, Batch<T> tau, const Call<T>& call = {});
  /// tau at v = a = 0.
  template <class T>
  void gravity(In<T> q, Batch<T> tau, const Call<T>& call = {});
  /// The pose of each frame in the root, 16 numbers: a row-major matrix [R p; 0 1]; and its spatial velocity in frame
  /// coordinates, 6 numbers, angular part first. `poses` may be empty; `v` and `velocities` may both be empty.
  template <class T>
  void kinematics(View<const Frame> frames, In<T> q, In<T> v, Batch<T> poses, Batch<std::type_identity_t<T>> velocities,
                  const Call<T>& call = {});
  /// The kinetic and the potential energy of each state. `potential` may be empty; `v` and `kinetic` may both be empty.
  template <class T>
  void energy(In<T> q, In<T> v, Batch<T> kinetic, Batch<std::type_identity_t<T>> potential, const Call<T>& call = {});

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace treefix
