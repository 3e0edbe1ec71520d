// Depths of bodies, computed on all cores.
#pragma once

#include <treefix/tree/tree.hpp>

namespace treefix {

/// As depths_of, with `block` bodies per task; the result does not depend on `block`.
std::vector<ShortIndex> depths_in_blocks(const Tree& tree, Index block);

}  // namespace treefix
