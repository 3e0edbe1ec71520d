// Model: a robot, immutable.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <treefix/base/diagnostic.hpp>
#include <treefix/model/mechanism.hpp>
#include <treefix/model/mimic.hpp>
#include <treefix/model/names.hpp>

namespace treefix {

/// A frame that moves with a body: of a body itself, of a body that was merged into it, or added by the user.
struct Frame {
  Index body = root;  // the body it moves with, or root
  Transform<double> X_FB{};  // from body coordinates to frame coordinates
};

/// What turns a joint's motion into heat. Kept as data: no algorithm uses it. Of joints that follow none.
struct Passive {
  std::vector<double> damping, friction;  // (nv)
};

/// Where a joint is, and what is known of it.
struct JointInfo {
  std::string name;
  JointKind kind{};
  Index body{};  // the body it moves, also its own number
  Index q{}, nq{};  // its coordinates are q .. q + nq − 1 of the configuration
  Index v{}, nv{};  // and v .. v + nv − 1 of velocity, acceleration and torque
  /// The joint that it follows with q = ratio q_master + offset; root if none. A follower has no coordinates, nq and nv
  /// are zero; q and v are those of its leader.
  Index leader = root;
  double ratio = 1, offset = 0;
};

/// Limits as the model's author gave them, infinite where none was. Kept as data: no algorithm enforces them.
/// Those of a joint that follows another are dropped: it has no coordinates to limit.
struct Limits {
  std::vector<double> lower, upper;  // (nq)
  std::vector<double> velocity, effort;  // (nv)
};

/// A robot: a tree of named bodies and joints. Made by Builder or by zoo.
///
/// Order: bodies are numbered depth-first, siblings in the order they were added; q, v, a, tau follow the same order.
/// Fixed bodies are merged into the body that carries them; their frames remain.
/// Joints that follow others (JointInfo::leader) move bodies, but have no part in q, v, a and tau.
/// Threads: immutable, may be shared by any number of threads. Copies share the data and cost nothing.
/// Memory: O(n).
class Model {
 public:
  const std::string& name() const { return data_->name; }
  Index nbody() const { return mechanism().nbody(); }
  Index nq() const { return data_->nq; }
  Index nv() const { return data_->nv; }

  const std::vector<std::string>& body_names() const { return data_->body_names; }
  const std::vector<std::string>& joint_names() const { return data_->joints.all(); }
  const std::vector<std::string>& frame_names() const { return data_->frame_names.all(); }

  /// These throw ValueError if there is none of that name.
  Index body(std::string_view name) const;
  JointInfo joint(std::string_view name) const;
  const Frame& frame(std::string_view name) const;

  JointInfo joint(Index i) const;
  /// The joint that number k of v, a and tau belongs to.
  JointInfo joint_of_v(Index k) const;
  const Frame& frame(Index i) const { return data_->frames[static_cast<std::size_t>(i)]; }

  /// The joints that have a quaternion among their coordinates; none of them follows another.
  const std::vector<Index>& quaternion_joints() const { return data_->quaternion_joints; }
  const Limits& limits() const { return data_->limits; }
  /// Of all moving bodies.
  double total_mass() const { return data_->total_mass; }
  const Passive& passive() const { return data_->passive; }
  /// From the moved frame of joint i to the frame of body i, for each moving body; empty if every body is at its joint.
  const std::vector<Transform<double>>& body_offsets() const { return data_->offsets; }
  /// What was doubtful in the file that the model is from, and what was done about it.
  const std::vector<Diagnostic>& warnings() const { return data_->warnings; }

  /// What the algorithms read. Coordinates of body i are those of the moved frame of joint i here, and every joint has
  /// coordinates, also those that follow others: nq and nv are the model's only if mimic() is empty.
  const Mechanism<double>& mechanism() const { return data_->mechanism; }
  /// Between coordinates of the model and of its mechanism; empty if no joint follows another.
  const MimicCoupling& mimic() const { return data_->mimic; }
  bool has_mimic() const { return !mimic().empty(); }

 private:
  friend class Builder;
  struct Data {
    std::string name;
    Mechanism<double> mechanism;
    MimicCoupling mimic;
    Index nq = 0, nv = 0;
    std::vector<std::string> body_names;
    NameTable joints;  // numbered as the bodies
    std::vector<Index> quaternion_joints;
    NameTable frame_names;  // bodies first, in the order of the description, then frames
    std::vector<Frame> frames;
    std::vector<Transform<double>> offsets;  // (nbody) or empty
    Limits limits;
    Passive passive;
    std::vector<Diagnostic> warnings;
    double total_mass = 0;
  };
  explicit Model(std::shared_ptr<const Data> data) : data_(std::move(data)) {}

  std::shared_ptr<const Data> data_;
};

}  // namespace treefix
