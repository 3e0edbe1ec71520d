// Model: a robot, immutable.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <treefix/base/errors.hpp>
#include <treefix/model/mechanism.hpp>
#include <treefix/model/names.hpp>

namespace treefix {

/// A frame that moves with a body: of a body itself, of a body that was merged into it, or added by the user.
struct Frame {
  Index body = root;  // the body it moves with, or root
  Transform<double> X_FB{};  // from body coordinates to frame coordinates
};

/// Where a joint is, and what is known of it.
struct JointInfo {
  std::string name;
  JointKind kind{};
  Index body{};  // the body it moves, also its own number
  Index q{}, nq{};  // its coordinates are q .. q + nq − 1 of the configuration
  Index v{}, nv{};  // and v .. v + nv − 1 of velocity, acceleration and torque
};

/// Limits as the model's author gave them, infinite where none was. Kept as data: no algorithm enforces them.
struct Limits {
  std::vector<double> lower, upper;  // (nq)
  std::vector<double> velocity, effort;  // (nv)
};

/// A robot: a tree of named bodies and joints. Made by Builder or by zoo.
///
/// Order: bodies are numbered depth-first, siblings in the order they were added; q, v, a, tau follow the same order.
/// Fixed bodies are merged into the body that carries them; their frames remain.
/// Threads: immutable, may be shared by any number of threads. Copies share the data and cost nothing.
/// Memory: O(n).
class Model {
 public:
  const std::string& name() const { return data_->name; }
  Index nbody() const { return mechanism().nbody(); }
  Index nq() const { return mechanism().nq; }
  Index nv() const { return mechanism().nv; }

  const std::vector<std::string>& body_names() const { return data_->body_names; }
  const std::vector<std::string>& joint_names() const { return data_->joints.all(); }
  const std::vector<std::string>& frame_names() const { return data_->frame_names.all(); }

  /// These throw ValueError if there is none of that name.
  Index body(std::string_view name) const;
  JointInfo joint(std::string_view name) const;
  const Frame& frame(std::string_view name) const;

  JointInfo joint(Index i) const;
  const Frame& frame(Index i) const { return data_->frames[static_cast<std::size_t>(i)]; }

  const Limits& limits() const { return data_->limits; }
  /// Of all moving bodies.
  double total_mass() const { return data_->total_mass; }

  const Mechanism<double>& mechanism() const { return data_->mechanism; }

 private:
  friend class Builder;
  struct Data {
    std::string name;
    Mechanism<double> mechanism;
    std::vector<std::string> body_names;
    NameTable joints;  // numbered as the bodies
    NameTable frame_names;  // bodies first, in the order of the description, then frames
    std::vector<Frame> frames;
    Limits limits;
    double total_mass = 0;
  };
  explicit Model(std::shared_ptr<const Data> data) : data_(std::move(data)) {}

  std::shared_ptr<const Data> data_;
};

}  // namespace treefix
