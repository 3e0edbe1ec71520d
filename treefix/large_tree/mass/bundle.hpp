// Poses and composite inertias along bundles. The code follows kernels/crba.hpp, with constants in lanes instead of
// numbers.
#pragma once

#include <treefix/kernels/crba.hpp>
#include <treefix/large_tree/inverse/bundle.hpp>

namespace treefix::large_tree {

/// turns -> poses of steps first, …, end − 1, relative to the frame that b starts from. Calls at(k, b) for each step.
template <bool sheared, class T, class At>
TREEFIX_INLINE void bundle_poses(const Bundle<T>& m, const Turn<T>* turns, Index first, Index end, Transform<T>& b,
                                 At at) {
  const T none(0);
  for (Index k = first; k < end; ++k) {
    if constexpr (sheared) b.r = plus_scaled(b.r, m.shears[k], b.E.y);
    out_over(m.axis(k, none), turns[k], m.placements[k].d, b);
    at(k, b);
  }
}

/// turns, composite inertias that come to the last bodies of pieces -> those that come to the bodies before. add(k, b)
/// adds the forests' inertias at step k; at(k, b) gets the composite inertia of a body and everything below it.
template <bool sheared, class T, class Add, class At>
TREEFIX_INLINE void bundle_composites(const Bundle<T>& m, const Turn<T>* turns, Composite<T>& composite, Add add,
                                      At at) {
  const T none(0);
  Composite<T> b = composite;
  for (Index k = m.steps - 1; k >= 0; --k) {
    const AxisParts<T> axis = m.axis(k, none);
    add(k, b);
    add_body(axis, b);
    at(k, b);
    back_over(axis, turns[k], axis.d, b);
    if constexpr (sheared) move_y(m.shears[k], b);
  }
  composite = b;
}

}  // namespace treefix::large_tree
