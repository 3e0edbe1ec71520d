// How one large tree is divided: which bodies are computed in which lanes, and in which order.
#pragma once

#include <string>
#include <vector>

#include <treefix/kernels/joints.hpp>
#include <treefix/planner/table.hpp>
#include <treefix/prepared/prepared.hpp>
#include <treefix/tree/heavy_paths.hpp>

namespace treefix::large_tree {

using namespace kernels;
using namespace prepared;
using namespace simd;

/// A tree, numbered with heavy children first, divided into
///   trunk:    bodies with large subtrees, bodies on long heavy paths, bodies on joints other than revolute ones, and
///             the root paths of all these. Long chains of revolute joints in the trunk are cut into bundles of pieces,
///             with a piece in each lane; the rest is computed body by body.
///   forests:  all other bodies: small subtrees that hang from the trunk, computed together, level by level, with a
///             body in each lane.
/// The division depends only on the tree and the number of lanes, never on threads.
/// Immutable; threads may share it. O(n) time and memory.
struct Division {
  /// The sizes that determine the division.
  struct Sizes {
    Index forest = planner::table::forest_bodies;
    Index piece = planner::table::piece_bodies;
    Index shortest_piece = planner::table::shortest_piece;
    Index least_bundles = planner::table::least_bundles;
  };

  /// Pieces of equal length, one for each lane, consecutive in the tree.
  struct Bundle {
    ShortIndex first = 0;  // body
    ShortIndex steps = 0;  // bodies of each piece
    ShortIndex first_anchor = 0, end_anchor = 0;  // of its bodies, in anchors
    ShortIndex piece(int lane) const { return first + lane * steps; }
    bool has_anchors() const { return first_anchor < end_anchor; }
  };
  /// A part of the trunk: one body, or a chain cut into bundles. It hangs from the last body of another part.
  struct TrunkPart {
    ShortIndex first = 0, last = 0;  // bodies
    ShortIndex above = -1;  // part; −1 for the root
    ShortIndex first_bundle = 0, end_bundle = 0;  // equal for a single body
    ShortIndex anchor = -1;  // index of its last body in anchors; −1 if it is not an anchor
    bool is_chain() const { return end_bundle > first_bundle; }
  };
  /// A body of the trunk from which forests hang.
  struct Anchor {
    ShortIndex body = 0;
    ShortIndex step = 0;  // in its bundle, if any
    std::int8_t lane = 0;
  };
  struct Forest {
    Index first_group = 0, end_group = 0;  // with one place for each lane
    Index first_anchor = 0, end_anchor = 0;  // its anchors, in forest_anchors
  };

  Division() = default;
  Division(const Tree& tree, const Prepared<double>& prepared, int lane_count, const Sizes& sizes);

  int lanes = 1;
  Index bodies = 0;
  std::vector<TrunkPart> trunk_parts;  // ordered by first body: parents come first
  std::vector<Bundle> bundles;
  std::vector<Anchor> anchors;  // ordered by body
  std::vector<Forest> forests;
  std::vector<ShortIndex> forest_anchors;  // of all forests: index in anchors; −1 for the root
  std::vector<ShortIndex> places;  // (groups × lanes) of forests: bodies; empty lanes repeat the group's first
  std::vector<std::uint8_t> counts;  // (groups) number of bodies
  std::vector<ShortIndex> parents;  // (groups × lanes) records: the forest's anchors first, then its places
  Index longest_bundle = 0;  // steps
  Index largest_forest = 0;  // groups
  Index most_anchors = 0;  // largest number of anchors of one forest
  Index bodies_alone = 0;  // of the trunk, computed one by one
  Index branches = 0;  // segments of the prepared model that hang from others

  std::vector<ShortIndex> bundles_with_anchors() const;
  Index steps() const;  // of all bundles
  /// A round computes one body, or one in every lane: a step of a bundle, a group of a forest, or a single body of the
  /// trunk.
  Index rounds() const;

  /// Human-readable summary.
  std::string explain() const;
};

}  // namespace treefix::large_tree
