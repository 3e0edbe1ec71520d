// Forward dynamics of one large tree, in lanes and on threads: the order of stages.
#pragma once

#include <memory>

#include <treefix/large_tree/division/renumbering.hpp>
#include <treefix/large_tree/forward/data.hpp>

namespace treefix::large_tree {

struct TrunkState;
struct Response;

/// Computes a = FD(q, v, tau) of one mechanism, divided by a Division: the articulated-body recursion as a scan of
/// elements with the Redheffer star product, which divide and conquer also uses [Featherstone 1999]. Within a piece the
/// ordinary recursion runs; elements are combined only where pieces meet. Most pieces forget: what happens at one end
/// has no effect at the other. The bodies near the ends then determine their elements. Sweeps detect this; the elements
/// of other pieces are computed from all of their bodies.
///
/// Threads: holds scratch, so one object belongs to one thread; it uses the threads of the Workers it is given.
/// Determinism: the same bits for every number of threads, within one instruction level.
/// Allocation: none after construction. Memory O(n): for each body of a bundle 80 bytes for its inertia, 16 for its
/// turn and, if its piece does not forget, 48 for G; 152 for each body of a forest.
/// Accuracy: residuals are those of the recursive algorithm; forces and accelerations stay in body coordinates, and
/// bodies have their own inertias (see OwnInertia).
class ForwardInPieces {
 public:
  /// m is the mechanism that the model was made from; no reference to it is kept. Allocates scratch for this number of
  /// workers.
  ForwardInPieces(std::shared_ptr<const DividedModel> model, const Mechanism<double>& m, int workers);
  ForwardInPieces(ForwardInPieces&&) noexcept;
  ForwardInPieces& operator=(ForwardInPieces&&) noexcept;
  ~ForwardInPieces();

  const Division& division() const { return model_->division; }
  /// The number of bundles that forgot in the last run: what happened at one end of their pieces had no effect at the
  /// other.
  Index forgetful_bundles() const;

  /// external: a force on each body in its own coordinates, numbered as in the mechanism; empty for none. Takes at most
  /// as many workers as the constructor. Without gravity and velocities this is H⁻¹ tau.
  void run(Workers& workers, View<const double> q, View<const double> v, View<const double> tau,
           View<const Force<double>> external, View<double> a, bool with_gravity = true);

 private:
  void allocate();
  Support find_support(Index bundle, int lane) const;
  void find_groups_with_children();
  void trunk_out(const ForwardTask& task) const;
  void trunk_in(const ForwardTask& task) const;
  void trunk_accelerate(const ForwardTask& task) const;
  Motion<double> before(const ForwardTask& task, const Division::TrunkPart& part) const;
  Motion<double> passed_on(Index piece, const Motion<double>& a) const;
  Motion<double> accelerate_body(const ForwardTask& task, Index part, const Motion<double>& above) const;
  bool agrees() const;
  void trunk_correct(const ForwardTask& task);

  std::shared_ptr<const DividedModel> model_;
  const ForwardKernels* kernels_;
  OwnInertias inertias_;
  std::vector<ShortIndex> corrected_;  // bundles that were swept again
  std::vector<ShortIndex> visited_;  // bundles with anchors
  std::vector<Support> supports_;  // (pieces)
  std::vector<std::uint8_t> has_children_;  // (groups)
  Renumbering numbering_;
  ZeroMemory values_memory_, trunk_memory_;
  std::vector<ZeroMemory> scratch_;  // of each worker
  ForwardValues values_;
  Response* responses_ = nullptr;  // (pieces)
  TrunkState* trunk_ = nullptr;  // (trunk_parts)
};

}  // namespace treefix::large_tree
