// The planner: which method computes a quantity of one model, and why.
#pragma once

#include <string>

#include <treefix/base/methods.hpp>
#include <treefix/large_tree/division/division.hpp>
#include <treefix/model/model.hpp>

namespace treefix::planner {

/// How a dense mass matrix is computed.
enum class MassMethod {
  kernels,  // body by body, in one thread
  scan,  // rows on threads, by scans over the tree
  sparse,  // sparse rows in pieces, then expanded: for matrices that are nearly all zeros
};

/// Whether a model is divided into pieces at all, so that methods in pieces can be compared with the others.
bool is_divided(const Model& model);

// Costs of a division. Costs of forward dynamics are in bodies of the recursion, on one thread.

/// The largest number of rounds with which inverse dynamics in pieces is faster than the recursion.
Index most_rounds(const large_tree::Division& division);
bool inverse_gains(const large_tree::Division& division);
double forward_cost(const large_tree::Division& division);
double recursion_cost(const large_tree::Division& division);
bool forward_gains(const large_tree::Division& division);

/// The choices for one model, made once from the table.
///
/// Determinism: the choices depend on the model and the instruction level, never on the number of threads or the
/// machine.
/// Threads: immutable.
class Plan {
 public:
  /// division: how the model is divided; null unless is_divided(model). The plan keeps no reference to its arguments.
  Plan(const Model& model, const large_tree::Division* division);

  /// The method of inverse dynamics, never automatic.
  InverseMethod inverse(bool forces_in_root = false) const;
  /// The method of forward dynamics, never automatic.
  ForwardMethod forward(bool forces_in_root = false, bool single_precision = false) const;
  /// The method of a dense mass matrix.
  MassMethod mass() const { return mass_; }
  /// Whether products with H, and the rows of a sparse H, are computed in pieces.
  bool mass_in_pieces() const { return inverse_in_pieces_; }
  /// The methods of inverse and forward dynamics and the reasons, as text. Arguments as in the constructor.
  std::string explain(const Model& model, const large_tree::Division* division) const;

 private:
  bool has_mimic_;
  bool root_forces_in_pieces_;  // with external forces in root coordinates
  bool inverse_in_pieces_, forward_in_pieces_;
  MassMethod mass_;
};

}  // namespace treefix::planner
