// Errors of inverse dynamics of one large tree, by every method.
#pragma once

#include <cstdio>

#include <treefix/base/view.hpp>

namespace tfbench {

/// Writes a section of bench/notes/accuracy.md, with trees of 10², 10³, … bodies, at most `largest`.
void large_trees(std::FILE* out, treefix::Index largest);

}  // namespace tfbench
