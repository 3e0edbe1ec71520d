// More threads than cores.
#pragma once

#include <tbb/global_control.h>

#include "support/rooms.hpp"

namespace treefix::testing {

/// As long as it exists, Workers get up to eight threads on any machine. Otherwise the number of cores would limit
/// tests with several numbers of threads.
class EightThreads {
 private:
  tbb::global_control more_{tbb::global_control::max_allowed_parallelism, 8};
};

}  // namespace treefix::testing
