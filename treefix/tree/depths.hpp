// Depths of bodies, by all cores.
#pragma once

#include <treefix/tree/tree.hpp>

namespace treefix {

/// As depths_of. Cores take so many bodies at a time; the result does not depend on it.
std::vector<ShortIndex> depths_in_blocks(const Tree& tree, Index block);

}  // namespace treefix
