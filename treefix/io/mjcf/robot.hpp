// From records to a Builder.
#pragma once

#include <treefix/io/mjcf/names.hpp>

namespace treefix::io::mjcf {

/// Mass and inertia of every body, from <inertial> or geoms, as <compiler> wants it. Reports what is wrong.
std::vector<Inertial> weigh_bodies(Walk& walk, Context& context, Assets& assets);

/// Checks that need the whole tree: joints and planes where they may be, bodies that are to be aligned.
void check_tree(const Walk& walk, Context& context);

/// Adds all bodies to the builder: each joint but the last of a body moves a massless body of its own.
void build_bodies(std::vector<BodyRecord>& bodies, View<const Inertial> inertials, NameRegister& names,
                  Builder& builder);

}  // namespace treefix::io::mjcf
