// More threads than cores.
#pragma once

#include <tbb/global_control.h>

#include "support/rooms.hpp"

namespace treefix::testing {

/// While it lives, Workers get up to eight threads on any machine. Otherwise tests with several numbers of threads
/// would be limited by the cores.
class EightThreads {
 private:
  tbb::global_control more_{tbb::global_control::max_allowed_parallelism, 8};
};

}  // namespace treefix::testing
