// Turns records into bodies of a Builder.
#pragma once

#include <treefix/io/mjcf/names.hpp>

namespace treefix::io::mjcf {

/// Mass and inertia of every body, from <inertial> or geoms, as <compiler> specifies. Reports problems.
std::vector<Inertial> weigh_bodies(Walk& walk, Context& context, Assets& assets);

/// Checks that need the whole tree: positions of joints, planes and mocap bodies, and alignment of free bodies.
void check_tree(const Walk& walk, Context& context);

/// Adds all bodies to the builder. Each joint of a body except the last moves an additional massless body.
void build_bodies(std::vector<BodyRecord>& bodies, View<const Inertial> inertials, NameRegister& names,
                  Builder& builder);

}  // namespace treefix::io::mjcf
