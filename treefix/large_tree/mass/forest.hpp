// Poses and composite inertias over forests. The code follows kernels/crba.hpp, with constants in lanes instead of
// numbers.
#pragma once

#include <treefix/kernels/crba.hpp>
#include <treefix/large_tree/inverse/forest.hpp>
#include <treefix/large_tree/mass/plan.hpp>

namespace treefix::large_tree {

template <class T>
inline constexpr Index pose_record = record_length<12, T>;
template <class T>
inline constexpr Index composite_record = record_length<10, T>;
template <class T>
inline constexpr Index column_record = record_length<8, T>;
template <class T>
inline constexpr Index spatial_motion_record = record_length<6, T>;

template <class T>
TREEFIX_INLINE Transform<T> gather_poses(const typename T::Element* records, const ShortIndex* which) {
  T x[pose_record<T>];
  gather_records<pose_record<T>>(records, which, x);
  return {{{x[0], x[1], x[2]}, {x[3], x[4], x[5]}, {x[6], x[7], x[8]}}, {x[9], x[10], x[11]}};
}
template <class T>
TREEFIX_INLINE void store_poses(const Transform<T>& b, typename T::Element* records) {
  const T x[pose_record<T>] = {b.E.x.x, b.E.x.y, b.E.x.z, b.E.y.x, b.E.y.y, b.E.y.z,
                               b.E.z.x, b.E.z.y, b.E.z.z, b.r.x,   b.r.y,   b.r.z};
  store_records<pose_record<T>>(x, records);
}
template <class T>
TREEFIX_INLINE Composite<T> load_composites(const typename T::Element* records) {
  T x[composite_record<T>];
  load_records<composite_record<T>>(records, x);
  return {x[0], {x[1], x[2], x[3]}, {x[4], x[5], x[6], x[7], x[8], x[9]}};
}
template <class T>
TREEFIX_INLINE void add_composites(const Composite<T>& b, const ShortIndex* which, typename T::Element* records) {
  const auto& [m, h, S] = b;
  const auto& [s0, s1, s2, s3, s4, s5] = S;
  const T x[composite_record<T>] = {m, h.x, h.y, h.z, s0, s1, s2, s3, s4, s5};
  add_to_records<composite_record<T>>(x, which, records);
}

/// Scratch of one forest. Records of the anchors come first, then those of its own bodies.
template <class T>
struct MassForest {
  Turn<T>* turns = nullptr;  // (groups)
  Column<T>* columns = nullptr;  // (groups)
  typename T::Element* records = nullptr;  // composite inertias that come to bodies; later, poses
  /// (groups × lanes) records: the force of a coordinate, its diagonal entry of H, and the entry before that, unless a
  /// moment frame starts here
  typename T::Element* F = nullptr;
  typename T::Element* S = nullptr;  // (groups × lanes) records: motion, for groups with children
};

/// turns -> columns, composite inertias that come to the anchors, in their records
template <class T>
[[gnu::noinline]] void forest_composites(const Forest<T>& m, const std::uint8_t* flags, const MassForest<T>& s) {
  constexpr Index length = composite_record<T>;
  const T none(0);
  std::fill_n(s.records, m.anchors * length, 0.0);
  typename T::Element* own = s.records + m.anchors * length;
  for (Index k = 0; k < m.groups; ++k) {
    if (!(flags[k] & MassPlan::has_children)) continue;
    for (Index c = 0; c < length; ++c) none.store(own + (k * length + c) * T::size);
  }
  for (Index k = m.groups - 1; k >= 0; --k) {
    Composite<T> b;
    if (flags[k] & MassPlan::has_children) b = load_composites<T>(own + k * T::size * length);
    const AxisParts<T> axis = m.axis(k, none);
    add_body(axis, b);
    s.columns[k] = column_of(b);
    back_over(axis, s.turns[k], axis.d, b);
    back_over(m.mounts[k], b);
    add_composites(b, m.parents + k * T::size, s.records);
  }
}

/// turns, columns, poses of the anchors in their records -> F and S about moment frames, poses in records
template <class T>
[[gnu::noinline]] void forest_columns(const Forest<T>& m, const std::uint8_t* flags, const MassForest<T>& s) {
  const T none(0);
  for (Index k = 0; k < m.groups; ++k) {
    Transform<T> b;
    if (!(flags[k] & MassPlan::begins_moment_frame)) b = gather_poses<T>(s.records, m.parents + k * T::size);
    const Motion<T> above = motion_at(b);
    const AxisParts<T> axis = m.axis(k, none);
    out_over(m.mounts[k], b);
    out_over(axis, s.turns[k], axis.d, b);
    const Column<T> column = s.columns[k];
    const Force<T> F = force_at(b, column);
    const auto& [n, f] = F;
    const T x[column_record<T>] = {n.x, n.y, n.z, f.x, f.y, f.z, column.around + axis.armature, dot(F, above)};
    store_records<column_record<T>>(x, s.F + k * T::size * column_record<T>);
    if (!(flags[k] & MassPlan::has_children)) continue;
    const auto [w, v] = motion_at(b);
    const T y[spatial_motion_record<T>] = {w.x, w.y, w.z, v.x, v.y, v.z};
    store_records<spatial_motion_record<T>>(y, s.S + k * T::size * spatial_motion_record<T>);
    store_poses(b, s.records + (m.anchors + k * T::size) * pose_record<T>);
  }
}

}  // namespace treefix::large_tree
