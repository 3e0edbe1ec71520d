// Builder: describes a robot body by body and makes a Model.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <treefix/model/model.hpp>

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

/// Collects a description; build() checks all of it and throws one ModelError that lists every problem by name.
/// Bodies may come in any order. Threads: one Builder belongs to one thread.
class Builder {
 public:
  explicit Builder(std::string model_name = "robot") : name_(std::move(model_name)) {}

  /// The acceleration of free fall in root coordinates; the default is (0, 0, −9.81).
  Builder& gravity(Vec3<double> g);
  Builder& body(BodySpec spec);
  /// As body() for each element, but without copies.
  Builder& bodies(std::vector<BodySpec> list);
  /// Reserves memory for n bodies, which saves time for large models.
  Builder& reserve(Index n);
  /// A composite joint: the joints in order, from the parent outward, with massless bodies between them that are named
  /// "name/1", "name/2", …; spec.joint is ignored.
  Builder& body(BodySpec spec, std::vector<JointSpec> joints);
  /// Accepts questionable bodies that can still be computed with: principal moments that violate the triangle
  /// inequality, inertia without mass, a singular inertia. A moving body without children is still refused if its
  /// inertia, including bodies fixed to it, does not resist the motion of its joint. For file readers, which report
  /// such bodies in their own warnings.
  Builder& tolerant(bool on = true);
  /// The list that Model::warnings() returns.
  Builder& warnings(std::vector<Diagnostic> list);
  /// A frame that moves with a body (empty: the root); placement from body to frame.
  Builder& frame(std::string name, std::string body, Transform<double> placement);

  /// O(n) time and memory, no recursion. The Builder can be reused.
  Model build() const;

 private:
  struct Resolved;
  Resolved resolve(std::vector<ModelProblem>& problems) const;
  /// Numbers the moving bodies depth-first and merges each fixed body into the body that carries it.
  static void number(const Resolved& all, Index joint_count, Model::Data& data);
  /// Puts the names into that order. Moves the tables out of `all`.
  static void number_names(Resolved& all, const std::vector<Index>& joint_numbers, Model::Data& data);

  struct FrameSpec {
    std::string name, body;
    Transform<double> placement;
  };

  std::string name_;
  Vec3<double> gravity_{0, 0, -9.81};
  std::vector<std::vector<BodySpec>> lists_ = std::vector<std::vector<BodySpec>>(1);  // body() adds to the last
  std::vector<FrameSpec> frames_;
  std::vector<Diagnostic> warnings_;
  bool tolerant_ = false;
};

}  // namespace treefix
