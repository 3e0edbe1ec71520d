// A check across bodies: whether every body resists the motion of its joint.
#pragma once

#include <treefix/model/validate.hpp>

namespace treefix {

/// A moving leaf needs inertia, its own or that of bodies fixed to it, that resists the motion of its joint; otherwise
/// its acceleration is undetermined. The same holds for a body that carries only massless bodies. Reports each body
/// that does not resist as a problem. order: depth-first, as in depth_first_order(parents).
void check_leaves(const Bodies& bodies, View<const Index> parents, View<const Index> order, bool tolerant,
                  Problems& problems);

}  // namespace treefix
