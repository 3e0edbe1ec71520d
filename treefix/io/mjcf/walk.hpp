// <worldbody>: reads bodies, frames and copies into records, in the order of MuJoCo's body numbers.
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
  Vec3<double> pos{};  // as in the file: X without the enclosing frames
  std::vector<JointRecord> joints{};
  std::vector<Inertial> geoms{};
  std::optional<Massive> inertial{};
  Element inertial_element{};
  Index children = 0;
  bool mocap = false;
};

/// A geom that is processed after all of its body is known.
struct GeomRecord {
  Index body = root;
  Element element{};
  GeomAttributes geom{};
  Transform<double> X{};  // from the body to the frame that contains the geom
};

/// The state of reading a file.
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

  /// Reads a <worldbody> and everything in it, without recursion.
  void read(const Element& worldbody);

  std::vector<BodyRecord> bodies{};  // each after its parent
  std::vector<GeomRecord> planes{}, meshes{};  // of bodies, not of the world

 private:
  /// The data that a <replicate> needs for its next copy. Copy k is rotated by k times the angles, and its origin is
  /// at the offset from the origin of the previous copy, in coordinates of that copy.
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
    bool copy = false;  // this is a repeated reading, whose problems have been reported
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
  /// The level inside an element of this level. X: from the body to the frame of the element.
  Level inner(const Element& element, const Level& level, const Transform<double>& X);
  void read_joint(const Element& element, const Level& level);
  void read_inertial(const Element& element, const Level& level);
  void read_geom(const Element& element, const Level& level);
  /// Counts copies. Returns false beyond the limit, and reports that once.
  bool has_room(bool copy);

  Context& context_;
  Assets& assets_;
  Report silent_{""};
  std::vector<Level> levels_{};
  Index copied_ = 0;
};

}  // namespace treefix::io::mjcf
