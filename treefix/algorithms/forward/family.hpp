// The families of forward dynamics, by name.
#pragma once

#include <string_view>

#include <treefix/base/view.hpp>

namespace treefix {

enum class Family {
  jsiia_columns,  // [Yang 2016, algorithm 2]
  jsiia_crba,
  jsiia_sparse,
  hybrid_aba,  // [Yang 2016, algorithm 3]
  cfa,  // [Yang 2018]
  ccg,  // [Fijany 1989]
  pcg_ds,
  scan_aba,
  dca,
};

/// Of the block tridiagonal systems of cfa.
enum class CfaSolver {
  thomas,  // one row after the other
  odd_even_elimination,  // all rows at once, log₂ n times                              [Yang 2018, algorithm 2]
  cyclic_reduction,  // every other row, half as many each time
};

inline constexpr CfaSolver cfa_solvers[] = {CfaSolver::thomas, CfaSolver::odd_even_elimination,
                                            CfaSolver::cyclic_reduction};
constexpr std::string_view to_string(CfaSolver solver) {
  constexpr std::string_view names[] = {"thomas", "odd_even_elimination", "cyclic_reduction"};
  return names[static_cast<int>(solver)];
}

/// Of conjugate gradients, unless said otherwise. Without rounding nv would do.
constexpr Index default_iteration_limit(Index nv) { return 20 * nv + 100; }

}  // namespace treefix
