// Sweeps of inverse dynamics over forests, level by level.
#pragma once

#include <treefix/large_tree/division/forest.hpp>

namespace treefix::large_tree {

/// The force on a body, as a record.
template <class T>
inline constexpr Index force_record = record_length<6, T>;

template <class T>
TREEFIX_INLINE Force<T> load_forces(const typename T::Element* records) {
  T x[force_record<T>];
  load_records<force_record<T>>(records, x);
  return {{x[0], x[1], x[2]}, {x[3], x[4], x[5]}};
}
template <class T>
TREEFIX_INLINE void add_forces(const Force<T>& F, const ShortIndex* which, typename T::Element* records) {
  const T x[force_record<T>] = {F.n.x, F.n.y, F.n.z, F.f.x, F.f.y, F.f.z};
  add_to_records<force_record<T>>(x, which, records);
}

/// Scratch of one forest.
template <class T>
struct ForestRecords {
  typename T::Element* motion = nullptr;  // (anchors + groups × lanes)
  typename T::Element* forces = nullptr;  // (anchors + groups × lanes)
};

/// turns, v, a, motion of the anchors -> F, motion of its bodies
template <class T>
[[gnu::noinline]] void forest_out(const Forest<T>& m, const LaneGroup<T>& g, const typename T::Element* v,
                                  const typename T::Element* a, const ForestRecords<T>& records) {
  const T no_armature(0);
  for (Index k = 0; k < m.groups; ++k) {
    const ShortIndex *parents = m.parents + k * T::size, *coordinates = m.coordinates + k * T::size;
    const T rate = gather_numbers<T>(v, coordinates), acceleration = gather_numbers<T>(a, coordinates);
    ClassicalMotion<T> b = over_mount(m.mounts[k], gather_motion<T>(records.motion, parents));
    Mat3<T> U = spin(b.w, b.dw);
    LaneGroup<T> here = g;
    here.v = &rate;
    here.a = const_cast<T*>(&acceleration);
    rnea_outward<true>(m.axis(k, no_armature), k, 0, here, b, U);
    store_motion(b, records.motion + (m.anchors + k * T::size) * motion_record<T>);
  }
}

/// F, a -> tau, forces on the anchors; all records of forces must be zero before
template <class T>
[[gnu::noinline]] void forest_in(const Forest<T>& m, const LaneGroup<T>& g, const typename T::Element* a,
                                 typename T::Element* tau, const ForestRecords<T>& records) {
  const T no_armature(0);
  for (Index k = m.groups - 1; k >= 0; --k) {
    const ShortIndex *parents = m.parents + k * T::size, *coordinates = m.coordinates + k * T::size;
    const T acceleration = gather_numbers<T>(a, coordinates);
    T torque;
    LaneGroup<T> here = g;
    here.a = const_cast<T*>(&acceleration);
    here.tau = &torque;
    Force<T> F = load_forces<T>(records.forces + (m.anchors + k * T::size) * force_record<T>);
    rnea_inward<true, false>(m.axis(k, no_armature), k, 0, here, F);
    add_forces(back_over(m.mounts[k], F), parents, records.forces);
    for (int lane = 0; lane < m.counts[k]; ++lane) tau[coordinates[lane]] = torque[lane];
  }
}

}  // namespace treefix::large_tree
