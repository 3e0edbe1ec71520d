// One large tree as the kernels of an instruction set read it.
#pragma once

#include <treefix/base/zero_memory.hpp>
#include <treefix/big/plan.hpp>
#include <treefix/model/mechanism.hpp>

namespace treefix {

struct BigLevel;
/// Of all_big_levels(), that of the name that current_level() has.
const BigLevel& current_big_level();

/// A prepared model laid out for lanes by a plan. Lists of numbers have [step or group][field][lane].
/// Immutable once made: may be shared by threads, and is by what computes with it. Memory O(n).
struct BigModel {
  /// given is prepare(m). Neither is kept.
  BigModel(const Mechanism<double>& m, const Prepared<double>& given, const BigPlan::Sizes& sizes = {},
           const BigLevel& kernels = current_big_level());

  const BigLevel* level;
  BigPlan plan;
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
  std::vector<Axis<double>> axes;  // (units)
  std::vector<ShortIndex> mounts;  // (units) −1: none
  std::vector<double> offsets;  // (units) of their angles

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

}  // namespace treefix
