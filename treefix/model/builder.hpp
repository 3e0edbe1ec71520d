// Builder: describes a robot body by body, then makes a Model of it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <treefix/model/model.hpp>

namespace treefix {

/// A joint may follow another: q = ratio q_joint + offset. It has no coordinates of its own then. Both have one degree of
/// freedom; the other may follow a third.
struct Mimic {
  std::string joint{};  // empty: it follows none
  double ratio = 1, offset = 0;
};

/// A joint as its author describes it. The axis is a direction of any length but zero, in the joint frame; the pitch
/// of a helical joint is in metres per radian. Lists may be empty: no armature, no limits.
struct JointSpec {
  JointKind kind = JointKind::fixed;
  Vec3<double> axis{0, 0, 1};
  double pitch = 0;
  std::string name{};  // by default the name of the body
  std::vector<double> armature{};  // (nv) rotor inertia after the gear: kg m² or kg
  std::vector<double> lower{}, upper{};  // (nq) limits of position
  std::vector<double> velocity_limit{}, effort_limit{};  // (nv)
  std::vector<double> damping{}, friction{};  // (nv) kept as data
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

/// A body as its author describes it. All zero means massless.
struct BodySpec {
  std::string name;
  std::string parent{};  // empty: the fixed root
  Transform<double> placement{};  // from the parent body to the joint frame: placed(position, rotation)
  JointSpec joint{};
  /// From the joint frame, where the joint has taken it, to the body frame. For bodies whose frame is not at their joint;
  /// com, inertia, children, frames and external forces are in coordinates of the body frame, q and v of a spherical,
  /// planar or free joint in those of the joint frame. Of a composite joint: behind the last.
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

  /// Acceleration of free fall in root coordinates; (0, 0, −9.81) unless said.
  Builder& gravity(Vec3<double> g);
  Builder& body(BodySpec spec);
  /// As body() for each of them, without a copy.
  Builder& bodies(std::vector<BodySpec> list);
  /// Room for n bodies at once; saves time on large models.
  Builder& reserve(Index n);
  /// A composite joint: the joints one after the other, from the parent outwards, with massless bodies between them
  /// that are named "name/1", "name/2", …; spec.joint is not used.
  Builder& body(BodySpec spec, std::vector<JointSpec> joints);
  /// Bodies that are doubtful but can be computed with are taken as they are: principal moments that break the triangle
  /// inequality, inertia without mass, a singular inertia. Refused all the same: a moving body that carries no other one
  /// and whose inertia, with what is fixed to it, does not resist the motion of its joint. For readers of files, which say
  /// so in warnings of their own.
  Builder& tolerant(bool on = true);
  /// What Model::warnings() will say.
  Builder& warnings(std::vector<Diagnostic> list);
  /// A frame that moves with a body (empty: the root); placement from body to frame.
  Builder& frame(std::string name, std::string body, Transform<double> placement);

  /// O(n) time and memory, no recursion. The Builder may be used again.
  Model build() const;

 private:
  struct Resolved;
  Resolved resolve(std::vector<std::string>& problems) const;
  /// Numbers the bodies that move, depth-first, and gives each fixed one to the body that carries it.
  static void number(const Resolved& all, Index joint_count, Model::Data& data);
  /// Names in that order. Takes the tables out of all.
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
