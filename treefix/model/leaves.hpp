// A check of a description that looks at what hangs together: whether every body resists the motion of its joint.
#pragma once

#include <treefix/model/validate.hpp>

namespace treefix {

/// A moving leaf needs inertia, its own or of what is fixed to it, that resists the motion of its joint: otherwise its
/// acceleration is undetermined. The same goes for a body that carries nothing but massless ones. Adds each that does
/// not to the problems. order: depth-first, as in depth_first_order(parents).
void check_leaves(const Bodies& bodies, View<const Index> parents, View<const Index> order, bool tolerant,
                  Problems& problems);

}  // namespace treefix
