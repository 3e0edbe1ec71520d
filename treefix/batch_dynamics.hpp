// BatchDynamics: the dynamics of many states of a robot, in SIMD lanes on all cores.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include <treefix/batch/batch.hpp>
#include <treefix/model/model.hpp>

namespace treefix {

/// What is computed in. Arrays of another type are converted where they are read and written.
enum class Precision { as_arrays, float32, float64 };

struct BatchOptions {
  int threads = 0;  // 0: as many as the machine has cores; never more than those
  Precision precision = Precision::as_arrays;
  /// Look at every input before anything is written. If not: a NaN, an infinite number or a quaternion that is not of unit
  /// length spoils the results of its own state and of no other.
  bool checked = true;
};

/// Thrown when progress() said to stop. Some states have been written, others not.
class Stopped : public Error {
 public:
  Stopped() : Error("stopped") {}
};

/// What most calls do not need.
template <class T>
struct BatchCall {
  /// Forces on bodies from outside: 6 numbers for each body, angular part first. Of inverse and forward dynamics and bias; others throw
  /// ValueError.
  Batch<const T> external_forces{};
  enum class Coordinates { of_body, of_root } coordinates = Coordinates::of_body;
  /// Asked now and then, from the calling thread: how many states are done; false stops the call, which throws Stopped.
  /// At least ten times a second, as long as a group of states, one in each lane, takes less than that.
  std::function<bool(Index done, Index states)> progress{};
};

/// Computes with many states of one model: row b of every result is what Dynamics gives for row b of the arguments, to
/// rounding. q has model.nq() numbers for each state, v, a and tau have model.nv().
///
/// T is float or double. Inputs with a state step of 0 are the same for all states. Every output needs memory of its own.
/// Errors: as Dynamics, with the state's number; nothing has been written then. Also a ValueError: a negative number of
/// threads or more than 1024, outputs that overlap, an interleaved batch in another type than what is computed in.
/// Threads: holds scratch, so one BatchDynamics takes one call at a time; inside, a call runs on options.threads threads.
/// Determinism: on one instruction set the result of a state is the same bit by bit, whatever the number of states and
/// threads, its place among them, and what the others are.
/// Allocation: none after construction, except in errors; for models with more than 512 degrees of freedom, the first call
/// that needs a mass matrix allocates it. Memory: O(threads × nv²), of mass matrices; the rest is O(threads × n).
/// Accuracy: double as Dynamics. Float: see docs/accuracy.md; warning() says when the model is too deep for it.
class BatchDynamics {
 public:
  explicit BatchDynamics(const Model& model, const BatchOptions& options = {});
  ~BatchDynamics();
  BatchDynamics(BatchDynamics&&) noexcept;
  BatchDynamics& operator=(BatchDynamics&&) noexcept;

  const Model& model() const;
  int threads() const;
  /// The instruction set in use: "portable", "x86-64-v2", "x86-64-v3" or "x86-64-v4". The best of the machine, or what the
  /// environment variable TREEFIX_LEVEL says.
  std::string_view level() const;
  /// What is to be said against accelerations of this model in float; empty if nothing. From the depth of its tree: their
  /// errors grow like its square.
  std::string warning() const { return warning(model()); }
  static std::string warning(const Model& model);
  /// How many states an interleaved batch has in a group.
  template <class T>
  Index lanes() const;

  template <class T>
  using In = Batch<const std::type_identity_t<T>>;
  template <class T>
  using Call = BatchCall<std::type_identity_t<T>>;

  /// tau that makes the robot accelerate with a.
  template <class T>
  void inverse(In<T> q, In<T> v, In<T> a, Batch<T> tau, const Call<T>& call = {});
  /// The acceleration under tau: articulated bodies; composite bodies and Cholesky if a joint follows another.
  template <class T>
  void forward(In<T> q, In<T> v, In<T> tau, Batch<T> a, const Call<T>& call = {});
  /// The same by the mass matrix and its Cholesky factors, which never leave the cache.
  template <class T>
  void forward_by_mass_matrix(In<T> q, In<T> v, In<T> tau, Batch<T> a, const Call<T>& call = {});
  /// H: nv² numbers for each state, row-major, symmetric.
  template <class T>
  void mass_matrix(In<T> q, Batch<T> H, const Call<T>& call = {});
  /// Its lower triangle, packed: nv (nv + 1) / 2 numbers for each state, H_ij at i (i + 1) / 2 + j.
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
  /// Of each frame the pose in the root, 16 numbers: a row-major matrix [R p; 0 1]; and the spatial velocity in frame
  /// coordinates, 6 numbers, angular part first. v and velocities may both be left out, or poses.
  template <class T>
  void kinematics(View<const Frame> frames, In<T> q, In<T> v, Batch<T> poses, Batch<std::type_identity_t<T>> velocities,
                  const Call<T>& call = {});
  /// One number each. v and kinetic may both be left out, or potential.
  template <class T>
  void energy(In<T> q, In<T> v, Batch<T> kinetic, Batch<std::type_identity_t<T>> potential, const Call<T>& call = {});

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace treefix
