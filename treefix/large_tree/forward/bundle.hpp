// Sweeps of forward dynamics over pieces of one long chain of revolute joints, a piece in each lane.
#pragma once

#include <treefix/large_tree/forward/element.hpp>
#include <treefix/large_tree/forward/own_inertias.hpp>
#include <treefix/large_tree/inverse/bundle.hpp>
#include <treefix/planner/table.hpp>

namespace treefix::large_tree {

/// The numbers of a joint and a body as references; C is a number or lanes.
template <class C>
struct JointAndInertia {
  const C &cos_alpha, &sin_alpha, &a, &d;
  const C &m, &hx, &hy, &hz, &Sxx, &Sxy, &Syy, &Sxz, &Syz, &Szz;
  const C& armature;
};
template <class Joint, class C>
TREEFIX_INLINE JointAndInertia<C> joint_and_inertia(const Joint& p, const OwnInertia<C>& b, const C& armature) {
  return {p.cos_alpha, p.sin_alpha, p.a,   p.d,   b.m,   b.hx,  b.hy,    b.hz,
          b.Sxx,       b.Sxy,       b.Syy, b.Sxz, b.Syz, b.Szz, armature};
}

/// A bundle whose bodies have their own inertias instead of regrouped ones.
template <class T>
struct InertiaBundle : Bundle<T> {
  const OwnInertia<T>* bodies = nullptr;  // (steps)

