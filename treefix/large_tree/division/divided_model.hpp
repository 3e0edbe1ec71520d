// One large tree as the kernels of an instruction level read it.
#pragma once

#include <treefix/base/zero_memory.hpp>
#include <treefix/large_tree/division/division.hpp>
#include <treefix/model/mechanism.hpp>

namespace treefix::large_tree {

struct TreeKernels;
/// The kernels of simd::current_level().
const TreeKernels& current_kernels();

/// A prepared model laid out for lanes by a division. Lists of numbers have the layout [step or group][field][lane].
/// Immutable once made; threads and engines share it. Memory O(n).
struct DividedModel {
  /// given is prepare(m). The object keeps a reference to neither.
  DividedModel(const Mechanism<double>& m, const Prepared<double>& given, const Division::Sizes& sizes = {},
               const TreeKernels& tree_kernels = current_kernels());

  const TreeKernels* kernels;
  Division division;
  Prepared<double> prepared;  // only what kept() copies; heavy children first, coordinates in the order of bodies
  // for each body and coordinate here: its number in the mechanism; empty if the order is the same
  std::vector<ShortIndex> bodies, places_q, places_v;
  // bundles: the steps of all bundles, one after the other
  std::vector<Index> first_step;  // (bundles) first step in the lists
  Index steps = 0;  // of all bundles
  ZeroMemory placements, moments, shears, armatures;
  bool has_shears = false, has_armatures = false;  // otherwise the lists are empty
  // forests: the groups of all forests
  ZeroMemory forest_mounts, forest_placements, forest_moments, forest_armatures;
  std::vector<ShortIndex> forest_q, forest_v;  // (groups × lanes) coordinates, by number in the mechanism
  // bodies of the trunk that are computed one by one
  std::vector<Axis<double>> axes;  // (trunk_parts)
  std::vector<ShortIndex> mounts;  // (trunk_parts) −1 for none
  std::vector<double> offsets;  // (trunk_parts) of their angles

  /// Numbers in the mechanism.
  Index given_body(Index i) const { return bodies.empty() ? i : at(bodies, i); }
  Index given_q(Index k) const { return places_q.empty() ? k : at(places_q, k); }
  Index given_v(Index k) const { return places_v.empty() ? k : at(places_v, k); }

 private:
  void lay_out(const Prepared<double>& m);
  void lay_out_bundles(const Prepared<double>& m, View<const ShortIndex> mount_of,
                       View<const double> offset_of);  // by body
  void lay_out_forests(const Prepared<double>& m, View<const ShortIndex> mount_of, View<const double> offset_of);
};

}  // namespace treefix::large_tree
