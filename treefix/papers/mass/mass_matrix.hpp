// The mass matrix by scans.                                                   [Lynghus 2026, §6; docs/theory/mass.md]
#pragma once

#include <treefix/papers/inverse/scan_inverse.hpp>
#include <treefix/papers/mass/mass_rows.hpp>
#include <treefix/tree/ancestor_paths.hpp>

namespace treefix::papers {

/// The pattern of a branch-sparse H, made from the tree of coordinates: row i has the coordinates on the root path of
/// i, with i last.
using SparsePattern = AncestorPaths;

/// The memory that H needs. Call it before the allocation.
template <class T>
constexpr Index dense_bytes(Index nv) {
  return nv * nv * static_cast<Index>(sizeof(T));
}
template <class T>
Index sparse_bytes(const SparsePattern& pattern) {
  return pattern.entries() * static_cast<Index>(sizeof(T));
}

// --- passes ------------------------------------------------------------------------------------------------

/// X, I -> Ic
template <class T, Executor Exec, class Fix>
void composite_inertias(const Exec& exec, const ScanView<T>& m, Fix& fix, MassWorkspace<T>& w) {
  if (Fix::gives_poses) poses(exec, fix, w.X.view(), w.X0.view());  // X -> X0
  fix.gather(exec, w.X.view(), w.X0.view(), m.inertias, w.Ic.view());
}

/// Writes the structural zeros of H: row i has them in columns before i that are not on the root path of i, and in
/// columns after the subtree of i.
template <class T, Executor Exec>
void mass_zeros(const Exec& exec, const MassBlocks& blocks, Out<T> H) {
  const Tree& coordinates = blocks.coordinates();
  const Index nv = coordinates.size();
  exec.for_each(nv, [&](Index i) {
    T* row = H.data() + i * nv;
    for (Index c = i; c != root;) {
      const Index first = blocks.run(c), above = coordinates.parent(first);
      std::fill(row + above + 1, row + first, T(0));
      c = above;
    }
    std::fill(row + coordinates.subtree_end(i), row + nv, T(0));
  });
}

// --- algorithms --------------------------------------------------------------------------------------------

/// H(q) in compressed rows: row i has the coordinates on the root path of i in coordinate_tree, from values[begins[i]]
/// on.
template <class T, Executor Exec, class Fix, class Product = Products<T>>
void sparse_mass_matrix(const Exec& exec, const ScanModel<T>& model, const MassBlocks& blocks, Fix& fix, In<T> q,
                        View<const Index> begins, MassWorkspace<T>& w, Out<T> values, const Product& products = {}) {
  const Mechanism<T>& m = model.mechanism();
  joint_transforms<T>(exec, model, q, w.X.view());  // q -> X
  composite_inertias<T>(exec, model, fix, w);  // X, I -> Ic
  mass_rows(exec, blocks, m, w, SparseRows<T>{begins, values.data()}, products);  // X, Ic -> H
}

/// H(q), row-major nv × nv, both triangles.
template <class T, Executor Exec, class Fix, class Product = Products<T>>
void dense_mass_matrix(const Exec& exec, const ScanModel<T>& model, const MassBlocks& blocks, Fix& fix, In<T> q,
                       MassWorkspace<T>& w, Out<T> H, const Product& products = {}) {
  const Mechanism<T>& m = model.mechanism();
  joint_transforms<T>(exec, model, q, w.X.view());  // q -> X
  composite_inertias<T>(exec, model, fix, w);  // X, I -> Ic
  mass_zeros<T>(exec, blocks, H);  // -> H where it is zero
  mass_rows(exec, blocks, m, w, DenseRows<T>{m.nv, H.data()}, products);  // X, Ic -> H where it is not
}

}  // namespace treefix::papers
