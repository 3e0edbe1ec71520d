// The effect of refinement steps on deep chains.
#pragma once

#include <cstdio>

#include <treefix/base/view.hpp>

namespace tfbench {

/// Writes a section of bench/notes/accuracy.md, with chains of 10², 10³, … 10⁵ bodies, at most `largest`.
void refinement_on_chains(std::FILE* out, treefix::Index largest);

}  // namespace tfbench