  JointAndInertia<T> axis(Index k, const T& no_armature) const {
    return joint_and_inertia(this->placements[k], bodies[k], this->armatures ? this->armatures[k] : no_armature);
  }
};

/// The rotation of the last body of a piece relative to the body before its first: the first two axes of that body and
/// the relative angular velocity, in coordinates of the last body.
template <class T>
struct Spin {
  Vec3<T> x{T(1), T(0), T(0)}, y{T(0), T(1), T(0)}, w{};
};
/// The angular velocity of the last body, given that of the one before the first.
template <class T>
Vec3<T> turned(const Spin<T>& spin, const Vec3<T>& w) {
  return w.x * spin.x + w.y * spin.y + w.z * cross(spin.x, spin.y) + spin.w;
}

/// Coordinates in the frame of a body, given those in its parent's frame.
template <AxisLike X, class T>
TREEFIX_INLINE Vec3<T> turned_over(const X& axis, const Turn<T>& turn, const Vec3<T>& v) {
  return turned_z(turn, turned_x(alpha_of(axis), v));
}
template <AxisLike X, class T>
TREEFIX_INLINE Vec3<T> turned_back(const X& axis, const Turn<T>& turn, const Vec3<T>& v) {
  return back_x(alpha_of(axis), back_z(turn, v));
}

/// turns, v -> rotation of the last bodies of pieces relative to the bodies before
template <class T>
[[gnu::noinline]] void bundle_spins(const InertiaBundle<T>& m, const LaneGroup<T>& g, Spin<T>& out) {
  const T none(0);
  Spin<T> b;
  for (Index k = 0; k < m.steps; ++k) {
    const JointAndInertia<T> axis = m.axis(k, none);
    b.x = turned_over(axis, g.turns[k], b.x);
    b.y = turned_over(axis, g.turns[k], b.y);
    b.w = turned_over(axis, g.turns[k], b.w);
    b.w.z += g.v[k];
  }
  out = b;
}

/// turns, v -> angular velocities of steps below `end`, given those of the bodies before. Calls at(k, w) for each step.
template <class T, class At>
TREEFIX_INLINE void bundle_velocities(const InertiaBundle<T>& m, const LaneGroup<T>& g, Index end, Vec3<T>& w, At at) {
  const T none(0);
  for (Index k = 0; k < end; ++k) {
    w = turned_over(m.axis(k, none), g.turns[k], w);
    w.z += g.v[k];
    at(k, w);
  }
}

/// The motion of the parent of a body on a revolute joint, given that of the body, if the joint does not accelerate. U
/// is the body's, then the parent's. The inverse of rnea_outward.
template <bool sheared, class T>
TREEFIX_INLINE void back_to_parent(const InertiaBundle<T>& m, Index k, const JointAndInertia<T>& axis,
                                   const LaneGroup<T>& g, ClassicalMotion<T>& b, Mat3<T>& U) {
  const T rate = g.v[k];
  const Turn<T> turn = g.turns[k];
  b.a = {b.a.x - axis.d * U.x.z, b.a.y - axis.d * U.y.z, b.a.z - axis.d * U.z.z};
  b.dw.x -= b.w.y * rate;
  b.dw.y += b.w.x * rate;
  b.w.z -= rate;
  b.w = turned_back(axis, turn, b.w);
  b.dw = turned_back(axis, turn, b.dw);
  b.a = turned_back(axis, turn, b.a);
  U = spin(b.w, b.dw);
  b.a = {b.a.x - axis.a * U.x.x, b.a.y - axis.a * U.y.x, b.a.z - axis.a * U.z.x};
  if constexpr (sheared) {
    const T& y = m.shears[k];
    b.a = {b.a.x - y * U.x.y, b.a.y - y * U.y.y, b.a.z - y * U.z.y};
  }
}

/// The values that a sweep passes from body to body.
template <class T>
struct Sweeping {
  ClassicalMotion<T> motion{};  // if neither the joints nor the last body of the piece accelerate
  ArticulatedBody<T> x{};  // of everything below
};

// The inward sweep takes a few steps at a time. Each of the following functions loops over these steps, and its results
// are still in the L1 cache when the next function reads them. One loop for everything would need more registers than
// the CPU has, and most of its instructions would move numbers to memory and back.

/// Steps end − 1, …, first: turns, v, motion of the last step -> F, motion of the body before the first. add.force(k,
/// motion, F) adds the forces of the forests that hang from step k.
template <bool sheared, class T, class Add>
[[gnu::noinline]] void bias_steps(const InertiaBundle<T>& m, const LaneGroup<T>& g, Index first, Index end,
                                  ClassicalMotion<T>& motion, Add& add) {
  const T none(0);
  ClassicalMotion<T> b = motion;
  Mat3<T> U = spin(b.w, b.dw);
  for (Index k = end - 1; k >= first; --k) {
    const JointAndInertia<T> axis = m.axis(k, none);
    Force<T> F = body_force(axis, b.a, U);
    if (g.external) F -= g.external[k];
    g.F[k] = F;
    if (k == add.next_force()) add.force(k, b, g.F[k]);
    back_to_parent<sheared>(m, k, axis, g, b, U);
  }
  motion = b;
}

/// turns, F, tau, articulated body that comes to the last step -> G, d, D⁻¹, articulated body that the first step
/// passes on. add.inertia(k, A) adds the inertias of the forests that hang from step k.
template <bool with_armature, bool sheared, class T, class Add>
[[gnu::noinline]] void articulated_steps(const InertiaBundle<T>& m, const LaneGroup<T>& g, Index first, Index end,
                                         ArticulatedBody<T>& articulated, T* inverses, Add& add) {
  const T none(0);
  ArticulatedBody<T> x = articulated;
  for (Index k = end - 1; k >= first; --k) {
    if (k == add.next_inertia()) add.inertia(k, x.A);
    inverses[k - first] = aba_inward<with_armature, false>(m.axis(k, none), k, k, g, x);
    if constexpr (sheared) {
      move_y(m.shears[k], x.A);
      shear_back<true>(m, k, x.p);
    }
  }
  articulated = x;
}

/// turns, G -> rows of A, as many as fit into registers; s = A S of each step, six numbers
template <bool with_armature, bool sheared, int rows, class T>
[[gnu::noinline]] void reach_rows(const InertiaBundle<T>& m, const LaneGroup<T>& g, Index first, Index end, Force<T>* A,
                                  T* s) {
  const T none(0);
  Force<T> x[rows];
  for_each_constant<rows>([&](auto c) { x[c] = A[c]; });
  for (Index k = end - 1; k >= first; --k) {
    const JointAndInertia<T> axis = m.axis(k, none);
    for_each_constant<rows>([&](auto c) {
      s[(k - first) * 6 + c] = x[c].n.z;
      x[c] = extended<with_armature>(axis, g.turns[k], g.F[k], x[c]);
      if constexpr (sheared) shear_back<true>(m, k, x[c]);
    });
  }
  for_each_constant<rows>([&](auto c) { A[c] = x[c]; });
}

/// Steps end − 1, …, first, inward: turns, v, tau, articulated body that comes to the last step -> G, d, articulated
/// body that the first step passes on, reach.
template <bool with_armature, bool sheared, bool reaches, class T, class Add>
void bundle_articulated(const InertiaBundle<T>& m, const LaneGroup<T>& g, Index first, Index end, Sweeping<T>& s,
                        Reach<T>* reach, Add& add) {
  constexpr Index steps_at_a_time = planner::table::steps_at_a_time;
  T inverses[steps_at_a_time], along[6 * steps_at_a_time];
  for (Index stop = end; stop > first;) {
    const Index start = std::max(first, stop - steps_at_a_time);
    bias_steps<sheared>(m, g, start, stop, s.motion, add);
    articulated_steps<with_armature, sheared>(m, g, start, stop, s.x, inverses, add);
    if constexpr (reaches) {
      reach_rows<with_armature, sheared, 3>(m, g, start, stop, reach->A, along);
      reach_rows<with_armature, sheared, 3>(m, g, start, stop, reach->A + 3, along + 3);
      add_ranks(stop - start, along, inverses, g.d + start, *reach);
    }
    stop = start;
  }
}

/// turns, G, changes of the accelerations of the bodies before -> changes of q̈. Calls at(k, b) with changes of
/// accelerations.
template <bool sheared, class T, class At>
[[gnu::noinline]] void bundle_respond(const InertiaBundle<T>& m, const LaneGroup<T>& g, Accelerating<T> b, At& at) {
  const T none(0);
  for (Index k = 0; k < m.steps; ++k) {
    const JointAndInertia<T> axis = m.axis(k, none);
    if constexpr (sheared) b.a = plus_cross_y(b.a, b.dw, m.shears[k]);
    out_over(axis, g.turns[k], axis.d, b.dw, b.a);
    const T more = dot(g.F[k], Motion<T>{b.dw, b.a});
    g.a[k] = g.a[k] - more;
    b.dw.z = b.dw.z - more;
    if (k == at.next()) at(k, b);
  }
}

/// turns, G, d, accelerations of the bodies before relative to `motion` -> q̈, accelerations of the last bodies. Calls
/// at(k, b) with accelerations.
template <bool with_armature, bool sheared, class T, class At>
[[gnu::noinline]] void bundle_accelerate(const InertiaBundle<T>& m, const LaneGroup<T>& g,
                                         Accelerating<T>& accelerating, At& at) {
  const T none(0);
  Accelerating<T> b = accelerating;
  for (Index k = 0; k < m.steps; ++k) {
    if constexpr (sheared) b.a = plus_cross_y(b.a, b.dw, m.shears[k]);
    aba_outward<with_armature>(m.axis(k, none), k, k, g, b);
    if (k == at.next()) at(k, b);
  }
  accelerating = b;
}

}  // namespace treefix::large_tree
