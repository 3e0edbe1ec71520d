// Rows of the mass matrix in lanes.
#pragma once

#include <algorithm>
#include <cstdint>

#include <treefix/base/view.hpp>

namespace treefix::large_tree {

/// Products of papers/mass/mass_rows.hpp in lanes. The same instructions compute every number, wherever it is in its
/// row: if the length is not a multiple of the number of lanes, some numbers are computed twice.
template <class T>
struct LaneProducts {
  static constexpr Index lanes = T::size;

  static void put(const double* a, Index stride, const double (&b)[6], double* out, Index count, bool past_caches) {
    const Sum sum(b);
    if (count < lanes) return put_few(b, a, stride, out, count);
    const auto put_cached = [&](Index first, Index end) {
      if (end - first >= lanes) {
        for (Index k = first; k < end; k += lanes) {
          const Index here = std::min(k, end - lanes);
          sum(a + here, stride).store(out + here);
        }
      } else if (first < end) {
        double sums[lanes];
        const Index from = std::min(first, count - lanes);
        sum(a + from, stride).store(sums);
        for (Index k = first; k < end; ++k) out[k] = sums[k - from];
      }
    };
    if (!past_caches) return put_cached(0, count);
    // whole cache lines only: a line that is written both past the caches and through them would be fetched and evicted
    // again
    const Index begin = std::min(to_next_line(out), count), end = begin + (count - begin) / line * line;
    put_cached(0, begin);
    for (Index k = begin; k < end; k += lanes) sum(a + k, stride).store_past_caches(out + k);
    put_cached(end, count);
  }

  /// The same for short rows, inlined into the caller's loop.
  [[gnu::always_inline]] static inline void put_short(const double* a, Index stride, const double* b, double* out,
                                                      Index count) {
    const Sum sum(b);
    if (count < lanes) return put_few(b, a, stride, out, count);
    const Index last = count - lanes;
    for (Index k = 0; k < last; k += lanes) sum(a + k, stride).store(out + k);
    sum(a + last, stride).store(out + last);
  }

 private:
  struct Sum {
    [[gnu::always_inline]] explicit Sum(const double* b) : b0(b[0]), b1(b[1]), b2(b[2]), b3(b[3]), b4(b[4]), b5(b[5]) {}
    [[gnu::always_inline]] T operator()(const double* from, Index stride) const {
      // The sum starts from zero: in a sum of two products the compiler may fuse either, and not always the same one.
      T x = T(0) + T::load(from) * b0;
      x = x + T::load(from + stride) * b1;
      x = x + T::load(from + 2 * stride) * b2;
      x = x + T::load(from + 3 * stride) * b3;
      x = x + T::load(from + 4 * stride) * b4;
      return x + T::load(from + 5 * stride) * b5;
    }
    T b0, b1, b2, b3, b4, b5;
  };
  [[gnu::noinline]] static void put_few(const double* b, const double* a, Index stride, double* out, Index count) {
    const Sum sum(b);
    double padded[6 * lanes] = {}, sums[lanes];
    for (Index c = 0; c < 6; ++c)
      for (Index k = 0; k < count; ++k) padded[c * lanes + k] = a[c * stride + k];
    sum(padded, lanes).store(sums);
    for (Index k = 0; k < count; ++k) out[k] = sums[k];
  }

  static constexpr Index line = std::max<Index>(8, lanes);  // numbers in a cache line, or in a larger register

  static Index to_next_line(const double* out) {
    const Index beyond = static_cast<Index>(reinterpret_cast<std::uintptr_t>(out) / sizeof(double)) % line;
    return beyond == 0 ? 0 : line - beyond;
  }
};

}  // namespace treefix::large_tree
