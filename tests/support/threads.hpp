// More threads than there are cores.
#pragma once

#include <tbb/global_control.h>

#include "support/rooms.hpp"

namespace treefix::testing {

/// While one lives, Workers get up to eight threads on any machine: laws about every number of threads would else see no more than its cores.
class EightThreads {
 private:
  tbb::global_control more_{tbb::global_control::max_allowed_parallelism, 8};
};

}  // namespace treefix::testing
