// Sweeps of forward dynamics over small subtrees, level by level, a body in each lane.
#pragma once

#include <treefix/base/arena.hpp>
#include <treefix/large_tree/forward/bundle.hpp>
#include <treefix/large_tree/inverse/forest.hpp>

namespace treefix::large_tree {

/// A forest whose bodies have their own inertias instead of regrouped ones.
template <class T>
struct InertiaForest : Forest<T> {
  const OwnInertia<T>* bodies = nullptr;  // (groups)

  JointAndInertia<T> axis(Index k, const T& no_armature) const {
    return joint_and_inertia(this->placements[k], bodies[k], this->armatures ? this->armatures[k] : no_armature);
  }
};

/// The lengths of the records of articulated bodies and of accelerations.
template <class T>
inline constexpr Index articulated_record = record_length<27, T>;
template <class T>
inline constexpr Index acceleration_record = record_length<6, T>;

/// Memory for the articulated bodies that come to bodies of a forest. It must be zero before each forest, so it is not
/// used for anything else.
template <class T>
double* take_articulated_records(const Division& division, Arena& arena) {
  return arena.take<double>((division.most_anchors + division.largest_forest * T::size) * articulated_record<T>);
}

/// Reads the records and sets them to zero.
template <class T>
TREEFIX_INLINE ArticulatedBody<T> take_articulated(typename T::Element* records) {
  T x[articulated_record<T>];
  load_records<articulated_record<T>>(records, x);
  for (Index c = 0; c < articulated_record<T>; ++c) T(0).store(records + c * T::size);
  return {{{x[0], x[1], x[2], x[3], x[4], x[5]},
           {{x[6], x[7], x[8]}, {x[9], x[10], x[11]}, {x[12], x[13], x[14]}},
           {x[15], x[16], x[17], x[18], x[19], x[20]}},
          {{x[21], x[22], x[23]}, {x[24], x[25], x[26]}}};
}
/// Adds the first `count` lanes to their records.
template <class T>
TREEFIX_INLINE void add_articulated(const ArticulatedBody<T>& b, const ShortIndex* which, int count,
                                    typename T::Element* records) {
  const auto& [I, H, M] = b.A;
  const auto& [n, f] = b.p;
  const T x[articulated_record<T>] = {I.xx,  I.xy,  I.yy,  I.xz,  I.yz,  I.zz,  H.x.x, H.x.y, H.x.z,
                                      H.y.x, H.y.y, H.y.z, H.z.x, H.z.y, H.z.z, M.xx,  M.xy,  M.yy,
                                      M.xz,  M.yz,  M.zz,  n.x,   n.y,   n.z,   f.x,   f.y,   f.z};
  if (count == T::size) return add_to_records<articulated_record<T>>(x, which, records);
  for (int lane = 0; lane < count; ++lane)
    for (Index c = 0; c < 27; ++c) records[which[lane] * articulated_record<T> + c] += x[c][lane];
}
template <class T>
TREEFIX_INLINE Accelerating<T> gather_accelerations(const typename T::Element* records, const ShortIndex* which) {
  T x[acceleration_record<T>];
  gather_records<acceleration_record<T>>(records, which, x);
  return {{x[0], x[1], x[2]}, {x[3], x[4], x[5]}};
}
template <class T>
TREEFIX_INLINE void store_accelerations(const Accelerating<T>& b, typename T::Element* records) {
  const T x[acceleration_record<T>] = {b.dw.x, b.dw.y, b.dw.z, b.a.x, b.a.y, b.a.z};
  store_records<acceleration_record<T>>(x, records);
}

/// turns, v, records of anchors -> F, records of bodies with children, all for joints that do not accelerate
template <class T>
[[gnu::noinline]] void forest_bias(const InertiaForest<T>& m, const std::uint8_t* has_children, const LaneGroup<T>& g,
                                   const typename T::Element* v, typename T::Element* records) {
  const T no_armature(0);
  for (Index k = 0; k < m.groups; ++k) {
    const T rate = gather_numbers<T>(v, m.coordinates + k * T::size);
    ClassicalMotion<T> b = over_mount(m.mounts[k], gather_motion<T>(records, m.parents + k * T::size));
    Mat3<T> U = spin(b.w, b.dw);
    LaneGroup<T> here = g;
    here.v = &rate;
    rnea_outward<false>(m.axis(k, no_armature), k, 0, here, b, U);
    if (has_children[k]) store_motion(b, records + (m.anchors + k * T::size) * motion_record<T>);
  }
}

/// turns, F, tau -> G, d, and the articulated bodies that come to the anchors, in their records. All records must be
/// zero before; those of the forest's own bodies are zero afterwards.
template <bool with_armature, class T>
[[gnu::noinline]] void forest_articulated(const InertiaForest<T>& m, const std::uint8_t* has_children,
                                          const LaneGroup<T>& g, const typename T::Element* tau,
                                          typename T::Element* records) {
  const T no_armature(0);
  for (Index k = m.groups - 1; k >= 0; --k) {
    const T torque = gather_numbers<T>(tau, m.coordinates + k * T::size);
    ArticulatedBody<T> x;
    if (has_children[k]) x = take_articulated<T>(records + (m.anchors + k * T::size) * articulated_record<T>);
    for (int lane = m.counts[k]; lane < T::size; ++lane)
      x.A.I.zz.set(lane, 1);  // an empty lane must not divide by zero
    LaneGroup<T> here = g;
    here.tau = const_cast<T*>(&torque);
    here.d = g.d + k;
    aba_inward<with_armature, false>(m.axis(k, no_armature), k, 0, here, x);
    back_over(m.mounts[k], x, turn_of(m.mounts[k]));
    add_articulated(x, m.parents + k * T::size, m.counts[k], records);
  }
}

/// turns, G, d, records of anchors -> q̈
template <bool with_armature, class T>
[[gnu::noinline]] void forest_accelerate(const InertiaForest<T>& m, const std::uint8_t* has_children,
                                         const LaneGroup<T>& g, typename T::Element* a, typename T::Element* records) {
  const T no_armature(0);
  for (Index k = 0; k < m.groups; ++k) {
    const ShortIndex* coordinates = m.coordinates + k * T::size;
    Accelerating<T> b = gather_accelerations<T>(records, m.parents + k * T::size);
    out_over(m.mounts[k], b.dw, b.a);
    T acceleration;
    LaneGroup<T> here = g;
    here.a = &acceleration;
    here.d = g.d + k;
    aba_outward<with_armature>(m.axis(k, no_armature), k, 0, here, b);
    if (has_children[k]) store_accelerations(b, records + (m.anchors + k * T::size) * acceleration_record<T>);
    for (int lane = 0; lane < m.counts[k]; ++lane) a[coordinates[lane]] = acceleration[lane];
  }
}

}  // namespace treefix::large_tree
