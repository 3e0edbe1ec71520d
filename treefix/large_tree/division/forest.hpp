// A forest as kernels read it: the constants of its bodies, a body in each lane.
#pragma once

#include <treefix/large_tree/division/bundle.hpp>
#include <treefix/simd/records.hpp>

namespace treefix::large_tree {

/// The motion of a body, as a record.
template <class T>
inline constexpr Index motion_record = record_length<9, T>;

template <class T>
TREEFIX_INLINE ClassicalMotion<T> gather_motion(const typename T::Element* records, const ShortIndex* which) {
  T x[motion_record<T>];
  gather_records<motion_record<T>>(records, which, x);
  return {{x[0], x[1], x[2]}, {x[3], x[4], x[5]}, {x[6], x[7], x[8]}};
}
template <class T>
TREEFIX_INLINE void store_motion(const ClassicalMotion<T>& b, typename T::Element* records) {
  const T x[motion_record<T>] = {b.w.x, b.w.y, b.w.z, b.dw.x, b.dw.y, b.dw.z, b.a.x, b.a.y, b.a.z};
  store_records<motion_record<T>>(x, records);
}

/// Bodies on revolute joints in groups, a body in each lane. Their parents are in earlier groups, or are anchors. Empty
/// lanes have no inertia and repeat the indices of the first lane.
template <class T>
struct Forest {
  Index groups = 0;
  Index anchors = 0;  // number of its anchors; their records come first, then those of its bodies, one for each lane
  const ShortIndex* parents = nullptr;  // (groups × lanes) records
  const ShortIndex* coordinates = nullptr;  // (groups × lanes) in q, v, a, tau
  const std::uint8_t* counts = nullptr;  // (groups) number of bodies
  const Mount<T>* mounts = nullptr;  // (groups)
  const Placement<T>* placements = nullptr;  // (groups)
  const Moments<T>* moments = nullptr;  // (groups)
  const T* armatures = nullptr;  // (groups) null if there are none

  AxisParts<T> axis(Index k, const T& no_armature) const {
    return Bundle<T>{groups, placements, moments, nullptr, armatures}.axis(k, no_armature);
  }
};

/// q -> turns
template <class T>
[[gnu::noinline]] void forest_turns(const Forest<T>& m, const LaneGroup<T>& g, const typename T::Element* q) {
  turn_all(
      m.groups, [&](Index k) { return gather_numbers<T>(q, m.coordinates + k * T::size) + m.placements[k].offset; },
      g.turns);
}

}  // namespace treefix::large_tree
