// The methods that a caller can choose: one enum for each choice, with its names and properties.
#pragma once

#include <string_view>

#include <treefix/base/view.hpp>

namespace treefix {

/// How forward dynamics is computed.
enum class ForwardMethod {
  automatic,  // the planner chooses: pieces for large trees, aba for others, mass_matrix for models with mimic joints
  aba,  // articulated bodies, body by body
  pieces,  // articulated bodies of pieces of the tree, in SIMD lanes and on threads, combined by star products
  mass_matrix,  // the mass matrix and its factors, body by body
  // the methods of the papers, on threads: see docs/theory/forward.md
  jsiia_columns,  // the mass matrix by one inverse dynamics for each column, Cholesky factors
  jsiia_crba,  // the mass matrix by composite inertias, Cholesky factors
  jsiia_sparse,  // the sparse mass matrix, factors without fill-in
  hybrid_aba,  // articulated inertias body by body, everything else by scans
  cfa,  // constraint forces: a block tridiagonal system
  ccg,  // conjugate gradients
  pcg_ds,  // conjugate gradients with a diagonal preconditioner
  scan_aba,  // articulated bodies by a scan along heavy paths
  dca,  // articulated bodies by divide and conquer
};

inline constexpr ForwardMethod forward_methods[] = {
    ForwardMethod::automatic,    ForwardMethod::aba,           ForwardMethod::pieces,
    ForwardMethod::mass_matrix,  ForwardMethod::jsiia_columns, ForwardMethod::jsiia_crba,
    ForwardMethod::jsiia_sparse, ForwardMethod::hybrid_aba,    ForwardMethod::cfa,
    ForwardMethod::ccg,          ForwardMethod::pcg_ds,        ForwardMethod::scan_aba,
    ForwardMethod::dca};
constexpr std::string_view to_string(ForwardMethod method) {
  constexpr std::string_view names[] = {"automatic",  "aba",          "pieces",     "mass_matrix", "jsiia_columns",
                                        "jsiia_crba", "jsiia_sparse", "hybrid_aba", "cfa",         "ccg",
                                        "pcg_ds",     "scan_aba",     "dca"};
  return names[static_cast<int>(method)];
}

/// Whether the method supports models with mimic joints.
constexpr bool works_with_mimic(ForwardMethod method) {
  return method == ForwardMethod::automatic || method == ForwardMethod::mass_matrix;
}
constexpr bool iterates(ForwardMethod method) {
  return method == ForwardMethod::ccg || method == ForwardMethod::pcg_ds;
}
/// Whether papers/forward/ implements it.
constexpr bool is_from_papers(ForwardMethod method) {
  return method != ForwardMethod::automatic && method != ForwardMethod::aba && method != ForwardMethod::pieces &&
         method != ForwardMethod::mass_matrix;
}

/// How cfa solves its block tridiagonal systems.
enum class CfaSolver {
  thomas,  // row by row
  odd_even_elimination,  // all rows at once, log₂ n times
  cyclic_reduction,  // every other row, half as many rows in each step
};

inline constexpr CfaSolver cfa_solvers[] = {CfaSolver::thomas, CfaSolver::odd_even_elimination,
                                            CfaSolver::cyclic_reduction};
constexpr std::string_view to_string(CfaSolver solver) {
  constexpr std::string_view names[] = {"thomas", "odd_even_elimination", "cyclic_reduction"};
  return names[static_cast<int>(solver)];
}

/// The default limit of conjugate gradients. In exact arithmetic nv iterations suffice.
constexpr Index default_iteration_limit(Index nv) { return 20 * nv + 100; }

/// How inverse dynamics is computed.
enum class InverseMethod {
  automatic,  // the planner chooses: pieces for large trees, recursive for others
  recursive,  // body by body, in one thread
  pieces,  // pieces of the tree in SIMD lanes and on threads
  // the methods of the papers, on threads: see docs/theory/inverse.md
  pair_scan,  // velocity and acceleration by one scan
  two_scan,  // velocity and acceleration by one scan each
  simulated,  // poses by a scan, everything else by sums in root coordinates
};

inline constexpr InverseMethod inverse_methods[] = {InverseMethod::automatic, InverseMethod::recursive,
                                                    InverseMethod::pieces,    InverseMethod::pair_scan,
                                                    InverseMethod::two_scan,  InverseMethod::simulated};
constexpr std::string_view to_string(InverseMethod method) {
  constexpr std::string_view names[] = {"automatic", "recursive", "pieces", "pair_scan", "two_scan", "simulated"};
  return names[static_cast<int>(method)];
}

/// Whether the method supports models with mimic joints.
constexpr bool works_with_mimic(InverseMethod method) {
  return method == InverseMethod::automatic || method == InverseMethod::recursive;
}
/// Whether papers/inverse/ implements it.
constexpr bool is_from_papers(InverseMethod method) {
  return method == InverseMethod::pair_scan || method == InverseMethod::two_scan || method == InverseMethod::simulated;
}

/// How scans combine values along paths and over subtrees.
enum class TreeScan {
  heavy,  // along heavy paths, in body coordinates: accurate for every size
  euler,  // over the Euler tour of the tree, in root coordinates: loses digits as the tree grows
};

constexpr std::string_view to_string(TreeScan tree) { return tree == TreeScan::heavy ? "heavy" : "euler"; }

}  // namespace treefix
