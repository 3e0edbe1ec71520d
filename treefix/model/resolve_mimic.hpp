// Resolves the mimic joints of a description.
#pragma once

#include <treefix/model/validate.hpp>

namespace treefix {

/// One entry for each joint, numbered as in the table; empty if there are no mimic joints. If the leader of a mimic
/// joint is a mimic joint itself, the entry refers to the first leader of that chain. Reports as problems: unknown
/// leaders, cycles, joints that cannot mimic or lead, numbers that are not finite. O(n), no recursion.
std::vector<MimicJoint> resolve_mimic_joints(const Bodies& bodies, const NameTable& joints, Problems& problems);

}  // namespace treefix
