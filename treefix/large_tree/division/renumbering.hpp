// Between the caller's numbering and the order of bodies of a DividedModel.
#pragma once

#include <treefix/exec/workers.hpp>
#include <treefix/large_tree/division/divided_model.hpp>

namespace treefix::large_tree {

/// Sweeps over the trunk read and write rows of numbers in the order of its bodies. Where the caller numbers bodies in another
/// order, these are brought there, and back. Forests gather numbers one by one, and take them where the caller has them.
///
/// Threads: holds memory for one call at a time; uses the threads of the Workers it is given.
/// Allocation: none after construction; memory is touched only where it is needed.
class Renumbering {
 public:
  /// Room for q, so many lists of nv numbers, and forces. The model is kept and must outlive this.
  Renumbering(const DividedModel& model, int lists);

  /// Numbers of the trunk where its sweeps find them: brought, or where the caller has them. List k is one of those in the
  /// constructor, or a place for results.
  const double* bring_q(Workers& workers, View<const double> q);
  const double* bring_v(Workers& workers, int k, View<const double> v);
  double* place(int k, View<double> given) { return is_open() ? given.data() : list(k); }
  /// Results from there to the caller.
  void give_back(Workers& workers, int k, View<double> given);
  /// All forces in prepared frames and in the order of bodies; null for none.
  const Force<double>* bring_forces(Workers& workers, View<const Force<double>> outside);

 private:
  /// Bodies of the trunk that lie together, not more than a worker should have at once.
  struct Range {
    ShortIndex first, end;
  };

  bool is_open() const { return model_->bodies.empty(); }
  double* list(int k) { return memory_.as<double>() + model_->prepared.nq + k * model_->prepared.nv; }
  template <class F>
  void for_each_range(Workers& workers, ShortIndex PreparedBody::* first, Index all, F f) const;

  const DividedModel* model_;
  std::vector<Range> ranges_;
  ZeroMemory memory_, forces_;
};

}  // namespace treefix::large_tree
