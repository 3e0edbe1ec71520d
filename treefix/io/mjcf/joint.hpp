// Joints of a body.
#pragma once

#include <treefix/io/mjcf/attributes.hpp>
#include <treefix/io/mjcf/ignored.hpp>
#include <treefix/model/builder.hpp>

namespace treefix::io::mjcf {

/// A joint turns about, or slides along, an axis at pos, both in the body; the body is where the file puts it at
/// q = ref.
struct JointRecord {
  Element element{};
  JointSpec spec{};
  Vec3<double> pos{};
  double ref = 0;
  Tristate align = Tristate::no;  // the frame of a free body with its principal axes
};

/// X: from the body to the frame that the joint stands in. Reports what is wrong, and counts what is left out.
JointRecord make_joint(const Element& element, const JointAttributes& joint, const Transform<double>& X,
                       const Compiler& compiler, Ignored& ignored, Report& report);
JointRecord make_freejoint(const Element& element, Report& report);

/// The joints of one body, one after the other: which may follow each other.
void check_joints(View<const JointRecord> joints, bool at_top, Report& report);

}  // namespace treefix::io::mjcf
