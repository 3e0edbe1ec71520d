// How one large tree is divided: which bodies are computed in which lanes, and in which order.
#pragma once

#include <string>

#include <treefix/prepared/prepared.hpp>
#include <treefix/tree/heavy_paths.hpp>

namespace treefix {

/// A tree, numbered with heavy children first, as
///   trunk: bodies with large subtrees, on long heavy paths, or on the way to such a body or to one on another joint than
///          a revolute one. Where it is a long row of revolute joints, it is cut into bundles of pieces, a piece in each lane;
///          the rest of it is computed body by body.
///   forests: all other bodies, small subtrees that hang from the trunk, some at a time, level by level, a body in each lane.
/// All depends on the tree and the number of lanes alone, never on threads.
/// Immutable: may be shared by threads. O(n) time and memory.
struct BigPlan {
  /// Sizes that the division goes by.
  struct Sizes {
    Index forest = 2048;  // bodies: with scratch that stays in a core's cache
    Index piece = 4096;  // bodies of a piece, at most: what happens where pieces meet is little then
    Index shortest_piece = 16;  // a row that gives shorter ones is computed body by body
    Index least_bundles = 16;  // of a row, if its pieces do not get shorter than 64 by that: for as many threads
  };

  /// Pieces of one length, as many as there are lanes, one after the other in the tree.
  struct Bundle {
    ShortIndex first = 0;  // body
    ShortIndex steps = 0;  // bodies of each piece
    ShortIndex first_attached = 0, end_attached = 0;  // of its bodies, among attached
    ShortIndex piece(int lane) const { return first + lane * steps; }
    bool has_attached() const { return first_attached < end_attached; }
  };
  /// A part of the trunk: one body, or the bundles of a row. It hangs from the last body of another.
  struct Unit {
    ShortIndex first = 0, last = 0;  // bodies
    ShortIndex above = -1;  // unit; −1: the root
    ShortIndex first_bundle = 0, end_bundle = 0;  // none: one body
    ShortIndex attached = -1;  // its last body, among attached
    bool is_row() const { return end_bundle > first_bundle; }
  };
  /// A body of the trunk from which forests hang.
  struct Attached {
    ShortIndex body = 0;
    ShortIndex step = 0;  // of its bundle, if it has one
    std::int8_t lane = 0;
  };
  struct Forest {
    Index first_group = 0, end_group = 0;  // each of as many places as there are lanes
    Index first_outside = 0, end_outside = 0;  // bodies that it hangs from, among outside
  };

  BigPlan() = default;
  BigPlan(const Tree& tree, const Prepared<double>& prepared, int lane_count, const Sizes& sizes);

  int lanes = 1;
  Index bodies = 0;
  std::vector<Unit> units;  // ordered by first body: those above come first
  std::vector<Bundle> bundles;
  std::vector<Attached> attached;  // ordered by body
  std::vector<Forest> forests;
  std::vector<ShortIndex> outside;  // of forests: place among attached; −1: the root
  std::vector<ShortIndex> places;  // (groups × lanes) of forests: bodies; a lane without one repeats the group's first
  std::vector<std::uint8_t> counts;  // (groups) of bodies
  std::vector<ShortIndex> parents;  // (groups × lanes) rows: those of outside first, then those of the forest's places
  Index longest_bundle = 0;  // steps
  Index largest_forest = 0;  // groups
  Index most_outside = 0;  // of a forest
  Index bodies_alone = 0;  // of the trunk, computed one by one
  Index branches = 0;  // segments of the prepared model that hang from others

  Index steps() const;  // of all bundles
  /// A round computes one body, or one in every lane: steps of bundles, groups of forests, bodies of the trunk one by one.
  Index rounds() const;
  /// Up to so many rounds gain on the recursion, which computes body after body in one thread. As measured, a round takes as long as two
  /// to two and a half bodies of that, with two lanes as 1.7.
  Index most_rounds() const { return lanes > 2 ? 2 * bodies / 5 : 5 * bodies / 9; }
  bool gains() const { return rounds() <= most_rounds(); }

  // Forward dynamics, in bodies of the recursion, as measured with four lanes and with two.
  /// In pieces, on one thread: of rows first of all their elements are joined.
  double forward_cost() const;
  /// Of the recursion: a branch goes through memory.
  double recursion_cost() const { return static_cast<double>(bodies) + 0.4 * static_cast<double>(branches); }
  /// From some thousand bodies on a second thread has enough to do.
  bool forward_gains() const { return forward_cost() <= (bodies < 4096 ? 1 : 1.6) * recursion_cost(); }

  /// In words: how many bodies are computed how.
  std::string explain() const;
};

}  // namespace treefix
