// A model for scans in the memory of an executor. Also compiled for CUDA, so it includes only what it needs.
#pragma once

#include <treefix/papers/scan_model.hpp>

#include "support/rooms.hpp"

namespace treefix::testing {

/// A copy of a ScanModel that calls of an executor can reach. Keeps a reference to the pieces of the model, whose
/// levels the host reads.
template <class T, Executor Exec>
class ScanCopy {
 public:
  explicit ScanCopy(const ScanModel<T>& model) : ScanCopy(ScanView<T>(model)) {}

  operator ScanView<T>() const {  // NOLINT(google-explicit-constructor): a view of it
    return {joints_.view(),
            inertias_.view(),
            armatures_.view(),
            order_.view(),
            root_acceleration_,
            {parents_.view(), ends_.view()},
            {lefts_.view(), rights_.view()},
            {levels_, {pieces_.view(), task_begins_.view()}}};
  }

 private:
  template <class X>
  using Array = typename Exec::template Array<X>;

  explicit ScanCopy(const ScanView<T>& all)
      : joints_(all.joints), inertias_(all.inertias), armatures_(all.armatures), order_(all.order),
        root_acceleration_(all.root_acceleration), parents_(all.tree.parents), ends_(all.tree.ends),
        lefts_(all.tour.lefts), rights_(all.tour.rights), levels_(*all.pieces.levels), pieces_(all.pieces.tasks.pieces),
        task_begins_(all.pieces.tasks.begins) {}

  Array<Joint<T>> joints_;
  Array<Inertia<T>> inertias_;
  Array<T> armatures_;
  Array<Index> order_;
  Motion<T> root_acceleration_;
  Array<Index> parents_, ends_;
  Array<ShortIndex> lefts_, rights_;
  const Pieces& levels_;
  Array<Piece> pieces_;
  Array<Index> task_begins_;
};

}  // namespace treefix::testing
