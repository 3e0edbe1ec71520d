// Benchmarks time every part of the library, so they use all of its namespaces.
#pragma once

#include "tests/support/rooms.hpp"

namespace tfbench {

using namespace treefix::simd;
using namespace treefix::reference;
using namespace treefix::papers;
using namespace treefix::prepared;
using namespace treefix::kernels;
using namespace treefix::engine;
using namespace treefix::large_tree;

}  // namespace tfbench
