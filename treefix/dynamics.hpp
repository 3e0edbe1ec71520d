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

/// Computes with one model. Arguments are views of the caller's memory: q has model.nq() numbers; v, a and tau have
/// model.nv(). Outputs need memory of their own.
///
/// Spatial vectors are angular part first. There is one external force for each body (model.nbody()), or none.
/// Errors: a wrong size throws DimensionError; a NaN, an infinite number, a quaternion whose length is not 1 (to 1e-6)
/// or an output that overlaps an input throws ValueError. Both name the argument, and nothing has been written then.
/// Threads: holds scratch, so one Dynamics belongs to one thread. Any number of them may share a Model. Large trees are
/// computed on several threads, by default one for each core.
/// Determinism: the same inputs give the same bits, for every number of threads, on one instruction level.
/// Mimic joints: they have no coordinates in q, v, a and tau; the torque of a leader drives its mimic joints, too.
/// Allocation: none after construction, except in errors and in the first use of: forward() by the mass matrix, for
/// models with more than 512 degrees of freedom; kinematics, energies, residuals and forces of_root, for models with
/// more than 4096 bodies; methods of the papers, forward dynamics in pieces, refinement, sparse mass matrices and those
/// of large trees; another number of threads. Memory O(n), except for mass matrices, O(n²); with mimic joints forward()
/// takes O(n³) time.
/// Accuracy: inverse dynamics within about ten ε of the forces that cancel at each joint; forward dynamics has a
/// residual of the same size, so its error is of order κ(H)·ε. Measured in docs/accuracy.md.
class Dynamics {
 public:
  using External = ExternalForces<double>;

  explicit Dynamics(Model model);
  ~Dynamics();
  Dynamics(Dynamics&&) noexcept;
  Dynamics& operator=(Dynamics&&) noexcept;

  const Model& model() const;

  /// The torques tau that produce the accelerations a.
  void inverse(View<const double> q, View<const double> v, View<const double> a, View<double> tau,
               const InverseOptions& options = {}, const External& external = {});
  /// The accelerations a under the torques tau.
  ForwardInfo forward(View<const double> q, View<const double> v, View<const double> tau, View<double> a,
                      const ForwardOptions& options = {}, const External& external = {});
  /// A text that names the methods that inverse() and forward() choose by default, and the reasons.
  std::string explain() const;
  /// H, row-major nv × nv, symmetric.
  void mass_matrix(View<const double> q, View<double> H, const MassOptions& options = {});
  /// The lower triangle of H, packed: nv (nv + 1) / 2 numbers, H_ij at i (i + 1) / 2 + j. Computed in one thread.
  void packed_mass_matrix(View<const double> q, View<double> H, const MassOptions& options = {});
  /// y = H x and y = H⁻¹ x in O(n), without forming H. The second is computed in one thread.
  void mass_matrix_apply(View<const double> q, View<const double> x, View<double> y, const MassOptions& options = {});
  void mass_matrix_solve(View<const double> q, View<const double> x, View<double> y);

  // The sparse mass matrix, in compressed rows. H_ij can differ from zero only if one of the coordinates i and j is on
  // the root path of the other: O(n depth) entries. With mimic joints H may be full, so these functions throw
  // ValueError.

  /// The number of entries of the lower triangle, diagonal included; both triangles have twice that minus nv. A chain
  /// of 10⁶ bodies has 5·10¹¹.
  Index sparse_entries() const;
  /// The lower triangle: row(i) lists the columns of row i, begins()[i] is the place of its first value. Throws
  /// MemoryError if it does not fit in memory.
  const AncestorPaths& sparse_rows();
  /// Values for sparse_rows().
  void sparse_mass_matrix(View<const double> q, View<double> values, const MassOptions& options = {});
  /// Replaces such values by the factors of H = Lᵀ D L, without fill-in. Throws ValueError, naming the joint, if H is
  /// not numerically positive definite; the values are lost then.                             [Featherstone 2008, §6.5]
  void factor_sparse(View<double> values);
  /// x := H⁻¹ x with the factors of factor_sparse.
  void solve_sparse(View<const double> factors, View<double> x);
  /// Both triangles, columns in ascending order, as in scipy's csr_array.
  const SymmetricRows& symmetric_rows();
  /// Values for symmetric_rows().
  void symmetric_mass_matrix(View<const double> q, View<double> values, const MassOptions& options = {});

  /// tau at a = 0: gravity, velocity products and external forces.
  void bias(View<const double> q, View<const double> v, View<double> tau, const External& external = {});
  /// tau at v = a = 0.
  void gravity(View<const double> q, View<double> tau);

  double kinetic_energy(View<const double> q, View<const double> v);
  /// Zero if the centre of mass is level with the root.
  double potential_energy(View<const double> q);
  /// Momentum of all bodies in root coordinates, moments about the origin of the root.
  Force<double> momentum(View<const double> q, View<const double> v);
  Vec3<double> center_of_mass(View<const double> q);

  /// Computes poses, velocities and accelerations of all bodies for the getters below. The getters throw ValueError
  /// before the first call, and again after a call of any function above that takes q. An empty v or a stands for
  /// zeros.
  void kinematics(View<const double> q, View<const double> v = {}, View<const double> a = {});
  /// From root coordinates to frame coordinates: .r is the position of the frame, the rows of .E are its axes.
  Transform<double> pose(const Frame& frame) const;
  /// Spatial velocity in frame coordinates.
  Motion<double> velocity(const Frame& frame) const;
  /// Spatial acceleration in frame coordinates, without gravity.
  Motion<double> acceleration(const Frame& frame) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace treefix
