// Forward dynamics by every method compared with the recursion in __float128.
#pragma once

#include <cstdio>

#include <treefix/base/view.hpp>

namespace tfbench {

/// Writes a section of bench/notes/accuracy.md, with trees of 10, 10², … 10⁵ bodies, at most `largest`.
void forward_accuracy(std::FILE* out, treefix::Index largest);

}  // namespace tfbench
