// The description of bodies, joints and frames, as a Builder takes it and a Model returns it.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include <treefix/model/joint.hpp>
#include <treefix/spatial/transform.hpp>

namespace treefix {

/// Makes a joint a mimic joint: q = ratio q_leader + offset. It then has no coordinates of its own. Both joints have
/// one degree of freedom. The leader may itself be a mimic joint.
struct Mimic {
  std::string joint{};  // the leader; empty: not a mimic joint
  double ratio = 1, offset = 0;
};

/// The description of a joint. The axis is a direction of any length except zero, in the joint frame; the pitch of a
/// helical joint is in metres per radian. Empty lists mean no armature, no limits.
struct JointSpec {
  JointKind kind = JointKind::fixed;
  Vec3<double> axis{0, 0, 1};
  double pitch = 0;
  std::string name{};  // by default the name of the body
  std::vector<double> armature{};  // (nv) rotor inertia on the joint side of the gear: kg m² or kg
  std::vector<double> lower{}, upper{};  // (nq) limits of position
  std::vector<double> velocity_limit{}, effort_limit{};  // (nv)
  std::vector<double> damping{}, friction{};  // (nv) stored only: no algorithm uses them
  Mimic mimic{};

  static JointSpec fixed() { return {}; }
  static JointSpec revolute(Vec3<double> axis, std::string name = {}) {
    return {.kind = JointKind::revolute, .axis = axis, .name = std::move(name)};
  }
  static JointSpec prismatic(Vec3<double> axis, std::string name = {}) {
    return {.kind = JointKind::prismatic, .axis = axis, .name = std::move(name)};
  }
  static JointSpec helical(Vec3<double> axis, double pitch, std::string name = {}) {
    return {.kind = JointKind::helical, .axis = axis, .pitch = pitch, .name = std::move(name)};
  }
  static JointSpec spherical(std::string name = {}) { return {.kind = JointKind::spherical, .name = std::move(name)}; }
  static JointSpec planar(std::string name = {}) { return {.kind = JointKind::planar, .name = std::move(name)}; }
  static JointSpec free(std::string name = {}) { return {.kind = JointKind::free, .name = std::move(name)}; }
};

/// The description of a body. All zeros mean a massless body.
struct BodySpec {
  std::string name;
  std::string parent{};  // empty: the fixed root
  Transform<double> placement{};  // from the parent body to the joint frame: placed(position, rotation)
  JointSpec joint{};
  /// From the joint frame, moved by the joint, to the body frame. For bodies whose frame is not at their joint: com,
  /// inertia, children, frames and external forces are in coordinates of the body frame, but q and v of a spherical,
  /// planar or free joint are in those of the joint frame. For a composite joint it applies after the last joint.
  Transform<double> offset{};
  double mass = 0;  // kg
  Vec3<double> com{};  // centre of mass in body coordinates, m
  Sym3<double> inertia{};  // about the centre of mass, axes of the body, kg m²
};

/// The description of a frame that moves with a body.
struct FrameSpec {
  std::string name;
  std::string body{};  // empty: the root
  Transform<double> placement{};  // from the body to the frame
};

}  // namespace treefix
