// The interface of executors, which run the calls of primitives.
#pragma once

#include <concepts>

#include <treefix/base/device.hpp>
#include <treefix/base/view.hpp>

namespace treefix {

/// for_each(n, f) calls f(0), …, f(n − 1), each once, in any order and possibly concurrently, and returns when all are
/// done. No call may access what another one writes. n may be 0. The optional third argument is for short calls: the
/// number of calls that is worth a host thread.
///
/// Calls may run where they cannot reach the memory of the host. So f holds everything it needs by value, and arrays as
/// views of an Array<X>. An Array is made from a size or from values of the host; view() is for calls, and
/// copy_to(view) copies values back. To do work once, use for_each(1, f).
///
/// Results must not depend on the executor: primitives divide their work by the tree and by given block sizes, so all
/// executors that run calls unchanged give the same bits.
template <class E>
concept Executor = requires(const E& exec, Index n, void (*f)(Index)) {
  { exec.for_each(n, f) };
  { exec.for_each(n, f, n) };
  { typename E::template Array<double>(n).view() } -> std::same_as<View<double>>;
};

/// scan(op, x) computes x_k ← x_0 ∘ … ∘ x_{k−1} with its own algorithm, for any associative operator. The order of
/// operations, and so the rounding, may differ between calls.
template <class E, class Op, class X>
concept Scanner = requires(const E& exec, const Op& op, View<X> x) {
  { exec.scan(op, x) };
};

/// Calls f(i) for all i below n. The calls are short, so a thread takes a few thousand at a time.
template <Executor Exec, class F>
void map(const Exec& exec, Index n, F f) {
  exec.for_each(n, f, 2048);
}

}  // namespace treefix
