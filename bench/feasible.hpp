// Limits of methods of forward dynamics, for all benchmarks.
#pragma once

#include <treefix/treefix.hpp>

namespace tfbench {

/// Whether a method finishes in acceptable time.
inline bool is_feasible(treefix::ForwardMethod method, const treefix::Model& model) {
  using treefix::ForwardMethod;
  const treefix::Index n = model.nbody();
  switch (method) {
    case ForwardMethod::mass_matrix:
    case ForwardMethod::jsiia_columns:
    case ForwardMethod::jsiia_crba:
    case ForwardMethod::ccg:
    case ForwardMethod::pcg_ds: return n <= 1000;
    case ForwardMethod::jsiia_sparse: {
      double work = 0;  // its factors take half the sum of squared depths
      for (const treefix::ShortIndex depth : depths_of(model.mechanism().tree)) work += 0.5 * depth * depth;
      return work <= 1e9;
    }
    case ForwardMethod::cfa: return n <= 100'000;
    case ForwardMethod::hybrid_aba:
    case ForwardMethod::scan_aba:
    case ForwardMethod::dca: return n <= 1'000'000;
    default: return true;
  }
}

}  // namespace tfbench
