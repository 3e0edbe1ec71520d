// Plain description of a robot, from which every engine in the benchmark is built.
//
// It uses the standard library only, so that no engine's own types or headers leak into the
// comparison: each peer reads the same numbers and makes its own model from them.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

namespace tfbench {

// Coordinates of each joint kind, as q and v are passed to every engine:
//   revolute   q: angle                v: rate
//   prismatic  q: length               v: rate
//   helical    q: angle                v: rate; the translation is pitch * angle along the axis
//   spherical  q: qx qy qz qw          v: angular velocity in body coordinates
//   planar     q: x y theta            v: vx vy in body coordinates, theta rate; normal is z
//   free       q: x y z qx qy qz qw    v: linear, then angular velocity, in body coordinates
// Quaternions have unit length.
enum class JointKind { revolute, prismatic, helical, spherical, planar, free };

constexpr int joint_nq(JointKind kind) {
  switch (kind) {
    case JointKind::spherical: return 4;
    case JointKind::planar: return 3;
    case JointKind::free: return 7;
    default: return 1;
  }
}

constexpr int joint_nv(JointKind kind) {
  switch (kind) {
    case JointKind::spherical: return 3;
    case JointKind::planar: return 3;
    case JointKind::free: return 6;
    default: return 1;
  }
}

struct BodyDescription {
  int parent = -1;  // index of the parent body, less than the own index; -1 is the fixed base

  JointKind kind = JointKind::revolute;
  std::array<double, 3> axis{0, 0, 1};  // unit vector; revolute, prismatic and helical only
  double pitch = 0;                     // metres per radian; helical only

  // Placement of the joint frame in the parent body: x_parent = R x_joint + p, R row major.
  std::array<double, 9> R{1, 0, 0, 0, 1, 0, 0, 0, 1};
  std::array<double, 3> p{0, 0, 0};

  double mass = 1;
  std::array<double, 3> c{0, 0, 0};                  // centre of mass in body coordinates
  std::array<double, 6> inertia{1, 0, 1, 0, 0, 1};   // about c: xx xy yy xz yz zz
  std::array<double, 6> armature{0, 0, 0, 0, 0, 0};  // the first joint_nv(kind) entries count
};

struct RobotDescription {
  std::vector<BodyDescription> bodies;
  std::array<double, 3> gravity{0, 0, -9.81};

  int nq() const {
    int n = 0;
    for (const BodyDescription& b : bodies) n += joint_nq(b.kind);
    return n;
  }

  int nv() const {
    int n = 0;
    for (const BodyDescription& b : bodies) n += joint_nv(b.kind);
    return n;
  }
};

}  // namespace tfbench
