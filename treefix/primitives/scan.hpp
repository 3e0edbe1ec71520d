// Prefix sums with any associative operator, in the ways that the thesis compares (§5.2.4).
#pragma once

#include <bit>

#include <treefix/primitives/executor.hpp>
#include <treefix/primitives/operators.hpp>

namespace treefix {

enum class ScanKind {
  sequential,
  work_efficient,  // up and down a balanced tree                                       [Blelloch 1990]
  blocked,  // sums of blocks, their scan, then each block
  per_component,  // each number of a vector by itself, blocked: sums only
};

struct ScanMethod {
  ScanKind kind = ScanKind::blocked;
  Index block = 1024;  // of blocked and per_component; larger than the array is as good as its size
};

namespace detail {

/// Inside a call of an executor's.
struct OneByOne {
  template <class F>
  void for_each(Index n, F f) const {
    for (Index i = 0; i < n; ++i) f(i);
  }
};

/// x_k ← start ∘ x_0 ∘ … ∘ x_{k−1}; gives start ∘ all.
template <class Op, class X>
X scan_one_by_one(const Op& op, X sum, X* x, Index n, Index step = 1) {
  for (Index k = 0; k < n; ++k) {
    const X own = x[k * step];
    x[k * step] = sum;
    sum = op(sum, own);
  }
  return sum;
}

/// Blelloch's tree over n places, where n need not be a power of two: a node of `size` places keeps its sum in its last
/// place. At each height at most one node reaches beyond the end; what it would keep is in `beyond` on the way down.
template <Executor Exec, class Op, class X>
void scan_by_tree(const Exec& exec, const Op& op, View<X> x) {
  const Index n = ssize(x);
  const auto top = static_cast<Index>(std::bit_ceil(x.size()));
  for (Index size = 2; size <= top; size *= 2)
    map(exec, n / size, [=](Index k) {
      const Index right = (k + 1) * size - 1, left = right - size / 2;
      x[right] = Op()(x[left], x[right]);
    });
  X beyond = Op::template identity<X>();  // what comes before the node that reaches beyond
  if (top == n) x[n - 1] = beyond;
  for (Index size = top; size >= 2; size /= 2) {
    const Index inside = n / size, middle = inside * size + size / 2;
    map(exec, inside, [=](Index k) {
      const Index right = (k + 1) * size - 1, left = right - size / 2;
      const X sum = x[left];
      x[left] = x[right];
      x[right] = Op()(x[right], sum);
    });
    if (middle <= n && inside * size < n) {  // its left half is inside
      const X sum = x[middle - 1];
      x[middle - 1] = beyond;
      beyond = op(beyond, sum);
    }
  }
}

/// sums has a place for each block.
template <Executor Exec, class Op, class X>
void scan_by_blocks(const Exec& exec, const Op& op, X* x, Index n, Index step, Index block, X* sums) {
  const Index count = (n + block - 1) / block;
  const auto size = [=](Index k) { return std::min(block, n - k * block); };
  if (count > 1)
    exec.for_each(count, [&](Index k) {
      const X* own = x + k * block * step;
      X sum = own[0];
      for (Index i = 1; i < size(k); ++i) sum = op(sum, own[i * step]);
      sums[k] = sum;
    });
  scan_one_by_one(op, Op::template identity<X>(), sums, count);
  exec.for_each(count, [&](Index k) { scan_one_by_one(op, sums[k], x + k * block * step, size(k), step); });
}

}  // namespace detail

/// How many X an exclusive_scan of n asks for as scratch.
template <class X>
constexpr Index scan_scratch(const ScanMethod& method, Index n) {
  const bool blocks = method.kind == ScanKind::blocked || method.kind == ScanKind::per_component;
  return blocks && n > 0 ? (n - 1) / method.block + 1 : 0;
}

/// x_k ← x_0 ∘ … ∘ x_{k−1}, for k = 0 the identity. The same bits from every executor; other methods round otherwise.
/// method.block must be positive.
template <Executor Exec, class Op, class X>
  requires Monoid<Op, X>
void exclusive_scan(const Exec& exec, const ScanMethod& method, const Op& op, View<X> x, View<X> scratch) {
  const Index n = ssize(x);
  TREEFIX_ASSERT(ssize(scratch) >= scan_scratch<X>(method, n));
  if (n == 0) return;
  switch (method.kind) {
    case ScanKind::sequential: detail::scan_one_by_one(op, Op::template identity<X>(), x.data(), n); return;
    case ScanKind::work_efficient: return detail::scan_by_tree(exec, op, x);
    case ScanKind::per_component:
      if constexpr (Componentwise<Op, X>) {
        using T = typename Op::template Component<X>;
        constexpr Index numbers = sizeof(X) / sizeof(T);
        const Index count = scan_scratch<X>(method, n);
        exec.for_each(numbers, [&](Index c) {
          T* sums = reinterpret_cast<T*>(scratch.data()) + c * count;
          detail::scan_by_blocks(detail::OneByOne{}, op, reinterpret_cast<T*>(x.data()) + c, n, numbers, method.block,
                                 sums);
        });
        return;
      }
      [[fallthrough]];  // of what has no components
    case ScanKind::blocked: return detail::scan_by_blocks(exec, op, x.data(), n, 1, method.block, scratch.data());
  }
}

/// out_k ← x_j ∘ … ∘ x_k, where j is the last place up to k that begins a segment; the first place begins one in any case.
/// work and scratch as exclusive_scan takes x and its scratch.
template <Executor Exec, class Op, class X>
  requires Monoid<Op, X>
void scan_by_segment(const Exec& exec, const ScanMethod& method, const Op& op, View<const X> x, View<const char> begins,
                     View<Marked<X>> work, View<Marked<X>> scratch, View<X> out) {
  map(exec, ssize(x), [=](Index k) { work[k] = {x[k], begins[k] != 0}; });
  exclusive_scan(exec, method, Segmented<Op>(), work, scratch);
  map(exec, ssize(x), [=](Index k) { out[k] = k == 0 || begins[k] ? x[k] : op(work[k].value, x[k]); });
}

}  // namespace treefix
