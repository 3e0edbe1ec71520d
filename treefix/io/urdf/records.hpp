// Links and joints as a URDF lists them, before they are assembled. Names point into the text of the file.
#pragma once

#include <limits>
#include <optional>
#include <string_view>
#include <vector>

#include <treefix/io/element.hpp>
#include <treefix/io/inertial.hpp>
#include <treefix/model/builder.hpp>
#include <treefix/model/names.hpp>

namespace treefix::io::urdf {

inline constexpr double inf = std::numeric_limits<double>::infinity();

struct Link {
  std::string_view name;
  Inertial inertial{};
  const char* inertial_at = nullptr;  // its position in the text; null if there is none
  bool unreadable = false;  // there is one, but it has errors
};

struct Joint {
  std::string_view name, parent, child;
  JointKind kind{};
  Transform<double> placement{};  // from the parent link to the joint
  Vec3<double> axis{};  // a unit vector; for a planar joint the normal
  double lower = -inf, upper = inf, velocity = inf, effort = inf;
  double damping = 0, friction = 0;
  std::vector<double> armature{};  // empty: none
  std::string_view leader{};  // of <mimic>; empty if there is none
  double ratio = 1, offset = 0;  // q = ratio q_leader + offset
};

/// The pose of <origin xyz rpy>, or the identity if it is absent.
Transform<double> read_origin(const Element& origin, Report& report);

// Both functions report all problems. They return nullopt if the problems are too severe to continue.
std::optional<Link> read_link(const Element& element, Report& report);
std::optional<Joint> read_joint(const Element& element, const LoadOptions& options, Report& report);

/// All links and joints of a file. Does not own the records.
struct Robot {
  std::vector<const Link*> links;
  std::vector<const Joint*> joints;
  bool complete = true;  // false if some could not be read; unconnected links are then expected and not reported
};

/// Checks that each <mimic> names another joint with one degree of freedom, and that joints do not mimic each other in
/// a cycle. This is so even if mimic joints become independent: a wrong name is a mistake in the file. `names` has the
/// names of all joints.
void check_leaders(const Source& source, const Robot& robot, const NameTable& names, Report& report);

/// Assembles links and joints to a tree for the Builder: the root first, then the child of each joint in file order.
/// Reports repeated names, joints to missing links, links with two parents, cycles, a number of roots other than one,
/// and invalid inertias of moving links.
void assemble(const Source& source, const LoadOptions& options, const Robot& robot, Report& report, Builder& builder);

Where where(const Source& source, const Link& link);
Where where(const Source& source, const Joint& joint);

}  // namespace treefix::io::urdf
