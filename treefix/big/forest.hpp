// Sweeps over small subtrees, level by level, a body in each lane.
#pragma once

#include <treefix/big/bundle.hpp>
#include <treefix/big/rows.hpp>

namespace treefix {

/// How bodies move, and the forces on them, in rows.
template <class T>
inline constexpr Index moving_row = row_length<9, T>;
template <class T>
inline constexpr Index force_row = row_length<6, T>;

template <class T>
TREEFIX_INLINE Moving<T> gather_moving(const typename T::Element* rows, const ShortIndex* which) {
  T x[moving_row<T>];
  gather_rows<moving_row<T>>(rows, which, x);
  return {{x[0], x[1], x[2]}, {x[3], x[4], x[5]}, {x[6], x[7], x[8]}};
}
template <class T>
TREEFIX_INLINE void scatter_moving(const Moving<T>& b, typename T::Element* rows) {
  const T x[moving_row<T>] = {b.w.x, b.w.y, b.w.z, b.dw.x, b.dw.y, b.dw.z, b.a.x, b.a.y, b.a.z};
  store_rows_of<moving_row<T>>(x, rows);
}
template <class T>
TREEFIX_INLINE Force<T> load_forces(const typename T::Element* rows) {
  T x[force_row<T>];
  load_rows_of<force_row<T>>(rows, x);
  return {{x[0], x[1], x[2]}, {x[3], x[4], x[5]}};
}
template <class T>
TREEFIX_INLINE void add_forces(const Force<T>& F, const ShortIndex* which, typename T::Element* rows) {
  const T x[force_row<T>] = {F.n.x, F.n.y, F.n.z, F.f.x, F.f.y, F.f.z};
  add_to_rows<force_row<T>>(x, which, rows);
}

/// Bodies on revolute joints in groups, a body in each lane; parents are in groups before, or outside. Lanes without a body
/// have no inertia and repeat the indices of the first.
template <class T>
struct Forest {
  Index groups = 0;
  Index outside = 0;  // rows of bodies that it hangs from; rows of its own bodies follow, a row for each lane
  const ShortIndex* parents = nullptr;  // (groups × lanes) rows
  const ShortIndex* coordinates = nullptr;  // (groups × lanes) in q, v, a, tau
  const std::uint8_t* counts = nullptr;  // (groups) of bodies
  const Mount<T>* mounts = nullptr;  // (groups)
  const Placement<T>* placements = nullptr;  // (groups)
  const Moments<T>* moments = nullptr;  // (groups)
  const T* armatures = nullptr;  // (groups) null if there are none

  AxisParts<T> axis(Index k, const T& no_armature) const {
    return Bundle<T>{groups, placements, moments, nullptr, armatures}.axis(k, no_armature);
  }
};

/// Scratch of one forest.
template <class T>
struct ForestRows {
  typename T::Element* moving = nullptr;  // (outside + groups × lanes) rows
  typename T::Element* forces = nullptr;  // (outside + groups × lanes) rows
};

/// q -> turns
template <class T>
[[gnu::noinline]] void forest_turns(const Forest<T>& m, const LaneGroup<T>& g, const typename T::Element* q) {
  turn_all(
      m.groups, [&](Index k) { return gather_numbers<T>(q, m.coordinates + k * T::size) + m.placements[k].offset; },
      g.turns);
}

/// turns, v, a, rows outside -> F, rows of its bodies
template <class T>
[[gnu::noinline]] void forest_out(const Forest<T>& m, const LaneGroup<T>& g, const typename T::Element* v,
                                  const typename T::Element* a, const ForestRows<T>& rows) {
  const T no_armature(0);
  for (Index k = 0; k < m.groups; ++k) {
    const ShortIndex *parents = m.parents + k * T::size, *coordinates = m.coordinates + k * T::size;
    const T rate = gather_numbers<T>(v, coordinates), acceleration = gather_numbers<T>(a, coordinates);
    Moving<T> b = over_mount(m.mounts[k], gather_moving<T>(rows.moving, parents));
    Mat3<T> U = spin(b.w, b.dw);
    LaneGroup<T> here = g;
    here.v = &rate, here.a = const_cast<T*>(&acceleration);
    rnea_outward<true>(m.axis(k, no_armature), k, 0, here, b, U);
    scatter_moving(b, rows.moving + (m.outside + k * T::size) * moving_row<T>);
  }
}

/// F, a -> tau, forces on the bodies outside in their rows, which must be zero before, as all others
template <class T>
[[gnu::noinline]] void forest_in(const Forest<T>& m, const LaneGroup<T>& g, const typename T::Element* a,
                                 typename T::Element* tau, const ForestRows<T>& rows) {
  const T no_armature(0);
  for (Index k = m.groups - 1; k >= 0; --k) {
    const ShortIndex *parents = m.parents + k * T::size, *coordinates = m.coordinates + k * T::size;
    const T acceleration = gather_numbers<T>(a, coordinates);
    T torque;
    LaneGroup<T> here = g;
    here.a = const_cast<T*>(&acceleration), here.tau = &torque;
    Force<T> F = load_forces<T>(rows.forces + (m.outside + k * T::size) * force_row<T>);
    rnea_inward<true, false>(m.axis(k, no_armature), k, 0, here, F);
    add_forces(back_over(m.mounts[k], F), parents, rows.forces);
    for (int lane = 0; lane < m.counts[k]; ++lane) tau[coordinates[lane]] = torque[lane];
  }
}

}  // namespace treefix
