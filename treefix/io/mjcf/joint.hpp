// The joints of a body.
#pragma once

#include <treefix/io/mjcf/attributes.hpp>
#include <treefix/io/mjcf/ignored.hpp>
#include <treefix/model/builder.hpp>

namespace treefix::io::mjcf {

/// A joint that rotates about, or slides along, an axis through pos, both in body coordinates. At q = ref the body has
/// the pose of the file.
struct JointRecord {
  Element element{};
  JointSpec spec{};
  Vec3<double> pos{};
  double ref = 0;
  Tristate align = Tristate::no;  // whether the frame of a free body is aligned with its principal axes
};

/// X: from the body to the frame that contains the joint. Reports problems and counts ignored features.
JointRecord make_joint(const Element& element, const JointAttributes& joint, const Transform<double>& X,
                       const Compiler& compiler, Ignored& ignored, Report& report);
JointRecord make_freejoint(const Element& element, Report& report);

/// Checks that one body may have these joints in this order.
void check_joints(View<const JointRecord> joints, bool at_top, Report& report);

}  // namespace treefix::io::mjcf
