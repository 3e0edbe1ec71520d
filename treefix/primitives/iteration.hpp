// What iterative methods say of their end.
#pragma once

#include <treefix/base/view.hpp>

namespace treefix {

enum class IterationEnd {
  converged,  // the residual, computed anew from the result, is within the tolerance
  limit,  // no more steps were allowed
  breakdown,  // the system is not positive definite or not finite, or rounding lets it appear so
  stagnation,  // steps claim what the residual, computed anew, denies, and to begin anew no longer helps
};

struct IterationResult {
  Index iterations = 0;
  double residual = 0;  // what was reached of what the tolerance is for, computed anew from the result
  IterationEnd end = IterationEnd::converged;

  constexpr bool converged() const { return end == IterationEnd::converged; }
};

}  // namespace treefix
