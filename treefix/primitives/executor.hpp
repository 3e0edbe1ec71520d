// What primitives ask of who runs them.
#pragma once

#include <algorithm>
#include <concepts>

#include <treefix/base/view.hpp>

namespace treefix {

/// for_each(n, f) calls f(0), …, f(n − 1), each once, in any order and maybe at the same time, and comes back when all are
/// done. What one call writes, no other may touch. n may be 0.
///
/// What is computed must not depend on the executor: primitives divide their work by the tree and by block sizes given to
/// them, so all executors that run calls as they are give the same bits.
template <class E>
concept Executor = requires(const E& exec, Index n, void (*f)(Index)) {
  { exec.for_each(n, f) };
};

/// f(i) for all i below n, some thousands at a time.
template <Executor Exec, class F>
void map(const Exec& exec, Index n, F f) {
  constexpr Index block = 2048;
  exec.for_each((n + block - 1) / block, [&](Index k) {
    for (Index i = k * block, end = std::min(n, i + block); i < end; ++i) f(i);
  });
}

}  // namespace treefix
