// Which joint follows which, from what their authors said.
#pragma once

#include <treefix/model/validate.hpp>

namespace treefix {

/// For each joint, numbered as in the table; empty if none follows. Joints that follow mimic_joints are given to the one
/// that leads them all. Adds to the problems: leaders that are not there, circles, joints that cannot follow or lead,
/// numbers that are not finite. O(n), no recursion.
std::vector<MimicJoint> resolve_mimic_joints(const Bodies& bodies, const NameTable& joints, Problems& problems);

}  // namespace treefix
