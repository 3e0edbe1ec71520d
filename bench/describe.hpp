// The plain description of a treefix model, from which a peer builds the same robot.
#pragma once

#include <treefix/model/model.hpp>

#include "bench/peers/robot.hpp"

namespace tfbench {

inline JointKind kind_of(treefix::JointKind kind) {
  switch (kind) {
    case treefix::JointKind::prismatic: return JointKind::prismatic;
    case treefix::JointKind::helical: return JointKind::helical;
    case treefix::JointKind::spherical: return JointKind::spherical;
    case treefix::JointKind::planar: return JointKind::planar;
    case treefix::JointKind::free: return JointKind::free;
    default: return JointKind::revolute;
  }
}

inline RobotDescription describe(const treefix::Model& model) {
  using treefix::Index;
  const treefix::Mechanism<double>& m = model.mechanism();
  RobotDescription robot;
  robot.gravity = {m.gravity.x, m.gravity.y, m.gravity.z};
  for (Index i = 0; i < m.nbody(); ++i) {
    const auto& joint = m.joint(i);
    const auto& [E, r] = joint.X_tree;
    const auto& inertia = m.inertia(i);
    const double mass = inertia.m;
    const auto& u = joint.kind == treefix::JointKind::prismatic ? joint.S.v : joint.S.w;
    const auto c = mass > 0 ? (1 / mass) * inertia.h : treefix::Vec3<double>{};
    const auto Ic = inertia.about(c);
    BodyDescription body;
    body.parent = static_cast<int>(m.parent(i));
    body.kind = kind_of(joint.kind);
    body.axis = {u.x, u.y, u.z};
    body.pitch = body.kind == JointKind::helical ? dot(joint.S.w, joint.S.v) : 0;
    body.R = {E.x.x, E.y.x, E.z.x, E.x.y, E.y.y, E.z.y, E.x.z, E.y.z, E.z.z};
    body.p = {r.x, r.y, r.z};
    body.mass = mass;
    body.c = {c.x, c.y, c.z};
    body.inertia = {Ic.xx, Ic.xy, Ic.yy, Ic.xz, Ic.yz, Ic.zz};
    for (int k = 0; k < joint.dof(); ++k) body.armature[static_cast<std::size_t>(k)] = m.armature(joint.v + k);
    robot.bodies.push_back(body);
  }
  return robot;
}

}  // namespace tfbench
