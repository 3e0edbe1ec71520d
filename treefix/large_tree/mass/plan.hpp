// How the mass matrix of one large tree is computed: where moments are taken, and in which order rows are written.
#pragma once

#include <treefix/large_tree/division/divided_model.hpp>

namespace treefix::large_tree {

/// The data that mass matrices need in addition to a DividedModel.
///
/// Moment frames: H_ij = S_j · F_i is cheap if both are in one frame, and accurate if that frame is near. So moments
/// are taken in moment frames: frames of bodies at most `frame_span` bodies apart on every path from the root. F_i
/// moves from one moment frame to the next. The first moment frame of a path is the root; every other one is the frame
/// of the body above those that use it. Joints that are not revolute may move far, so the body of each such joint has a
/// moment frame for the bodies that hang from it.
/// The trunk's coordinates are numbered from the root outward, part by part. A depth is the number of coordinates
/// above.
/// Immutable; threads may share it. O(n) time and memory; depends only on the tree and the number of lanes.
struct MassPlan {
  MassPlan(const DividedModel& model, Index span);

  /// A coordinate of the trunk.
  struct Coordinate {
    ShortIndex above = -1;  // coordinate of the trunk; −1 for none
    ShortIndex depth = 0;
    ShortIndex moment_frame = 0;
    ShortIndex row = 0;  // number in the mechanism
  };
  struct MomentFrame {
    ShortIndex above = -1;  // moment frame; −1 if this is the root
    ShortIndex begin = 0;  // depth of the first coordinate that uses it
  };
  /// A body of a forest.
  struct Visit {
    ShortIndex place = 0;  // within the forest
    ShortIndex level_and_kind = 0;
    /// The number of bodies of the forest above it.
    Index level() const { return level_and_kind >> 2; }
    bool is_leaf() const { return (level_and_kind & 1) != 0; }
    /// Whether it does not share the moment frame of the body above it, or that body is not in the forest.
    bool begins_moment_frame() const { return (level_and_kind & 2) != 0; }
  };
  /// Properties of a group of a forest.
  enum Group : std::uint8_t {
    has_children = 1,  // some of its bodies have children
    begins_moment_frame = 2  // its level is the first that uses a moment frame
  };

  Index frame_span;
  Index deepest = 0;  // length of the longest row of H
  Index entries = 0;  // number of entries of all rows
  std::vector<Coordinate> trunk;
  std::vector<double> armatures;  // (trunk) empty if there are none
  /// The moment frames of a chain are numbered from the root outward, and every piece starts one. One unused number
  /// follows the last, to leave room for the pose of the last body of the chain.
  std::vector<MomentFrame> moment_frames;
  std::vector<ShortIndex> part_first;  // (trunk_parts) first coordinate
  std::vector<ShortIndex> part_frame;  // (trunk_parts) moment frame of its first coordinate
  std::vector<ShortIndex> bundle_first, bundle_frame;  // (bundles) the same for their first pieces
  std::vector<ShortIndex> anchors;  // (anchors) last coordinate of the body
  /// (anchors) whether forests that hang from the body have their moment frame there, instead of sharing that of the
  /// body
  std::vector<std::uint8_t> is_moment_frame;
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
