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

/// A tree, numbered with heavy children first, as
///   trunk:    bodies with large subtrees, bodies on long heavy paths, and bodies on the root path of such a body or of one on
///             another joint than a revolute one. A long chain of revolute joints in it is cut into bundles of pieces, a piece in
///             each lane; the rest is computed body by body.
///   forests:  all other bodies: small subtrees that hang from the trunk, several at a time, level by level, a body in each
///             lane.
/// Everything depends on the tree and the number of lanes alone, never on threads.
/// Immutable: may be shared by threads. O(n) time and memory.
struct Division {
  /// The sizes that the division goes by.
  struct Sizes {
    Index forest = planner::table::forest_bodies;
    Index piece = planner::table::piece_bodies;
    Index shortest_piece = planner::table::shortest_piece;
    Index least_bundles = planner::table::least_bundles;
  };

  /// Pieces of one length, as many as there are lanes, one after the other in the tree.
  struct Bundle {
    ShortIndex first = 0;  // body
    ShortIndex steps = 0;  // bodies of each piece
    ShortIndex first_anchor = 0, end_anchor = 0;  // of its bodies, among anchors
    ShortIndex piece(int lane) const { return first + lane * steps; }
    bool has_anchors() const { return first_anchor < end_anchor; }
  };
  /// A part of the trunk: one body, or a chain cut into bundles. It hangs from the last body of another part.
  struct TrunkPart {
    ShortIndex first = 0, last = 0;  // bodies
    ShortIndex above = -1;  // part; −1: the root
    ShortIndex first_bundle = 0, end_bundle = 0;  // none: one body
    ShortIndex anchor = -1;  // its last body, among anchors; −1: it is none
    bool is_chain() const { return end_bundle > first_bundle; }
  };
  /// A body of the trunk from which forests hang.
  struct Anchor {
    ShortIndex body = 0;
    ShortIndex step = 0;  // in its bundle, if it has one
    std::int8_t lane = 0;
  };
  struct Forest {
    Index first_group = 0, end_group = 0;  // each of as many places as there are lanes
    Index first_anchor = 0, end_anchor = 0;  // the bodies that it hangs from, among forest_anchors
  };

  Division() = default;
  Division(const Tree& tree, const Prepared<double>& prepared, int lane_count, const Sizes& sizes);

  int lanes = 1;
  Index bodies = 0;
  std::vector<TrunkPart> trunk_parts;  // ordered by first body: parents come first
  std::vector<Bundle> bundles;
  std::vector<Anchor> anchors;  // ordered by body
  std::vector<Forest> forests;
  std::vector<ShortIndex> forest_anchors;  // of all forests: place among anchors; −1: the root
  std::vector<ShortIndex> places;  // (groups × lanes) of forests: bodies; a lane without one repeats the group's first
  std::vector<std::uint8_t> counts;  // (groups) of bodies
  std::vector<ShortIndex> parents;  // (groups × lanes) records: the forest's anchors first, then its places
  Index longest_bundle = 0;  // steps
  Index largest_forest = 0;  // groups
  Index most_anchors = 0;  // of a forest
  Index bodies_alone = 0;  // of the trunk, computed one by one
  Index branches = 0;  // segments of the prepared model that hang from others

  std::vector<ShortIndex> bundles_with_anchors() const;
  Index steps() const;  // of all bundles
  /// A round computes one body, or one in every lane: steps of bundles, groups of forests, bodies of the trunk one by one.
  Index rounds() const;

  /// Human-readable summary.
  std::string explain() const;
};

}  // namespace treefix::large_tree
