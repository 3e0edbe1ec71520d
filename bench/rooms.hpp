// Benchmarks time every layer of the library, so they use all of its namespaces.
#pragma once

#include "tests/support/rooms.hpp"

namespace tfbench {
using namespace treefix::rooms;
}
