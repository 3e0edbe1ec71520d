// Copies between the caller's numbering and the order of bodies of a DividedModel.
#pragma once

#include <treefix/exec/workers.hpp>
#include <treefix/large_tree/division/divided_model.hpp>

namespace treefix::large_tree {

/// Sweeps over the trunk read and write numbers in the order of its bodies. If the caller numbers bodies in another
/// order, the numbers are copied to that order and back. Forests gather numbers one by one, directly from the caller's
/// arrays.
///
/// Threads: holds memory for one call at a time; uses the threads of the Workers it is given.
/// Allocation: none after construction; memory is touched only where it is needed.
class Renumbering {
 public:
  /// Allocates q, this number of lists of nv numbers, and forces. Keeps a reference to the model, which must outlive
  /// this.
  Renumbering(const DividedModel& model, int lists);

  /// Numbers of the trunk in the order of its bodies: copied, or the caller's own array. List k is one of those in the
  /// constructor; place() is for results.
  const double* bring_q(Workers& workers, View<const double> q);
  const double* bring_v(Workers& workers, int k, View<const double> v);
  double* place(int k, View<double> given) { return keeps_order() ? given.data() : list(k); }
  /// Copies results back to the caller.
  void give_back(Workers& workers, int k, View<double> given);
  /// All external forces in prepared frames and in the order of bodies; null for none.
  const Force<double>* bring_forces(Workers& workers, View<const Force<double>> external);

 private:
  /// Consecutive bodies of the trunk, at most as many as a worker takes at once.
  struct Range {
    ShortIndex first, end;
  };

  bool keeps_order() const { return model_->bodies.empty(); }
  double* list(int k) { return memory_.as<double>() + model_->prepared.nq + k * model_->prepared.nv; }
  template <class F>
  void for_each_range(Workers& workers, ShortIndex PreparedBody::* first, Index all, F f) const;

  const DividedModel* model_;
  std::vector<Range> ranges_;
  ZeroMemory memory_, forces_;
};

}  // namespace treefix::large_tree
