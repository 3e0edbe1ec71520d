// Executor: one call after the other.
#pragma once

#include <treefix/primitives/executor.hpp>

namespace treefix {

/// Runs everything in the calling thread.
struct Serial {
  template <class X>
  using Array = Scratch<X>;

  template <class F>
  void for_each(Index n, F f, Index /*grain*/ = 1) const {
    for (Index i = 0; i < n; ++i) f(i);
  }
};
static_assert(Executor<Serial>);

}  // namespace treefix
