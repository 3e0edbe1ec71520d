// The mass matrix by scans.                                                            [paper 002, §6; algorithms.md, §4]
#pragma once

#include <treefix/algorithms/scan/inverse.hpp>
#include <treefix/algorithms/scan/mass_rows.hpp>
#include <treefix/tree/ancestor_paths.hpp>

namespace treefix {

/// Where a branch-sparse H has entries: row i has the coordinates on the way from the root to i, i last. Of the tree of coordinates.
using SparsePattern = AncestorPaths;

/// What H will take, to be asked before it is allocated.
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
void composite_inertias(const Exec& exec, const Mechanism<T>& m, Fix& fix, MassWorkspace<T>& w) {
  if (Fix::gives_poses) poses(exec, fix, w);  // X -> X0
  map(exec, m.nbody(), [&](Index i) { w.Ic[i] = m.inertia(i); });
  fix.gather(exec, w.X.view(), w.X0, w.Ic);
}

/// Zeros of the lower triangle: coordinates that are not on the way from i to the root.
template <class T, Executor Exec>
void mass_zeros(const Exec& exec, const MassBlocks& blocks, Index nv, T* H) {
  map(exec, nv, [&](Index i) {
    if (blocks.depth(i) == i) return;
    for (Index c = i, above; c >= 0; c = above) {
      above = blocks.coordinates().parent(c);
      std::fill(H + i * nv + above + 1, H + i * nv + c, T(0));
    }
  });
}

/// The upper triangle from the lower one, by tiles.
template <class T, Executor Exec>
void mirror_up(const Exec& exec, Index n, T* H) {
  constexpr Index block = 256, tile = 8;
  exec.for_each((n + block - 1) / block, [&](Index k) {
    const Index begin = k * block, end = std::min(n, begin + block);
    for (Index j0 = 0; j0 < end; j0 += tile)
      for (Index i0 = std::max(begin, j0); i0 < end; i0 += tile)
        for (Index j = j0; j < std::min(j0 + tile, end); ++j)
          for (Index i = std::max(i0, j + 1); i < std::min(i0 + tile, end); ++i) H[j * n + i] = H[i * n + j];
  });
}

// --- algorithms --------------------------------------------------------------------------------------------

/// H(q) in compressed rows: values of the pattern, which is that of coordinate_tree.
template <class T, Executor Exec, class Fix>
void sparse_mass_matrix(const Exec& exec, const ScanModel<T>& model, const MassBlocks& blocks, Fix& fix, In<T> q,
                        const SparsePattern& pattern, MassWorkspace<T>& w, Out<T> values) {
  const Mechanism<T>& m = model.mechanism();
  joint_transforms(exec, m, q, w);  // q -> X
  composite_inertias(exec, m, fix, w);  // X, I -> Ic
  mass_rows(exec, blocks, m, w, SparseRows<T>{pattern.begins(), values.data()});  // X, Ic -> H
}

/// H(q), row-major nv × nv, both triangles.
template <class T, Executor Exec, class Fix>
void dense_mass_matrix(const Exec& exec, const ScanModel<T>& model, const MassBlocks& blocks, Fix& fix, In<T> q,
                       MassWorkspace<T>& w, Out<T> H) {
  const Mechanism<T>& m = model.mechanism();
  joint_transforms(exec, m, q, w);  // q -> X
  composite_inertias(exec, m, fix, w);  // X, I -> Ic
  mass_zeros(exec, blocks, m.nv, H.data());
  mass_rows(exec, blocks, m, w, DenseRows<T>{m.nv, H.data()});  // X, Ic -> H, lower triangle
  mirror_up(exec, m.nv, H.data());  // lower -> upper
}

}  // namespace treefix
