// How dynamics is computed: what a caller may choose, and what is said of results.
#pragma once

#include <limits>
#include <string>
#include <string_view>

#include <treefix/algorithms/forward/family.hpp>
#include <treefix/algorithms/scan/inverse_by_scan.hpp>

namespace treefix {

/// How forward dynamics is computed.
enum class Method {
  /// The fastest that suits the model: pieces for large trees, aba for others; see explain(). Under forces in
  /// coordinates of the root a tree is large from 4097 bodies on, since they need poses.
  automatic,
  aba,  // articulated bodies, one after the other
  pieces,  // articulated bodies of parts of the tree, in SIMD lanes and on threads, joined by star products
  mass_matrix,  // composite rigid bodies and factors, one after the other; what a model with mimic joints uses
  // what the papers describe, over threads; see algorithms/forward/
  jsiia_columns,  // the mass matrix by an inverse dynamics for each column, Cholesky
  jsiia_crba,  // the mass matrix by composite inertias, Cholesky
  jsiia_sparse,  // the same in compressed rows, factors without fill-in
  hybrid_aba,  // articulated inertias one after the other, all else by scans
  cfa,  // constraint forces
  ccg,  // conjugate gradients
  pcg_ds,  // conjugate gradients with a diagonal preconditioner
  scan_aba,  // articulated bodies as a scan along heavy paths
  dca,  // the same, divided and conquered
};

inline constexpr Method methods[] = {
    Method::automatic,  Method::aba,          Method::pieces,     Method::mass_matrix, Method::jsiia_columns,
    Method::jsiia_crba, Method::jsiia_sparse, Method::hybrid_aba, Method::cfa,         Method::ccg,
    Method::pcg_ds,     Method::scan_aba,     Method::dca};
constexpr std::string_view to_string(Method method) {
  constexpr std::string_view names[] = {"automatic",  "aba",          "pieces",     "mass_matrix", "jsiia_columns",
                                        "jsiia_crba", "jsiia_sparse", "hybrid_aba", "cfa",         "ccg",
                                        "pcg_ds",     "scan_aba",     "dca"};
  return names[static_cast<int>(method)];
}

/// Whether joints may follow others.
constexpr bool works_with_mimic(Method method) { return method == Method::automatic || method == Method::mass_matrix; }
constexpr bool iterates(Method method) { return method == Method::ccg || method == Method::pcg_ds; }

struct ForwardOptions {
  Method method = Method::automatic;  // others than mass_matrix throw ValueError if the model has mimic joints
  bool residual = false;  // also judge the result; costs about one inverse dynamics
  /// Steps of iterative refinement: a is improved by what the method makes of tau − ID(q, v, a), which is computed in double.
  int refine = 0;
  static constexpr int most_refinements = 1000;  // more throw ValueError
  bool single_precision = false;  // the method computes in float; with refine this is mixed precision
  int threads = 0;  // of all but aba and mass_matrix; 0: all cores. Throws ValueError if negative or above 1024
  CfaSolver solver = CfaSolver::odd_even_elimination;  // of cfa
  // of ccg and pcg_ds
  double tolerance = 0;  // of what history has; 0: 64 ε
  int iterations = 0;  // at most so many; 0: 20 nv + 100
  bool warm_start = false;  // a is given, to begin with
  View<double> history{};  // residuals relative to H and tau before and after each iteration, as far as it has room
};

/// At most so many iterations, and one place more in a history.
constexpr Index iteration_limit(const ForwardOptions& options, Index nv) {
  return options.iterations > 0 ? options.iterations : default_iteration_limit(nv);
}

/// What forward dynamics says of its result.
struct ForwardInfo {
  Method method = Method::automatic;  // the one that was used
  /// The largest |ID(q, v, a) − tau|, at each joint divided by the forces that cancel in it: about ε for a good
  /// result. NaN unless asked for.
  double residual = std::numeric_limits<double>::quiet_NaN();
  int iterations = 0;  // 0 for methods that do not iterate
  bool converged =
      true;  // false: a is the best that was found, or NaN if nothing was, and reason says why it is not better
  std::string reason{};  // empty if there is nothing to say
};

/// How inverse dynamics is computed.
enum class InverseMethod {
  automatic,  // the fastest that suits the model: pieces for large trees, as above, recursive for others; see explain()
  recursive,  // body after body, in one thread
  pieces,  // parts of the tree in SIMD lanes and on threads
  pair_scan,  // velocity and acceleration by one scan; this and the next two are what the papers describe
  two_scan,  // by one scan each
  simulated,  // poses by a scan, all else by sums in coordinates of the root
};

inline constexpr InverseMethod inverse_methods[] = {InverseMethod::automatic, InverseMethod::recursive,
                                                    InverseMethod::pieces,    InverseMethod::pair_scan,
                                                    InverseMethod::two_scan,  InverseMethod::simulated};
constexpr std::string_view to_string(InverseMethod method) {
  constexpr std::string_view names[] = {"automatic", "recursive", "pieces", "pair_scan", "two_scan", "simulated"};
  return names[static_cast<int>(method)];
}

struct InverseOptions {
  InverseMethod method =
      InverseMethod::automatic;  // others than the first two throw ValueError if the model has mimic joints
  TreeWay tree = TreeWay::heavy;  // of scans
  int threads = 0;  // of all but recursive; 0: all cores. Throws ValueError if negative or above 1024
};

struct MassOptions {
  int threads = 0;  // of large trees; 0: all cores. Throws ValueError if negative or above 1024
};

}  // namespace treefix
