// <worldbody>: bodies, frames and copies, as records in the order of MuJoCo's body numbers.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <treefix/io/mjcf/geom.hpp>
#include <treefix/io/mjcf/inertia.hpp>
#include <treefix/io/mjcf/joint.hpp>

namespace treefix::io::mjcf {

struct BodyRecord {
  Element element{};
  Index parent = root;
  std::string name{};  // may be empty
  Transform<double> X{};  // from the parent body
  Vec3<double> pos{};  // as written: X without the frames around
  std::vector<JointRecord> joints{};
  std::vector<Inertial> geoms{};
  std::optional<Massive> inertial{};
  Element inertial_element{};
  Index children = 0;
  bool mocap = false;
};

/// A geom of a body that is to be looked at when all of the body is known.
struct GeomRecord {
  Index body = root;
  Element element{};
  GeomAttributes geom{};
  Transform<double> X{};  // from the body to the frame it stands in
};

/// Everything that is known of a file while it is read.
struct Context {
  const LoadOptions& options;
  Report& report;
  Files& files;
  Compiler compiler{};
  Option option{};
  Defaults defaults{};
  Ignored ignored{};
};

class Walk {
 public:
  Walk(Context& context, Assets& assets) : context_(context), assets_(assets) {}

  /// Takes in a <worldbody> and all within it, without recursion.
  void read(const Element& worldbody);

  std::vector<BodyRecord> bodies{};  // each after its parent
  std::vector<GeomRecord> planes{}, meshes{};  // of bodies, not of the world

 private:
  /// What a <replicate> needs to make its next copy: the k-th is turned by k times the angles, and its origin lies at
  /// the offset from that of the one before, in coordinates of that one.
  struct Copies {
    Index count = 0, done = 0;
    Vec3<double> offset{}, position{};
    double angles[3] = {0, 0, 0};
    std::string separator{}, outer_suffix{};
    Transform<double> outer_X{};
  };
  /// An element whose children are being read.
  struct Level {
    Element element{}, next{};
    Index body = root;
    Transform<double> X{};  // from the body to the frame of this level
    const Class* childclass = nullptr;
    std::string suffix{};  // of the names in copies
    bool copy = false;  // not the first time that this is read: what is wrong has been told
    bool in_replicate = false;
    Index depth = 0;  // of nested <replicate>
    std::unique_ptr<Copies> copies{};
  };

  Report& report(const Level& level) { return level.copy ? silent_ : context_.report; }
  void read_child(const Element& child, const Level& level);
  void push_body(const Element& element, const Level& level);
  void push_frame(const Element& element, const Level& level);
  void push_replicate(const Element& element, const Level& level);
  bool next_copy(Level& level);
  /// What is inside of an element of the level; X: from the body to it.
  Level inner(const Element& element, const Level& level, const Transform<double>& X);
  void read_joint(const Element& element, const Level& level);
  void read_inertial(const Element& element, const Level& level);
  void read_geom(const Element& element, const Level& level);
  /// Counts copies. False, and told once, beyond the limit.
  bool has_room(bool copy);

  Context& context_;
  Assets& assets_;
  Report silent_{""};
  std::vector<Level> levels_{};
  Index copied_ = 0;
};

}  // namespace treefix::io::mjcf
