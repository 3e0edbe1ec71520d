// How the mass matrix of one large tree is computed: where moments are taken, and in which order rows are written.
#pragma once

#include <treefix/large_tree/division/divided_model.hpp>

namespace treefix::large_tree {

/// Beside the plan of a DividedModel.
///
/// Homes: H_ij = S_j · F_i is cheap where both are in one frame and accurate where that frame is near. So moments are taken in
/// moment_frames, frames of bodies at most `frame_span` apart on every path from the root; F_i goes from moment_frame to moment_frame. The first moment_frame of a path is the
/// root, a moment_frame is the frame of the body above those that are in it. Joints that are not revolute may go far, so what they carry has a
/// moment_frame at their body.
/// The trunk's coordinates are numbered from the root on, part by part. Depths count coordinates above.
/// Immutable: may be shared by threads. O(n) time and memory; depends on the tree and the number of lanes alone.
struct MassPlan {
  MassPlan(const DividedModel& model, Index span);

  /// A coordinate of the trunk.
  struct Coordinate {
    ShortIndex above = -1;  // coordinate of the trunk; −1: none
    ShortIndex depth = 0;
    ShortIndex moment_frame = 0;
    ShortIndex row = 0;  // number in the mechanism
  };
  struct MomentFrame {
    ShortIndex above = -1;  // moment_frame; −1: this is the root
    ShortIndex begin = 0;  // depth of the first coordinate that is in it
  };
  /// A body of a forest.
  struct Visit {
    ShortIndex place = 0;  // among those of the forest
    ShortIndex level_and_kind = 0;
    /// How many bodies of the forest are above it.
    Index level() const { return level_and_kind >> 2; }
    bool is_leaf() const { return (level_and_kind & 1) != 0; }
    /// Whether it is not in the moment_frame of the body above it, or that is not in the forest.
    bool begins_moment_frame() const { return (level_and_kind & 2) != 0; }
  };
  /// What a group of a forest is.
  enum Group : std::uint8_t {
    bears = 1,
    begins_moment_frame = 2
  };  // some have children; it is the first level of a moment_frame

  Index frame_span;
  Index deepest = 0;  // how long the longest row of H is
  Index entries = 0;  // how many numbers all rows have
  std::vector<Coordinate> trunk;
  std::vector<double> armatures;  // (trunk) none: empty
  /// The moment_frames of a row of pieces are numbered from the root on, every piece begins one, and after the last comes a number that is
  /// no moment_frame: poses of all bodies that moment_frames are at, and of the row's last, find a place so.
  std::vector<MomentFrame> moment_frames;
  std::vector<ShortIndex> part_first;  // (trunk_parts) first coordinate
  std::vector<ShortIndex> part_frame;  // (trunk_parts) of its first coordinate
  std::vector<ShortIndex> bundle_first, bundle_frame;  // (bundles) the same of their first pieces
  std::vector<ShortIndex> anchors;  // (anchors) last coordinate of the body
  std::vector<std::uint8_t>
      is_moment_frame;  // (anchor) whether what hangs from it has its moment_frame there, not where the body has its
  std::vector<std::uint8_t> groups;  // (groups of forests) flags of Group
  std::vector<Visit> visits;  // bodies of forests, forest by forest, in the order of rows
  std::vector<Index> first_visit;  // (forests + 1)

  Index moment_frames_of_piece(Index steps) const { return (steps + frame_span - 1) / frame_span; }

 private:
  void divide_trunk(const DividedModel& model);
  void add_chain(const DividedModel& model, const Division::TrunkPart& part, ShortIndex above);
  void order_forests(const DividedModel& model);
  void add(ShortIndex above, ShortIndex moment_frame, Index row);
};

}  // namespace treefix::large_tree
