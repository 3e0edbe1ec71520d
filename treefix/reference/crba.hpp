// The mass matrix: the composite-rigid-body algorithm.                           [Featherstone 2008, table 6.2]
#pragma once

#include <algorithm>

#include <treefix/reference/steps.hpp>

namespace treefix::reference {

/// Joint i with k degrees of freedom. Column F_j = Ic_j S_j is the force that a unit acceleration of coordinate j needs
/// at the joints that carry it. When joint i is processed, F_j is in the frame of body i, and H_ij = S_iᵀ F_j.
/// Writes the rows of H that belong to the joint, from the diagonal to the right, and moves the columns to the parent.
template <int k, class T>
void crba_joint(const Mechanism<T>& m, Index i, Workspace<T>& w, Out<T> H) {
  const Joint<T>& joint = m.joint(i);
  const Index first = joint.v, below = first + k, end = m.subtree_v_end(i), n = m.nv, p = m.parent(i);
  const Transform<T> X = w.X[i];
  T* row = H.data() + first * n;
  // its own coordinates: a block on the diagonal
  for (int c = 0; c < k; ++c) {
    const Force<T> F = w.Ic[i] * joint_column(joint, c);
    T column[k] = {};
    joint_torque(joint, F, column);
    for (int r = 0; r <= c; ++r) row[r * n + first + c] = column[r];
    row[c * n + first + c] += m.armature(first + c);
    w.columns.set(first + c, X.back(F));
  }
  // coordinates below it; if S consists of unit vectors, Sᵀ F only selects entries of F
  if constexpr (k > 1)
    for (int r = 0; r < k; ++r) {
      const View<const T> picked = w.columns.coordinate(joint_coordinate(joint.kind, r));
      std::copy(picked.data() + below, picked.data() + end, row + r * n + below);
    }
  const Motion<T> S = joint.S;
  const auto put = [&](Index j, const Force<T>& F) {
    if constexpr (k == 1) row[j] = dot(F, S);
  };
  if (p == root) {
    TREEFIX_INDEPENDENT
    for (Index j = below; j < end; ++j) put(j, w.columns[j]);
  } else {
    TREEFIX_INDEPENDENT
    for (Index j = below; j < end; ++j) {
      const Force<T> F = w.columns[j];
      put(j, F);
      w.columns.set(j, X.back(F));
    }
    w.Ic[p] += X.back(w.Ic[i]);
  }
  // coordinates on other branches
  for (int r = 0; r < k; ++r) std::fill(row + r * n + end, row + (r + 1) * n, T(0));
}

/// Copies the upper triangle of a row-major n × n matrix to the lower one, by tiles that stay in cache.
template <class T>
void mirror(Index n, Out<T> H) {
  constexpr Index tile = 4;
  Index column = 0;
  for (; column + tile <= n; column += tile) {
    for (Index row = 0; row < column; row += tile) {
      T block[tile][tile];
      for (Index i = 0; i < tile; ++i)
        for (Index j = 0; j < tile; ++j) block[j][i] = H[(row + i) * n + column + j];
      for (Index j = 0; j < tile; ++j)
        for (Index i = 0; i < tile; ++i) H[(column + j) * n + row + i] = block[j][i];
    }
    for (Index i = column; i < column + tile; ++i)
      for (Index j = column; j < i; ++j) H[i * n + j] = H[j * n + i];
  }
  for (; column < n; ++column)
    for (Index j = 0; j < column; ++j) H[column * n + j] = H[j * n + column];
}

/// H = H(q), row-major nv × nv, both triangles.
template <class T>
void crba(const Mechanism<T>& m, In<T> q, Workspace<T>& w, Out<T> H) {
  joint_pass(m, q, w);
  for (Index i = 0; i < m.nbody(); ++i) w.Ic[i] = m.inertia(i);
  for (Index i = m.nbody() - 1; i >= 0; --i) with_dof(m.joint(i).kind, [&](auto k) { crba_joint<k>(m, i, w, H); });
  mirror<T>(m.nv, H);
}

}  // namespace treefix::reference
