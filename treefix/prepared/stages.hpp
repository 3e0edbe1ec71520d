// The stages of prepare(). Each reads the mechanism and the results of earlier stages, and writes the fields of a
// prepared model that prepare() lists.
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

/// A slider and the slot of the segment that it hangs from. Sliders are sorted by slot.
struct HangingSlider {
  ShortIndex slot = 0, body = 0;
  auto operator<=>(const HangingSlider&) const = default;
};

/// Whether body i is a Slider instead of part of a segment.
bool is_slider(const Mechanism<double>& m, Index i);

// --- integers: segments.cpp ----------------------------------------------------------------------------------

/// General bodies are created, but left empty.
void find_bodies(const Mechanism<double>& m, Prepared<double>& out);
std::vector<HangingSlider> find_segments(const Mechanism<double>& m, Prepared<double>& out);
/// A moment frame every few bodies, and the path from each coordinate to the root.
void find_moment_frames(const Mechanism<double>& m, Prepared<double>& out);

// --- frames: frames.cpp ----------------------------------------------------------------------------------------

PreparedFrames place_bodies(const Mechanism<double>& m, Prepared<double>& out);

// --- inertias: inertias.cpp -------------------------------------------------------------------------------------

/// From the tips to the root: the part of an inertia that a joint does not move relative to its parent goes to the
/// parent. That part K has K S = 0, so the articulated inertia without it is IA − K, while U = IA S and D = Sᵀ IA S
/// stay the same: τ, H and q̈ do not change.                                                [Gautier 1990]
void regroup_inertias(const Mechanism<double>& m, const PreparedFrames& frames, Prepared<double>& out);
/// A single body on the root passes nothing on, so it is not a tip.
void find_tips(Prepared<double>& out);
void gather_sliders(std::vector<HangingSlider> hanging, const PreparedFrames& frames, Prepared<double>& out);

}  // namespace treefix::prepared::detail
