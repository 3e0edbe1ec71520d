// The data of a model that the algorithms read: plain arrays in one scalar type, no names.
#pragma once

#include <type_traits>
#include <vector>

#include <treefix/model/joint.hpp>
#include <treefix/tree/tree.hpp>

namespace treefix {

/// A tree of bodies: body i hangs by joint i from body parent(i). Immutable once built; may be shared by threads.
template <class T>
struct Mechanism {
  Tree tree;  // numbered depth-first
  std::vector<Joint<T>> joints;  // (nbody)
  std::vector<Inertia<T>> inertias;  // (nbody) in body coordinates; fixed bodies merged in
  std::vector<T> armatures;  // (nv) rotor inertia, added to the diagonal of the mass matrix
  Vec3<T> gravity{};  // acceleration of free fall, in root coordinates
  Index nq = 0, nv = 0;

  Index nbody() const { return tree.size(); }
  Index parent(Index i) const { return tree.parent(i); }
  const Joint<T>& joint(Index i) const { return joints[static_cast<std::size_t>(i)]; }
  const Inertia<T>& inertia(Index i) const { return inertias[static_cast<std::size_t>(i)]; }
  const T& armature(Index k) const { return armatures[static_cast<std::size_t>(k)]; }
  /// One past the last coordinate of v that moves body i or a body below it; the first is joint(i).v.
  Index subtree_v_end(Index i) const {
    const Joint<T>& last = joint(tree.subtree_end(i) - 1);
    return last.v + last.dof();
  }
  /// Gravity as an acceleration of the root: a_root = −g acts like gravity on bodies at rest.
  Motion<T> root_acceleration() const { return {{}, -gravity}; }
};

/// The same mechanism with body order[k] renumbered to k; coordinates keep their places. The order must be depth-first.
template <class T>
Mechanism<T> renumbered(const Mechanism<T>& m, View<const Index> order) {
  Mechanism<T> out;
  out.tree = renumbered(m.tree, order);
  out.joints.reserve(m.joints.size());
  out.inertias.reserve(m.inertias.size());
  for (const Index i : order) {
    out.joints.push_back(m.joint(i));
    out.inertias.push_back(m.inertia(i));
  }
  out.armatures = m.armatures;
  out.gravity = m.gravity;
  out.nq = m.nq;
  out.nv = m.nv;
  return out;
}

/// The same mechanism in scalar type T. Constants of the model keep their values in double, except that rotations and
/// axes are orthonormalised in T: otherwise a wider T would compute with frames that are not exactly orthogonal.
template <class T>
Mechanism<T> convert(const Mechanism<double>& m) {
  if constexpr (std::is_same_v<T, double>) return m;
  using math::sqrt;
  Mechanism<T> out;
  out.tree = m.tree;
  out.joints.reserve(m.joints.size());
  for (const Joint<double>& j : m.joints) {
    Transform<T> X = cast<T>(j.X_tree);
    X.E = orthonormalized(orthonormalized(X.E));
    Motion<T> S = cast<T>(j.S);
    const bool turns = j.kind == JointKind::revolute || j.kind == JointKind::helical;
    const Vec3<T> u = turns ? S.w : S.v;
    const T scale = T(1) / sqrt(dot(u, u) + T(turns || j.kind == JointKind::prismatic ? 0 : 1));
    out.joints.push_back({j.kind, j.q, j.v, scale * S, X});
  }
  out.inertias.reserve(m.inertias.size());
  for (const Inertia<double>& I : m.inertias) out.inertias.push_back(cast<T>(I));
  out.armatures.reserve(m.armatures.size());
  for (double a : m.armatures) out.armatures.push_back(static_cast<T>(a));
  out.gravity = cast<T>(m.gravity);
  out.nq = m.nq;
  out.nv = m.nv;
  return out;
}

}  // namespace treefix
