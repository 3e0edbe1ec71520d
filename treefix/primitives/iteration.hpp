// The result of iterative methods.
#pragma once

#include <treefix/base/view.hpp>

namespace treefix {

enum class IterationEnd {
  converged,  // the residual, recomputed from the result, is within the tolerance
  limit,  // the step limit was reached
  breakdown,  // the system is not positive definite or not finite, or appears so due to rounding
  stagnation,  // the recomputed residual contradicts the recurrence, and restarts no longer help
};

struct IterationResult {
  Index iterations = 0;
  double residual = 0;  // the quantity that the tolerance limits, recomputed from the result
  IterationEnd end = IterationEnd::converged;

  constexpr bool converged() const { return end == IterationEnd::converged; }
};

}  // namespace treefix
