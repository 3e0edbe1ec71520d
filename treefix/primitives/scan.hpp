// Prefix sums with any associative operator: the scans of [Lynghus 2026, §5.2.4]. Its "simulated" scan avoids them: see
// simulated_rootfix.
#pragma once

#include <algorithm>
#include <bit>

#include <treefix/planner/table.hpp>
#include <treefix/primitives/executor.hpp>
#include <treefix/primitives/operators.hpp>

namespace treefix {

enum class ScanKind {
  sequential,
  work_efficient,  // up and down a balanced tree                                       [Blelloch 1990b]
  blocked,  // sums of blocks, their scan, then each block
  per_component,  // each number of a vector by itself, blocked: sums only
  native,  // the executor's own, if it has one; else blocked
};

struct ScanMethod {
  ScanKind kind = ScanKind::blocked;
  /// For blocked and per_component, positive; may exceed the size of the array.
  Index block = planner::table::scan_block;
};

namespace detail {

/// x_k ← start ∘ x_0 ∘ … ∘ x_{k−1}; returns start ∘ all.
template <class Op, class X>
constexpr X scan_one_by_one(const Op& op, X sum, X* x, Index n, Index step = 1) {
  for (Index k = 0; k < n; ++k) {
    const X own = x[k * step];
    x[k * step] = sum;
    sum = op(sum, own);
  }
  return sum;
}

/// Blelloch's tree over n elements, where n need not be a power of two: a node over `size` elements keeps its sum in
/// its last element. At each height at most one node extends beyond the end; on the way down its value is in `beyond`.
template <Executor Exec, class Op, class X>
void scan_by_tree(const Exec& exec, const Op&, View<X> x, X* beyond) {
  const Index n = ssize(x);
  const auto top = static_cast<Index>(std::bit_ceil(x.size()));
  for (Index size = 2; size <= top; size *= 2)
    map(exec, n / size, [=] TREEFIX_DEVICE(Index k) {
      const Index right = (k + 1) * size - 1, left = right - size / 2;
      x[right] = Op()(x[left], x[right]);
    });
  exec.for_each(1, [=] TREEFIX_DEVICE(Index) {
    *beyond = Op::template identity<X>();
    if (top == n) x[n - 1] = Op::template identity<X>();
  });
  for (Index size = top; size >= 2; size /= 2) {
    const Index inside = n / size;
    map(exec, inside + 1, [=] TREEFIX_DEVICE(Index k) {
      const Index right = (k + 1) * size - 1, left = right - size / 2;
      if (left >= n) return;  // the left half of the last node is beyond the end, too
      const X sum = x[left];
      X& last = k < inside ? x[right] : *beyond;
      x[left] = last;
      last = Op()(last, sum);
    });
  }
}

/// n values with stride `step`, in blocks; sums has one element for each block.
template <class Op, class X>
struct Blocks {
  Op op;
  X* x;
  Index n, step, block;
  X* sums;

  constexpr Index count() const { return (n - 1) / block + 1; }
  constexpr X* begin(Index k) const { return x + k * block * step; }
  constexpr Index size(Index k) const { return std::min(block, n - k * block); }

  constexpr void sum(Index k) const {
    X total = begin(k)[0];
    for (Index i = 1; i < size(k); ++i) total = op(total, begin(k)[i * step]);
    sums[k] = total;
  }
  constexpr void scan_sums() const { scan_one_by_one(op, Op::template identity<X>(), sums, count()); }
  constexpr void scan(Index k) const { scan_one_by_one(op, sums[k], begin(k), size(k), step); }
};

template <Executor Exec, class Op, class X>
void scan_by_blocks(const Exec& exec, const Blocks<Op, X>& blocks) {
  const Index count = blocks.count();
  if (count > 1) exec.for_each(count, [=] TREEFIX_DEVICE(Index k) { blocks.sum(k); });
  exec.for_each(1, [=] TREEFIX_DEVICE(Index) { blocks.scan_sums(); });
  exec.for_each(count, [=] TREEFIX_DEVICE(Index k) { blocks.scan(k); });
}

/// One call for each component.
template <Executor Exec, class Op, class X>
void scan_by_component(const Exec& exec, const Op& op, View<X> x, Index block, View<X> scratch) {
  using T = typename Op::template Component<X>;
  constexpr Index numbers = sizeof(X) / sizeof(T);
  exec.for_each(numbers, [=] TREEFIX_DEVICE(Index c) {
    Blocks<Op, T> blocks{op, reinterpret_cast<T*>(x.data()) + c, ssize(x), numbers, block, nullptr};
    const Index count = blocks.count();
    blocks.sums = reinterpret_cast<T*>(scratch.data()) + c * count;
    for (Index k = 0; k < count; ++k) blocks.sum(k);
    blocks.scan_sums();
    for (Index k = 0; k < count; ++k) blocks.scan(k);
  });
}

}  // namespace detail

/// The number of scratch values that exclusive_scan needs for n elements.
template <class X>
constexpr Index scan_scratch(const ScanMethod& method, Index n) {
  TREEFIX_ASSERT(method.block > 0);
  if (n == 0 || method.kind == ScanKind::sequential) return 0;
  return method.kind == ScanKind::work_efficient ? 1 : (n - 1) / method.block + 1;
}

/// x_k ← x_0 ∘ … ∘ x_{k−1}; the identity for k = 0. The same bits from every executor, unless the method is native;
/// methods differ in rounding. method.block must be positive.
template <Executor Exec, class Op, class X>
  requires Monoid<Op, X>
void exclusive_scan(const Exec& exec, const ScanMethod& method, const Op& op, View<X> x, View<X> scratch) {
  const Index n = ssize(x);
  TREEFIX_ASSERT(ssize(scratch) >= scan_scratch<X>(method, n));
  if (n == 0) return;
  switch (method.kind) {
    case ScanKind::sequential:
      return exec.for_each(
          1, [=] TREEFIX_DEVICE(Index) { detail::scan_one_by_one(op, Op::template identity<X>(), x.data(), n); });
    case ScanKind::work_efficient: return detail::scan_by_tree(exec, op, x, scratch.data());
    case ScanKind::per_component:
      if constexpr (Componentwise<Op, X>) return detail::scan_by_component(exec, op, x, method.block, scratch);
      break;  // no components
    case ScanKind::native:
      if constexpr (Scanner<Exec, Op, X>) return exec.scan(op, x);
      break;
    case ScanKind::blocked: break;
  }
  detail::scan_by_blocks(exec, detail::Blocks<Op, X>{op, x.data(), n, 1, method.block, scratch.data()});
}

/// out_k ← x_j ∘ … ∘ x_k, where j is the last element up to k that begins a segment; the first element always begins
/// one. work and scratch are as x and scratch of exclusive_scan.
template <Executor Exec, class Op, class X>
  requires Monoid<Op, X>
void scan_by_segment(const Exec& exec, const ScanMethod& method, const Op& op, View<const X> x, View<const char> begins,
                     View<Marked<X>> work, View<Marked<X>> scratch, View<X> out) {
  map(exec, ssize(x), [=] TREEFIX_DEVICE(Index k) { work[k] = {x[k], begins[k] != 0}; });
  exclusive_scan(exec, method, Segmented<Op>(), work, scratch);
  map(exec, ssize(x), [=] TREEFIX_DEVICE(Index k) { out[k] = k == 0 || begins[k] ? x[k] : op(work[k].value, x[k]); });
}

}  // namespace treefix
