// How the mass matrix of one large tree is computed: where moments are taken, and in which order rows are written.
#pragma once

#include <treefix/big/model.hpp>

namespace treefix {

/// Beside the plan of a BigModel.
///
/// Homes: H_ij = S_j · F_i is cheap where both are in one frame and accurate where that frame is near. So moments are taken in
/// homes, frames of bodies at most `stretch` apart on every way from the root; F_i goes from home to home. The first home of a way is the
/// root, a home is the frame of the body above those that are in it. Joints that are not revolute may go far, so what they carry has a
/// home at their body.
/// The trunk's coordinates are numbered from the root on, unit by unit. Depths count coordinates above.
/// Immutable: may be shared by threads. O(n) time and memory; depends on the tree and the number of lanes alone.
struct MassPlan {
  MassPlan(const BigModel& model, Index stretch_length);

  /// A coordinate of the trunk.
  struct Coordinate {
    ShortIndex above = -1;  // coordinate of the trunk; −1: none
    ShortIndex depth = 0;
    ShortIndex home = 0;
    ShortIndex row = 0;  // number in the mechanism
  };
  struct Home {
    ShortIndex above = -1;  // home; −1: this is the root
    ShortIndex begin = 0;  // depth of the first coordinate that is in it
  };
  /// A body of a forest.
  struct Visit {
    ShortIndex place = 0;  // among those of the forest
    ShortIndex level_and_kind = 0;
    /// How many bodies of the forest are above it.
    Index level() const { return level_and_kind >> 2; }
    bool is_leaf() const { return (level_and_kind & 1) != 0; }
    /// Whether it is not in the home of the body above it, or that is not in the forest.
    bool begins_home() const { return (level_and_kind & 2) != 0; }
  };
  /// What a group of a forest is.
  enum Group : std::uint8_t { bears = 1, begins_home = 2 };  // some have children; it is the first level of a home

  Index stretch;
  Index deepest = 0;  // how long the longest row of H is
  Index entries = 0;  // how many numbers all rows have
  std::vector<Coordinate> trunk;
  std::vector<double> armatures;  // (trunk) none: empty
  /// The homes of a row of pieces are numbered from the root on, every piece begins one, and after the last comes a number that is
  /// no home: poses of all bodies that homes are at, and of the row's last, find a place so.
  std::vector<Home> homes;
  std::vector<ShortIndex> unit_first;  // (units) first coordinate
  std::vector<ShortIndex> unit_home;  // (units) of its first coordinate
  std::vector<ShortIndex> bundle_first, bundle_home;  // (bundles) the same of their first pieces
  std::vector<ShortIndex> attached;  // (attached) last coordinate of the body
  std::vector<std::uint8_t>
      is_home;  // (attached) whether what hangs from it has its home there, not where the body has its
  std::vector<std::uint8_t> groups;  // (groups of forests) flags of Group
  std::vector<Visit> visits;  // bodies of forests, forest by forest, in the order of rows
  std::vector<Index> first_visit;  // (forests + 1)

  Index homes_of_piece(Index steps) const { return (steps + stretch - 1) / stretch; }

 private:
  void divide_trunk(const BigModel& model);
  void add_row(const BigModel& model, const BigPlan::Unit& unit, ShortIndex above);
  void order_forests(const BigModel& model);
  void add(ShortIndex above, ShortIndex home, Index row);
};

}  // namespace treefix
