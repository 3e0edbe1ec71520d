// Poses and velocities of bodies, computed from the mechanism itself: a prepared model has other bodies.
#pragma once

#include <treefix/model/mechanism.hpp>

namespace treefix::kernels {

template <class T, class C>
Joint<T> cast(const Joint<C>& joint) {
  return {joint.kind, joint.q, joint.v, {cast<T>(joint.S.w), cast<T>(joint.S.v)}, cast<T>(joint.X_tree)};
}

/// The pose and the velocity of a body, in its own coordinates.
template <class T>
struct BodyState {
  Transform<T> X0{};  // from root coordinates
  Motion<T> V{};
};

/// q, v -> bodies. If v is empty, no velocities are computed.
template <class C, class T>
void kinematics_sweep(const Mechanism<C>& m, In<T> q, In<T> v, BodyState<T>* bodies) {
  for (Index i = 0; i < m.nbody(); ++i) {
    const Joint<T> joint = cast<T>(m.joint(i));
    const Transform<T> X = joint_transform(joint, q);
    const BodyState<T> parent = m.parent(i) == root ? BodyState<T>{} : bodies[m.parent(i)];
    bodies[i].X0 = X * parent.X0;
    if (!v.empty()) bodies[i].V = X * parent.V + joint_motion(joint, v);
  }
}

}  // namespace treefix::kernels
