// Forward dynamics by every method against the recursion in __float128.
#pragma once

#include <cstdio>

namespace tfbench {

/// A section of docs/accuracy.md.
void forward_methods(std::FILE* out);

}  // namespace tfbench
