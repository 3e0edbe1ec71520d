// The joint-space equivalent of a mechanism: another mechanism that has the same τ, H and q̈ for the same q and v, with
// half the arithmetic. Its bodies are placed elsewhere and have other masses, so nothing else may be computed from it:
// momenta, centres of mass, poses and reaction forces must come from the mechanism itself.
#pragma once

#include <cstdint>
#include <vector>

#include <treefix/model/mechanism.hpp>
#include <treefix/primitives/ltdl.hpp>

namespace treefix::prepared {

/// The integers of a body. Bodies are numbered as in the mechanism.
struct PreparedBody {
  JointKind kind{};
  bool is_straight = false;  // a general body whose X_tree does not rotate
  bool is_moment_frame = false;  // it and the bodies below it take moments of the mass matrix about this body
  ShortIndex parent = -1;
  ShortIndex q = 0, v = 0;  // where its coordinates start
  ShortIndex general = -1;  // its index in general_bodies, unless the joint is revolute
};

/// Consecutive bodies, each the only child of the one before: `first` on any joint but a revolute one, if there is such
/// a body; then a run of bodies on revolute joints, possibly empty, which may have a mount on `first`. Within a run
/// there are no branches, so sweeps pass values on in registers. Between segments values go through memory, in the slot
/// of the parent's segment.
/// Segments are numbered by their first body, so parents come before children. Every body is in one segment, or is a
/// slider.
struct Segment {
  ShortIndex first = 0;  // its first body
  ShortIndex run = 0;  // the first body of the run: first or first + 1
  ShortIndex end = 0;  // one past its last body
  ShortIndex q = 0, v = 0;  // coordinates of the run: one for each body
  ShortIndex from = -1;  // slot of the parent's segment; −1 for the root
  ShortIndex slot = -1;  // its own slot, if it has children; these may be sliders
  ShortIndex mount = -1;  // mount of its first body, in mounts
  ShortIndex run_mount = -1;  // mount of the first body of the run on the general body, in mounts
  ShortIndex tip = -1;  // tip of its last body, in tips
  // inward sweeps find its parent's slot still empty: the parent has no sliders, and no sibling has a higher number
  bool is_last_child = false;

  bool has_general() const { return run > first; }
  bool is_at_root() const { return from < 0; }
  /// Whether the first body of the run hangs from the root: it moves by its own joint only and passes nothing on.
  bool run_is_on_root() const { return is_at_root() && !has_general() && run < end; }
  /// Where loops of inward sweeps over the run stop: at its first body or, if that is on the root, at the next one.
  ShortIndex run_stop() const { return run_is_on_root() ? run + 1 : run; }
};

/// A body on a joint with an axis. From the parent's frame: its mount, if any, then Trans_x(a) Rot_x(α) puts z on the
/// axis, then Rot_z(angle) Trans_z(d), with q in the angle, in d or in both.                             [Khalil 1986]
/// The other members are the regrouped inertia of a body on a revolute joint: it has no mass, no h_z and no S_zz.
template <class C>
struct Axis {
  C cos_alpha{}, sin_alpha{}, a{}, d{};
  C hx{}, hy{};  // first moments
  C Sxx{}, Sxy{}, Syy{}, Sxz{}, Syz{};  // second moments ∫ r rᵀ dm
  C armature{};
};

/// A joint that rotates about its axis: the angle is q plus an offset.
template <class C>
struct Angle {
  C offset{};
  ShortIndex q = 0, body = 0;
};

/// Rot_z Trans(0, b, lift), before the rest of the placement. A child has a mount if the common normal of its axis with
/// the parent's is not that of the main child; b is nonzero if the axes are nearly parallel.
template <class C>
struct Mount {
  C cos{}, sin{}, b{}, lift{};
};

/// A body on a revolute joint without children: the articulated inertia that it passes on does not depend on q.
template <class C>
struct Tip {
  C inverse{};  // D⁻¹
  Force<C> G{};  // U D⁻¹
  ArticulatedInertia<C> A{};  // IA − U D⁻¹ Uᵀ, in its own frame
};

/// A body on a joint that is not revolute.
template <class C>
struct GeneralBody {
  Transform<C> X_tree{};  // joints without an axis: from the parent's frame
  C cos{}, sin{};  // prismatic joints: of the constant angle
  C pitch{};  // helical joints
  C m{};
  Vec3<C> h{};
  Sym3<C> S{};  // ∫ r rᵀ dm
};

/// A body on a prismatic joint without children, such as a finger of a gripper. It does not turn relative to its
/// parent, so it adds only a point mass to the parent, on the line through its centre of mass. As a segment it would
/// take three times as long. Its frame has its origin at the centre of mass.
template <class C>
struct Slider {
  C m{}, armature{};
  C inverse{};  // 1 / (m + armature)
  Vec3<C> p{};  // centre of mass in the parent's frame at q = 0
  Mat3<C> E{};  // from the parent's axes to its own; its z is along the line
  Sym3<C> M{};  // articulated mass that the parent feels: m (1 − m z zᵀ / (m + armature))
  ShortIndex body = 0, q = 0, v = 0;
};

/// A body from which sliders hang, the last of a segment.
struct SliderHost {
  ShortIndex body = 0;
  ShortIndex slot = 0;  // of its segment
  ShortIndex first = 0, end = 0;  // its sliders
};

/// Immutable once made; threads may share it. Memory O(n).
template <class C>
struct Prepared {
  Index nq = 0, nv = 0, slots = 0;
  bool has_armature = false;
  Vec3<C> gravity{};  // in the frame of the root
  std::vector<PreparedBody> bodies;  // (nbody)
  std::vector<Segment> segments;
  std::vector<Axis<C>> axes;  // (nbody)
  std::vector<Angle<C>> angles;  // of revolute and helical joints, in the order of bodies
  std::vector<ShortIndex> mount_of;  // (nbody) index in mounts; −1 for none
  std::vector<Mount<C>> mounts;
  std::vector<Tip<C>> tips;  // of all tips but single bodies on the root
  std::vector<GeneralBody<C>> general_bodies;  // including sliders
  std::vector<Slider<C>> sliders;  // sorted by host
  std::vector<SliderHost> hosts;
  std::vector<C> armatures;  // (nv)
  RootPaths paths;  // of the coordinates of v
  RootPaths moment_frame_paths;  // the same, with runs that also end where the moment frame changes
  std::vector<ShortIndex> leaves_moment_frame;  // (nv) the body whose moment frame the path leaves here; −1 for none
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
