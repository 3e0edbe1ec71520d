// Inverse dynamics of one large tree, in lanes and on threads.
#pragma once

#include <treefix/big/levels.hpp>
#include <treefix/exec/workers.hpp>
#include <treefix/model/mechanism.hpp>

namespace treefix {

/// Computes tau = ID(q, v, a) of one mechanism, divided by a BigPlan.
///
/// Threads: holds scratch, so one belongs to one thread; it uses the threads of the Workers it is given.
/// Determinism: the same bits for every number of threads, within one instruction level.
/// Allocation: none after construction. Memory O(n).
/// Accuracy: that of the recursive algorithm; forces and motions stay in the coordinates of bodies.
class BigInverse {
 public:
  /// prepared is prepare(m). Neither is kept. Scratch is for so many workers.
  BigInverse(const Mechanism<double>& m, const Prepared<double>& prepared, int workers,
             const BigPlan::Sizes& sizes = {}, const BigLevel& level = current_big_level());

  const BigPlan& plan() const { return model_.plan; }

  /// outside: a force on each body in its own coordinates, numbered as in the mechanism; empty for none. The workers may not
  /// be more than there is scratch for. Without gravity and velocities this is H a.
  void run(Workers& workers, View<const double> q, View<const double> v, View<const double> a,
           View<const Force<double>> outside, View<double> tau, bool with_gravity = true);

 private:
  void lay_out(const Prepared<double>& m);
  void lay_out_bundles(const Prepared<double>& m, View<const ShortIndex> mounts,
                       View<const double> offsets);  // by body
  void lay_out_forests(const Prepared<double>& m, View<const ShortIndex> mount_of, View<const double> offsets);
  void allocate();
  BigState enter(View<const double> q, View<const double> v, View<const double> a, View<const Force<double>> outside,
                 View<double> tau, bool with_gravity);
  void trunk_out(const BigTask& task) const;
  void trunk_in(const BigTask& task) const;

  const BigKernels* kernels_;
  BigModel model_;
  // where the mechanism's bodies and coordinates are here; empty where nothing changes places
  std::vector<ShortIndex> bodies_, places_q_, places_v_;  // of body i, coordinate k here: number in the mechanism
  std::vector<ShortIndex> visited_;  // bundles from which forests hang
  ZeroMemory values_memory_, trunk_memory_, door_memory_;
  std::vector<ZeroMemory> scratch_;  // of each worker
  BigValues values_;
};

}  // namespace treefix
