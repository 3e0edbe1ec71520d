// The stages of prepare(). Each reads a mechanism and what stages before it wrote, and writes the fields of a prepared model
// that prepare() names.
#pragma once

#include <compare>

#include <treefix/prepared/prepared.hpp>
#include <treefix/prepared/wide.hpp>

namespace treefix::prepared::detail {

/// Where bodies are in a prepared model, before rounding.
struct PreparedFrames {
  Transform<Wide> root{};  // from the frame of the mechanism's root
  std::vector<Transform<Wide>> bodies;  // (nbody) from the frame of the mechanism's body
  std::vector<Transform<Wide>> from_parent;  // (nbody) from the parent's prepared frame, at q = 0

  const Transform<Wide>& of(Index i) const { return i == treefix::root ? root : at(bodies, i); }
};

/// A slider and the slot of the segment that it hangs from. They are gathered by slot.
struct HangingSlider {
  ShortIndex slot = 0, body = 0;
  auto operator<=>(const HangingSlider&) const = default;
};

/// Whether body i is no part of a segment but a Slider.
bool is_slider(const Mechanism<double>& m, Index i);

// --- integers: segments.cpp ----------------------------------------------------------------------------------

/// Solids are made, but left empty.
void find_steps(const Mechanism<double>& m, Prepared<double>& out);
std::vector<HangingSlider> find_segments(const Mechanism<double>& m, Prepared<double>& out);
/// A home every few bodies; and the way from each coordinate to the root.
void find_moment_frames(const Mechanism<double>& m, Prepared<double>& out);

// --- frames: frames.cpp ----------------------------------------------------------------------------------------

PreparedFrames place_bodies(const Mechanism<double>& m, Prepared<double>& out);

// --- inertias: inertias.cpp -------------------------------------------------------------------------------------

/// From the tips to the root: what a joint does not move against its parent goes to the parent. That part K of the
/// inertia has K S = 0, so the articulated inertia without it is IA − K, while U = IA S and D = Sᵀ IA S stay the same:
/// τ, H and q̈ do not change.                                                [Gautier 1990]
void regroup_inertias(const Mechanism<double>& m, const PreparedFrames& frames, Prepared<double>& out);
/// A body that is alone on the root hands nothing on, so it is no tip.
void find_tips(Prepared<double>& out);
void gather_sliders(std::vector<HangingSlider> hanging, const PreparedFrames& frames, Prepared<double>& out);

}  // namespace treefix::prepared::detail
