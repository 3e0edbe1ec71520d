// Dynamics: the dynamics of one state of a robot.
#pragma once

#include <memory>
#include <string>

#include <treefix/model/external_forces.hpp>
#include <treefix/model/model.hpp>
#include <treefix/options.hpp>
#include <treefix/tree/ancestor_paths.hpp>
#include <treefix/tree/symmetric_rows.hpp>

namespace treefix {

/// Computes with one model. Arguments are views of the caller's memory: q has model.nq() numbers, v, a and tau have
/// model.nv(). Outputs need memory of their own.
///
/// Spatial vectors are angular part first. External forces are one per body (model.nbody()), empty for none; of_body is
/// in coordinates of the frame that has the body's name.
/// Errors: a wrong size throws DimensionError; a NaN, an infinite number, a quaternion whose length is not 1 (to 1e-6) or
/// an output that overlaps an input throws ValueError; both name the argument, and nothing has been written then.
/// Threads: holds scratch, so one Dynamics belongs to one thread. Any number may share a Model. Large trees use
/// other threads beside it while they compute, as many as cores unless it is told otherwise.
/// Determinism: the same inputs give the same bits, for every number of threads.
/// Mimic joints: q, v, a and tau have the joints that follow none; tau is what their motors must do for all.
/// Allocation: none after construction, except in errors; for models with more than 512 degrees of freedom, the first
/// forward() by the mass matrix allocates it; for those with more than 4096 bodies, the first call about kinematics,
/// energies or residuals, and the first with forces of_root, allocates its scratch; methods that are not recursive, except
/// the automatic one of inverse(), refinement, mass matrices of large trees and in compressed rows, and another number of
/// threads, allocate when they are first used. Memory O(n), beside that O(n²); O(n³) time of forward() if a joint follows
/// another.
/// Accuracy: inverse dynamics within about ten ε of the forces that cancel at each joint; forward dynamics has a residual
/// of the same size, so its error is of order κ(H)·ε. Measured in docs/accuracy.md.
class Dynamics {
 public:
  using External = ExternalForces<double>;

  explicit Dynamics(Model model);
  ~Dynamics();
  Dynamics(Dynamics&&) noexcept;
  Dynamics& operator=(Dynamics&&) noexcept;

  const Model& model() const;

  /// tau that makes the robot accelerate with a.
  void inverse(View<const double> q, View<const double> v, View<const double> a, View<double> tau,
               const InverseOptions& options = {}, const External& external = {});
  /// The acceleration under tau.
  ForwardInfo forward(View<const double> q, View<const double> v, View<const double> tau, View<double> a,
                      const ForwardOptions& options = {}, const External& external = {});
  /// The methods that inverse() and forward() choose by default, and why, in words.
  std::string explain() const;
  /// H, row-major nv × nv, symmetric.
  void mass_matrix(View<const double> q, View<double> H, const MassOptions& options = {});
  /// Its lower triangle, packed: nv (nv + 1) / 2 numbers, H_ij at i (i + 1) / 2 + j. In one thread, whatever options say.
  void packed_mass_matrix(View<const double> q, View<double> H, const MassOptions& options = {});
  /// y = H x and y = H⁻¹ x, in O(n), without H. The second goes body after body, in one thread.
  void mass_matrix_apply(View<const double> q, View<const double> x, View<double> y, const MassOptions& options = {});
  void mass_matrix_solve(View<const double> q, View<const double> x, View<double> y);

  // H in compressed rows. H_ij can differ from zero only where one of the coordinates i and j is on the way from the root to the
  // other: O(n depth) entries. Of models with mimic joints H may be full, so all of this throws ValueError for them.

  /// How many entries the lower triangle has, with the diagonal; both have twice that less nv. A chain of 10⁶ bodies has 5·10¹¹.
  Index sparse_entries() const;
  /// The lower triangle: row(i) has the columns of row i, begins()[i] says where its values begin. Throws MemoryError if there is
  /// no memory for it.
  const AncestorPaths& sparse_rows();
  /// Values for sparse_rows().
  void sparse_mass_matrix(View<const double> q, View<double> values, const MassOptions& options = {});
  /// H = Lᵀ D L in place of such values; nothing is filled in. Throws ValueError, naming the joint, if H is not positive definite
  /// or cannot be told from such; values are then lost.                                            [Featherstone 2008, §6.5]
  void factor_sparse(View<double> values);
  /// x := H⁻¹ x by what factor_sparse left.
  void solve_sparse(View<const double> factors, View<double> x);
  /// Both triangles: columns in ascending order, as scipy's csr_array has them.
  const SymmetricRows& symmetric_rows();
  /// Values for symmetric_rows().
  void symmetric_mass_matrix(View<const double> q, View<double> values, const MassOptions& options = {});

  /// tau at a = 0: gravity, velocity products and external forces.
  void bias(View<const double> q, View<const double> v, View<double> tau, const External& external = {});
  /// tau at v = a = 0.
  void gravity(View<const double> q, View<double> tau);

  double kinetic_energy(View<const double> q, View<const double> v);
  /// Zero when the centre of mass is level with the root.
  double potential_energy(View<const double> q);
  /// Momentum of all bodies in root coordinates, moments about its origin.
  Force<double> momentum(View<const double> q, View<const double> v);
  Vec3<double> center_of_mass(View<const double> q);

  /// Computes where everything is and how it moves; the getters below then answer for this state, until the next call
  /// of anything above. Empty v or a: at rest, unaccelerated. Getters throw ValueError when there is nothing to answer.
  void kinematics(View<const double> q, View<const double> v = {}, View<const double> a = {});
  /// From root coordinates to frame coordinates: .r is the position of the frame, the rows of .E are its axes.
  Transform<double> pose(const Frame& frame) const;
  /// Spatial velocity in frame coordinates.
  Motion<double> velocity(const Frame& frame) const;
  /// Spatial acceleration in frame coordinates, gravity not in it.
  Motion<double> acceleration(const Frame& frame) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace treefix
