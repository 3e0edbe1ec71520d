// Poses and composite inertias along bundles and over forests. The text is that of the batch kernels (kernels/crba.hpp), with
// lanes of constants in place of numbers.
#pragma once

#include <treefix/big/forest.hpp>
#include <treefix/big/mass_plan.hpp>
#include <treefix/kernels/crba.hpp>

namespace treefix {

// --- bundles -----------------------------------------------------------------------------------------------

/// turns -> poses of steps first, …, end − 1, as seen from where b is; at(k, b) sees them.
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

/// turns, what comes to the last bodies of pieces -> what comes to the bodies before. add(k, b) adds what hangs from step k, at(k, b)
/// sees the composite inertia of a body and all below it.
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

// --- forests -----------------------------------------------------------------------------------------------

template <class T>
inline constexpr Index pose_row = row_length<12, T>;
template <class T>
inline constexpr Index composite_row = row_length<10, T>;
template <class T>
inline constexpr Index column_row = row_length<8, T>;
template <class T>
inline constexpr Index motion_row = row_length<6, T>;

template <class T>
TREEFIX_INLINE Transform<T> gather_poses(const typename T::Element* rows, const ShortIndex* which) {
  T x[pose_row<T>];
  gather_rows<pose_row<T>>(rows, which, x);
  return {{{x[0], x[1], x[2]}, {x[3], x[4], x[5]}, {x[6], x[7], x[8]}}, {x[9], x[10], x[11]}};
}
template <class T>
TREEFIX_INLINE void store_poses(const Transform<T>& b, typename T::Element* rows) {
  const T x[pose_row<T>] = {b.E.x.x, b.E.x.y, b.E.x.z, b.E.y.x, b.E.y.y, b.E.y.z,
                            b.E.z.x, b.E.z.y, b.E.z.z, b.r.x,   b.r.y,   b.r.z};
  store_rows_of<pose_row<T>>(x, rows);
}
template <class T>
TREEFIX_INLINE Composite<T> load_composites(const typename T::Element* rows) {
  T x[composite_row<T>];
  load_rows_of<composite_row<T>>(rows, x);
  return {x[0], {x[1], x[2], x[3]}, {x[4], x[5], x[6], x[7], x[8], x[9]}};
}
template <class T>
TREEFIX_INLINE void add_composites(const Composite<T>& b, const ShortIndex* which, typename T::Element* rows) {
  const auto& [m, h, S] = b;
  const auto& [s0, s1, s2, s3, s4, s5] = S;
  const T x[composite_row<T>] = {m, h.x, h.y, h.z, s0, s1, s2, s3, s4, s5};
  add_to_rows<composite_row<T>>(x, which, rows);
}

/// Scratch of one forest. Rows are those of bodies outside, then of its own.
template <class T>
struct MassForest {
  Turn<T>* turns = nullptr;  // (groups)
  Column<T>* columns = nullptr;  // (groups)
  typename T::Element* rows = nullptr;  // composite inertias of what hangs from bodies; after that, poses
  /// (groups × lanes) rows: the force of a coordinate, its diagonal entry of H, and the one before that, unless a home begins
  typename T::Element* F = nullptr;
  typename T::Element* S = nullptr;  // (groups × lanes) rows: motion, where some of the group have children
};

/// turns -> columns, composite inertias that come to bodies outside, in their rows
template <class T>
[[gnu::noinline]] void forest_composites(const Forest<T>& m, const std::uint8_t* flags, const MassForest<T>& s) {
  constexpr Index length = composite_row<T>;
  const T none(0);
  std::fill_n(s.rows, m.outside * length, 0.0);
  typename T::Element* own = s.rows + m.outside * length;
  for (Index k = 0; k < m.groups; ++k) {
    if (!(flags[k] & MassPlan::bears)) continue;
    for (Index c = 0; c < length; ++c) none.store(own + (k * length + c) * T::size);
  }
  for (Index k = m.groups - 1; k >= 0; --k) {
    Composite<T> b;
    if (flags[k] & MassPlan::bears) b = load_composites<T>(own + k * T::size * length);
    const AxisParts<T> axis = m.axis(k, none);
    add_body(axis, b);
    s.columns[k] = column_of(b);
    back_over(axis, s.turns[k], axis.d, b);
    back_over(m.mounts[k], b);
    add_composites(b, m.parents + k * T::size, s.rows);
  }
}

/// turns, columns, poses of bodies outside in their rows -> F and S about homes, poses in rows
template <class T>
[[gnu::noinline]] void forest_columns(const Forest<T>& m, const std::uint8_t* flags, const MassForest<T>& s) {
  const T none(0);
  for (Index k = 0; k < m.groups; ++k) {
    Transform<T> b;
    if (!(flags[k] & MassPlan::begins_home)) b = gather_poses<T>(s.rows, m.parents + k * T::size);
    const Motion<T> above = motion_at(b);
    const AxisParts<T> axis = m.axis(k, none);
    out_over(m.mounts[k], b);
    out_over(axis, s.turns[k], axis.d, b);
    const Column<T> column = s.columns[k];
    const Force<T> F = force_at(b, column);
    const auto& [n, f] = F;
    const T x[column_row<T>] = {n.x, n.y, n.z, f.x, f.y, f.z, column.around + axis.armature, dot(F, above)};
    store_rows_of<column_row<T>>(x, s.F + k * T::size * column_row<T>);
    if (!(flags[k] & MassPlan::bears)) continue;
    const auto [w, v] = motion_at(b);
    const T y[motion_row<T>] = {w.x, w.y, w.z, v.x, v.y, v.z};
    store_rows_of<motion_row<T>>(y, s.S + k * T::size * motion_row<T>);
    store_poses(b, s.rows + (m.outside + k * T::size) * pose_row<T>);
  }
}

}  // namespace treefix
