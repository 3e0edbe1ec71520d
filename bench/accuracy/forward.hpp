// Forward dynamics by every method against the recursion in __float128.
#pragma once

#include <cstdio>

#include <treefix/base/view.hpp>

namespace tfbench {

/// A section of bench/notes/accuracy.md, with trees of 10, 10², … 10⁵ bodies, `largest` at most.
void forward_accuracy(std::FILE* out, treefix::Index largest);

}  // namespace tfbench
