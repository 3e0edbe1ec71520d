// Model: an immutable robot.
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

/// A frame that moves with a body: that of the body itself, that of a body merged into it, or one added by the caller.
struct Frame {
  Index body = root;  // the body it moves with, or root
  Transform<double> X_FB{};  // from body coordinates to frame coordinates
};

/// Dissipation of the joints, except mimic joints. Stored only: no algorithm uses it.
struct Passive {
  std::vector<double> damping, friction;  // (nv)
};

/// The coordinates and properties of a joint.
struct JointInfo {
  std::string name;
  JointKind kind{};
  Index body{};  // the body that it moves, which has the same number as the joint
  Index q{}, nq{};  // its coordinates are q .. q + nq − 1 of the configuration
  Index v{}, nv{};  // and v .. v + nv − 1 of velocity, acceleration and torque
  /// The leader of a mimic joint, q = ratio q_leader + offset; root if it is not one. A mimic joint has no coordinates:
  /// nq and nv are zero, and q and v are those of its leader.
  Index leader = root;
  double ratio = 1, offset = 0;
};

/// Limits as given in the description, infinite where none was given. Stored only: no algorithm enforces them.
/// Limits of mimic joints are dropped, because these joints have no coordinates.
struct Limits {
  std::vector<double> lower, upper;  // (nq)
  std::vector<double> velocity, effort;  // (nv)
};

/// A robot: a tree of named bodies and joints. Made by Builder or by zoo.
///
/// Order: bodies are numbered depth-first, siblings in the order in which they were added; q, v, a, tau follow the same
/// order. Fixed bodies are merged into the body that carries them; their frames remain. Mimic joints
/// (JointInfo::leader) move bodies, but have no entries in q, v, a and tau.
/// Threads: immutable, may be shared by any number of threads. Copies share the data and are cheap.
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

  /// These throw ValueError if the name is unknown.
  Index body(std::string_view name) const;
  JointInfo joint(std::string_view name) const;
  const Frame& frame(std::string_view name) const;

  JointInfo joint(Index i) const;
  /// The joint that entry k of v, a and tau belongs to.
  JointInfo joint_of_v(Index k) const;
  const Frame& frame(Index i) const { return data_->frames[static_cast<std::size_t>(i)]; }

  /// The joints that have a quaternion; none of them is a mimic joint.
  const std::vector<Index>& quaternion_joints() const { return data_->quaternion_joints; }
  const Limits& limits() const { return data_->limits; }
  /// The mass of all moving bodies.
  double total_mass() const { return data_->total_mass; }
  const Passive& passive() const { return data_->passive; }
  /// From the moved frame of joint i to the frame of body i, for each moving body; empty if all of them coincide.
  const std::vector<Transform<double>>& body_offsets() const { return data_->offsets; }
  /// Questionable input in the file of the model, and how the reader treated it.
  const std::vector<Diagnostic>& warnings() const { return data_->warnings; }

  /// The data that the algorithms read. Here the coordinates of body i are those of the moved frame of joint i, and
  /// mimic joints have coordinates, too: nq and nv equal those of the model only if mimic() is empty.
  const Mechanism<double>& mechanism() const { return data_->mechanism; }
  /// Conversion between coordinates of the model and of its mechanism; empty if there are no mimic joints.
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
