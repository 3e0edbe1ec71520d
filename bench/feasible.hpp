// Limits of methods of forward dynamics, for all benches.
#pragma once

#include <treefix/treefix.hpp>

namespace tfbench {

/// Whether a method is worth waiting for.
inline bool is_feasible(treefix::Method method, const treefix::Model& model) {
  using treefix::Method;
  const treefix::Index n = model.nbody();
  switch (method) {
    case Method::mass_matrix:
    case Method::jsiia_columns:
    case Method::jsiia_crba:
    case Method::ccg:
    case Method::pcg_ds: return n <= 1000;
    case Method::jsiia_sparse: {
      double work = 0;  // its factors take the sum of squared depths, over two
      for (const treefix::ShortIndex depth : depths_of(model.mechanism().tree)) work += 0.5 * depth * depth;
      return work <= 1e9;
    }
    case Method::cfa: return n <= 100'000;
    case Method::hybrid_aba:
    case Method::scan_aba:
    case Method::dca: return n <= 1'000'000;
    default: return true;
  }
}

}  // namespace tfbench
