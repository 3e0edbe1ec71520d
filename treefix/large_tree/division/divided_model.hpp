// One large tree as the kernels of an instruction level read it.
#pragma once

#include <treefix/base/zero_memory.hpp>
#include <treefix/large_tree/division/division.hpp>
#include <treefix/model/mechanism.hpp>

namespace treefix::large_tree {

struct TreeKernels;
/// Those of simd::current_level().
const TreeKernels& current_kernels();

/// A prepared model laid out for lanes by a division. Lists of numbers have [step or group][field][lane].
/// Immutable once made: may be shared by threads, and is by what computes with it. Memory O(n).
struct DividedModel {
  /// given is prepare(m). Neither is kept.
  DividedModel(const Mechanism<double>& m, const Prepared<double>& given, const Division::Sizes& sizes = {},
               const TreeKernels& tree_kernels = current_kernels());

  const TreeKernels* kernels;
  Division division;
  Prepared<double> prepared;  // what stays of it, see kept(); heavy children first, coordinates in the order of bodies
  // where the mechanism's bodies and coordinates are here; empty where nothing changes places
  std::vector<ShortIndex> bodies, places_q, places_v;  // of body i, coordinate k here: number in the mechanism
  // bundles: steps of all of them, one after the other
  std::vector<Index> first_step;  // (bundles) in the lists
  Index steps = 0;  // of all
  ZeroMemory placements, moments, shears, armatures;
  bool has_shears = false, has_armatures = false;  // otherwise there are no such lists
  // forests: groups of all of them
  ZeroMemory forest_mounts, forest_placements, forest_moments, forest_armatures;
  std::vector<ShortIndex> forest_q, forest_v;  // (groups × lanes) coordinates, by number in the mechanism
  // the trunk's bodies that are computed one by one
  std::vector<Axis<double>> axes;  // (trunk_parts)
  std::vector<ShortIndex> mounts;  // (trunk_parts) −1: none
  std::vector<double> offsets;  // (trunk_parts) of their angles

  /// Number in the mechanism.
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
