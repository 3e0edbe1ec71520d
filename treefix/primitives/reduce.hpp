// Reduction with any associative operator; the same bits from every executor.
#pragma once

#include <algorithm>

#include <treefix/planner/table.hpp>
#include <treefix/primitives/executor.hpp>
#include <treefix/primitives/operators.hpp>

namespace treefix {

/// The default number of terms per call.
inline constexpr Index reduce_block = planner::table::reduce_block;

/// The number of scratch values that reduce needs for n terms.
constexpr Index reduce_scratch(Index n, Index block = reduce_block) { return (n + block - 1) / block; }

/// total[0] ← value(0) ∘ … ∘ value(n − 1), the identity if n is 0. Adds each block serially, then the sums of the
/// blocks. Blocks depend on n alone, and so does rounding; its bound grows like block + n / block. total has one
/// element. block must be positive.
template <Executor Exec, class Op, class X, class Value>
  requires Monoid<Op, X>
void reduce(const Exec& exec, const Op& op, Index n, Value value, View<X> scratch, View<X> total,
            Index block = reduce_block) {
  const Index blocks = reduce_scratch(n, block);
  TREEFIX_ASSERT(block > 0 && ssize(scratch) >= blocks && ssize(total) == 1);
  exec.for_each(blocks, [=] TREEFIX_DEVICE(Index k) {
    X sum = value(k * block);
    for (Index i = k * block + 1; i < std::min(n, (k + 1) * block); ++i) sum = op(sum, value(i));
    scratch[k] = sum;
  });
  exec.for_each(1, [=] TREEFIX_DEVICE(Index) {
    X sum = blocks > 0 ? scratch[0] : Op::template identity<X>();
    for (Index k = 1; k < blocks; ++k) sum = op(sum, scratch[k]);
    total[0] = sum;
  });
}

/// reduce with its own memory, for results that the host reads.
template <class X, Executor Memory>
class Reduction {
 public:
  /// For up to n values.
  explicit Reduction(Index n) : scratch_(reduce_scratch(n)), total_(1) {}

  template <Executor Exec, class Op, class Value>
  X operator()(const Exec& exec, const Op& op, Index n, Value value) {
    reduce(exec, op, n, value, scratch_.view(), total_.view());
    X total{};
    total_.copy_to({&total, 1});
    return total;
  }

 private:
  typename Memory::template Array<X> scratch_, total_;
};

}  // namespace treefix
