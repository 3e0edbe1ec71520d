// Links and joints as a URDF lists them, before they are put together. Names point into the text of the file.
#pragma once

#include <limits>
#include <optional>
#include <string_view>
#include <vector>

#include <treefix/io/element.hpp>
#include <treefix/io/inertial.hpp>
#include <treefix/model/builder.hpp>

namespace treefix::io::urdf {

inline constexpr double inf = std::numeric_limits<double>::infinity();

struct Link {
  std::string_view name;
  Inertial inertial{};
  const char* inertial_at = nullptr;  // where it stands; null if there is none
  bool unreadable = false;  // there is one, but with problems of its own
};

struct Joint {
  std::string_view name, parent, child;
  JointKind kind{};
  Transform<double> placement{};  // from the parent link to the joint
  Vec3<double> axis{};  // a unit vector; of a planar joint the normal
  double lower = -inf, upper = inf, velocity = inf, effort = inf;
  double damping = 0, friction = 0;
  std::vector<double> armature{};  // empty: none
  std::string_view master{};  // the joint that this one follows; empty: none
  double ratio = 1, shift = 0;
};

/// The pose of <origin xyz rpy>; the identity if it is absent.
Transform<double> read_origin(const Element& origin, Report& report);

/// Each returns nothing if what was read is too wrong to go on with; everything wrong has been reported.
std::optional<Link> read_link(const Element& element, Report& report);
std::optional<Joint> read_joint(const Element& element, const LoadOptions& options, Report& report);

/// All of a file. The records belong to somebody else.
struct Robot {
  std::vector<const Link*> links;
  std::vector<const Joint*> joints;
  bool complete = true;  // false if some could not be read: then it is no wonder if links are not connected
};

/// Links and joints as a tree for the Builder: the root first, then the child of each joint in the order of the file.
/// Reports names that are given twice, joints to missing links, links with two parents, circles, anything but one root,
/// and inertias that are wrong for what moves.
void assemble(const Source& source, const LoadOptions& options, const Robot& robot, Report& report, Builder& builder);

Where where(const Source& source, const Link& link);
Where where(const Source& source, const Joint& joint);

}  // namespace treefix::io::urdf
