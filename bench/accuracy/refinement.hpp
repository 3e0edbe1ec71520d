// What steps of refinement buy on deep chains.
#pragma once

#include <cstdio>

#include <treefix/base/view.hpp>

namespace tfbench {

/// A section of bench/notes/accuracy.md, with chains of 10², 10³, … 10⁵ bodies, `largest` at most.
void refinement_on_chains(std::FILE* out, treefix::Index largest);

}  // namespace tfbench
