// The joint-space equivalent of a mechanism: another one with the same τ, H and q̈ for the same q and v, that takes half
// the arithmetic. Its bodies are elsewhere and have other masses, so nothing else may be computed from it: momenta, centres
// of mass, poses and reaction forces belong to the mechanism.
#pragma once

#include <cstdint>
#include <vector>

#include <treefix/model/mechanism.hpp>
#include <treefix/primitives/ltdl.hpp>

namespace treefix::prepared {

/// A body, in integers. Bodies are numbered as in the mechanism.
struct PreparedBody {
  JointKind kind{};
  bool is_straight = false;  // a general whose X_tree does not turn
  bool is_moment_frame = false;  // moments of the mass matrix are taken about this body, by itself and bodies below it
  ShortIndex parent = -1;
  ShortIndex q = 0, v = 0;  // where its coordinates begin
  ShortIndex general = -1;  // its place among general_bodies, unless the joint is revolute
};

/// Bodies that follow each other, each the only child of the one before: `first`, on any joint, if it is not revolute; then a
/// run of revolute ones, maybe none, which may have a mount on that body. Inside a run nothing else can happen, so sweeps hand
/// values on in registers; between segments they go through memory, at the slot of the parent's segment.
/// Segments are numbered by their first body, so parents come before children. Every body is in one, or is a slider.
struct Segment {
  ShortIndex first = 0;  // its first body
  ShortIndex run = 0;  // the first of the run: first, or first + 1
  ShortIndex end = 0;  // one past its last body
  ShortIndex q = 0, v = 0;  // coordinates of the run: one for each body
  ShortIndex from = -1;  // slot of the parent's segment; −1: the root
  ShortIndex slot = -1;  // its own, if it has children, of which some may be sliders
  ShortIndex mount = -1;  // of its first body, among mounts
  ShortIndex run_mount = -1;  // of the first of the run on another joint's body, among mounts
  ShortIndex tip = -1;  // of its last body, among tips
  bool is_last_child =
      false;  // nothing is in the slot before it in an inward sweep: it has no sliders and no later sibling

  bool has_general() const { return run > first; }
  bool is_at_root() const { return from < 0; }
  /// Whether the first body of the run is on the root: it moves as nothing but its joint does, and hands nothing on.
  bool run_is_on_root() const { return is_at_root() && !has_general() && run < end; }
  /// The body of the run that inward sweeps go to, before such a first one.
  ShortIndex run_stop() const { return run_is_on_root() ? run + 1 : run; }
};

/// A body on a joint with an axis. From the parent's frame: its mount if any, then Trans_x(a) Rot_x(α) puts z on the axis,
/// then Rot_z(angle) Trans_z(d), with q in angle or d or both.                             [Khalil 1986]
/// The rest is what regrouping left of the inertia of a body on a revolute joint: no mass, no h_z, no S_zz.
template <class C>
struct Axis {
  C cos_alpha{}, sin_alpha{}, a{}, d{};
  C hx{}, hy{};  // first moments
  C Sxx{}, Sxy{}, Syy{}, Sxz{}, Syz{};  // second moments ∫ r rᵀ dm
  C armature{};
};

/// A joint that turns about its axis: its angle is q plus an offset.
template <class C>
struct Angle {
  C offset{};
  ShortIndex q = 0, body = 0;
};

/// Rot_z Trans(0, b, lift) before the rest of the placement: of a child whose axis has its common normal with the parent's
/// elsewhere than the main child's; b is not zero where axes are nearly parallel.
template <class C>
struct Mount {
  C cos{}, sin{}, b{}, lift{};
};

/// A body on a revolute joint from which nothing hangs: what its joint leaves of its inertia does not depend on q.
template <class C>
struct Tip {
  C inverse{};  // D⁻¹
  Force<C> G{};  // U D⁻¹
  ArticulatedInertia<C> A{};  // IA − U D⁻¹ Uᵀ, in its own frame
};

/// A body on another joint than a revolute one.
template <class C>
struct GeneralBody {
  Transform<C> X_tree{};  // of joints without an axis: from the parent's frame
  C cos{}, sin{};  // prismatic: of the constant angle
  C pitch{};  // helical
  C m{};
  Vec3<C> h{};
  Sym3<C> S{};  // ∫ r rᵀ dm
};

/// A body on a prismatic joint, on which nothing hangs, such as a finger of a gripper. It does not turn against its parent,
/// so all that it adds to it is a point with its mass, on the line through its centre. In a segment of its own it would take
/// three times as long. Its frame has its origin at the centre.
template <class C>
struct Slider {
  C m{}, armature{};
  C inverse{};  // 1 / (m + armature)
  Vec3<C> p{};  // its centre in the parent's frame at q = 0
  Mat3<C> E{};  // from the parent's axes to its own, of which z is the line's
  Sym3<C> M{};  // what the parent feels of its mass, where the joint gives way: m (1 − m z zᵀ / (m + armature))
  ShortIndex body = 0, q = 0, v = 0;
};

/// A body from which sliders hang, the last of a segment.
struct SliderHost {
  ShortIndex body = 0;
  ShortIndex slot = 0;  // of its segment
  ShortIndex first = 0, end = 0;  // its sliders
};

/// Immutable once made; may be shared by threads. Memory O(n).
template <class C>
struct Prepared {
  Index nq = 0, nv = 0, slots = 0;
  bool has_armature = false;
  Vec3<C> gravity{};  // in the frame of the root
  std::vector<PreparedBody> bodies;  // (nbody)
  std::vector<Segment> segments;
  std::vector<Axis<C>> axes;  // (nbody)
  std::vector<Angle<C>> angles;  // of revolute and helical joints, in the order of bodies
  std::vector<ShortIndex> mount_of;  // (nbody) among mounts; −1 for none
  std::vector<Mount<C>> mounts;
  std::vector<Tip<C>> tips;  // of runs that are not on the root with nothing but one body
  std::vector<GeneralBody<C>> general_bodies;  // sliders too
  std::vector<Slider<C>> sliders;  // one host's after the other's
  std::vector<SliderHost> hosts;
  std::vector<C> armatures;  // (nv)
  RootPaths paths;  // of coordinates of v
  RootPaths moment_frame_paths;  // the same, with runs that end where a home does
  std::vector<ShortIndex> leaves_moment_frame;  // (nv) the body whose home its way leaves after it; −1 if none
  std::vector<Transform<C>> frames;  // (nbody) from the frame of the mechanism's body
  Transform<C> root_frame{};

  Index nbody() const { return ssize(bodies); }
  bool has_sliders() const { return !sliders.empty(); }
};

Prepared<double> prepare(const Mechanism<double>& m);

/// The same in another scalar.
template <class C>
Prepared<C> convert(const Prepared<double>& p);

}  // namespace treefix::prepared
