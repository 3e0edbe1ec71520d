// Options of Dynamics, and the report of forward dynamics.
#pragma once

#include <limits>
#include <string>

#include <treefix/base/methods.hpp>
#include <treefix/base/view.hpp>

namespace treefix {

struct InverseOptions {
  /// Methods other than automatic and recursive throw ValueError if the model has mimic joints.
  InverseMethod method = InverseMethod::automatic;
  TreeScan tree = TreeScan::heavy;  // for the methods that scan
  int threads = 0;  // number of threads, for all methods but recursive; 0: all cores. ValueError unless 0 to 1024
};

struct ForwardOptions {
  /// Methods other than automatic and mass_matrix throw ValueError if the model has mimic joints.
  ForwardMethod method = ForwardMethod::automatic;
  bool residual = false;  // also compute the residual; costs about one inverse dynamics
  /// Steps of iterative refinement: each solves for tau − ID(q, v, a), computed in double, and adds the result to a.
  int refine = 0;
  static constexpr int most_refinements = 1000;  // more throw ValueError
  bool single_precision = false;  // the method computes in float; with refine this is mixed precision
  /// The number of threads, for all methods but aba and mass_matrix; 0: all cores. ValueError unless 0 to 1024.
  int threads = 0;
  CfaSolver solver = CfaSolver::odd_even_elimination;  // for cfa
  // for ccg and pcg_ds
  double tolerance = 0;  // for the residuals in history; 0: 64 ε
  int iterations = 0;  // maximum number of iterations; 0: 20 nv + 100
  bool warm_start = false;  // start from the accelerations in a
  /// Receives the residuals, relative to H and tau, before the first iteration and after each one, as many as fit.
  View<double> history{};
};

/// The maximum number of iterations that the options allow. A complete history has one entry more.
constexpr Index iteration_limit(const ForwardOptions& options, Index nv) {
  return options.iterations > 0 ? options.iterations : default_iteration_limit(nv);
}

/// The report of forward dynamics.
struct ForwardInfo {
  ForwardMethod method = ForwardMethod::automatic;  // the one that was used
  /// The largest |ID(q, v, a) − tau|, at each joint divided by the forces that cancel in it: about ε for a good result.
  /// NaN unless options.residual is set.
  double residual = std::numeric_limits<double>::quiet_NaN();
  int iterations = 0;  // 0 for methods that do not iterate
  /// If false, a is the best acceleration that was found, or NaN if there is none, and reason explains why.
  bool converged = true;
  std::string reason{};  // empty if the result is as good as the method promises
};

struct MassOptions {
  int threads = 0;  // number of threads, for large trees; 0: all cores. ValueError unless 0 to 1024
};

}  // namespace treefix
