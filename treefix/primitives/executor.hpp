// What primitives ask of who runs them.
#pragma once

#include <concepts>

#include <treefix/base/device.hpp>
#include <treefix/base/view.hpp>

namespace treefix {

/// for_each(n, f) calls f(0), …, f(n − 1), each once, in any order and maybe at the same time, and comes back when all are
/// done. What one call writes, no other may touch. n may be 0. With a third argument, calls are so short that it takes that
/// many of them to be worth a thread of the host.
///
/// Calls may run where the host's memory cannot be reached. So f keeps by value all it needs, arrays as views of an
/// Array<X>: made of a size, or of the host's values; view() is for calls, copy_to(view) brings values back. What is only to
/// be done once is a for_each of one call.
///
/// What is computed must not depend on the executor: primitives divide their work by the tree and by block sizes given to
/// them, so all executors that run calls as they are give the same bits.
template <class E>
concept Executor = requires(const E& exec, Index n, void (*f)(Index)) {
  { exec.for_each(n, f) };
  { exec.for_each(n, f, n) };
  { typename E::template Array<double>(n).view() } -> std::same_as<View<double>>;
};

/// scan(op, x) does x_k ← x_0 ∘ … ∘ x_{k−1} in a way of its own, for any associative operator: which sums it makes, and
/// so their rounding, may change from call to call.
template <class E, class Op, class X>
concept Scanner = requires(const E& exec, const Op& op, View<X> x) {
  { exec.scan(op, x) };
};

/// f(i) for all i below n, some thousands at a time.
template <Executor Exec, class F>
void map(const Exec& exec, Index n, F f) {
  exec.for_each(n, f, 2048);
}

}  // namespace treefix
