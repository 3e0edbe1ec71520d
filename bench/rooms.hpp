// Benchmarks time every room of the library, so all of its namespaces are open to them.
#pragma once

#include "tests/support/rooms.hpp"

namespace tfbench {
using namespace treefix::rooms;
}
