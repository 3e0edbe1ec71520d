// Forward dynamics of one large tree, in lanes and on threads.
#pragma once

#include <memory>

#include <treefix/big/door.hpp>
#include <treefix/big/levels.hpp>

namespace treefix {

struct ForwardUnit;
struct Response;

/// Computes a = FD(q, v, tau) of one mechanism, divided by a BigPlan: the articulated recursion as a scan of elements, the
/// Redheffer star product, of which divide and conquer is made too [Featherstone 1999]. Inside a piece runs the plain
/// recursion; elements only meet where pieces do. Most pieces do not feel at one end what is at the other: then the bodies near
/// their ends make up their elements. This is seen while computing; otherwise all bodies of a piece do.
///
/// Threads: holds scratch, so one belongs to one thread; it uses the threads of the Workers it is given.
/// Determinism: the same bits for every number of threads, within one instruction level.
/// Allocation: none after construction. Memory O(n): for a body of a bundle 80 bytes for its inertia, 16 for its turn and,
/// where pieces do not forget, 48 for G; 152 for a body of a forest.
/// Accuracy: residuals are those of the recursive algorithm; forces and accelerations stay in the coordinates of bodies,
/// and bodies have inertias of their own (see WholeBody).
class BigForward {
 public:
  /// m is the mechanism that the model was made of; it is not kept. Scratch is for so many workers.
  BigForward(std::shared_ptr<const BigModel> model, const Mechanism<double>& m, int workers);
  BigForward(BigForward&&) noexcept;
  BigForward& operator=(BigForward&&) noexcept;
  ~BigForward();

  const BigPlan& plan() const { return model_->plan; }
  /// In the last run: how many bundles had pieces that do not feel at one end what is at the other.
  Index forgetful_bundles() const;
  /// And how many were swept once more, because rounding had made their ends disagree.
  Index corrected_bundles() const { return ssize(corrected_); }

  /// outside: a force on each body in its own coordinates, numbered as in the mechanism; empty for none. The workers may not
  /// be more than there is scratch for. Without gravity and velocities this is H⁻¹ tau.
  void run(Workers& workers, View<const double> q, View<const double> v, View<const double> tau,
           View<const Force<double>> outside, View<double> a, bool with_gravity = true);

 private:
  void allocate();
  Support find_support(Index bundle, int lane) const;
  void find_bearing();
  void trunk_out(const ForwardTask& task) const;
  void trunk_in(const ForwardTask& task) const;
  void trunk_accelerate(const ForwardTask& task) const;
  Motion<double> before(const ForwardTask& task, const BigPlan::Unit& unit) const;
  Motion<double> passed_on(Index piece, const Motion<double>& a) const;
  Motion<double> accelerate_body(const ForwardTask& task, Index unit, const Motion<double>& above) const;
  bool agrees() const;
  void trunk_correct(const ForwardTask& task);

  std::shared_ptr<const BigModel> model_;
  const ForwardKernels* kernels_;
  WholeBodies whole_;
  std::vector<ShortIndex> corrected_;  // bundles that were swept once more
  std::vector<ShortIndex> visited_;  // bundles from which forests hang
  std::vector<Support> supports_;  // (pieces)
  std::vector<std::uint8_t> bears_;  // (groups)
  BigDoor door_;
  ZeroMemory values_memory_, trunk_memory_;
  std::vector<ZeroMemory> scratch_;  // of each worker
  ForwardValues values_;
  Response* responses_ = nullptr;  // (pieces)
  ForwardUnit* units_ = nullptr;  // (units)
};

}  // namespace treefix
