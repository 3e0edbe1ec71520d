// Calls a law with every executor. Tests are also compiled with Thrust alone, for each of its host systems.
#pragma once

#include <gtest/gtest.h>

#include <treefix/base/text.hpp>
#include <treefix/exec/serial.hpp>
#include <treefix/exec/threads.hpp>
#ifdef TREEFIX_TEST_THRUST
#include <treefix/exec/thrust.hpp>
#else
#include "support/rooms.hpp"
#include "support/threads.hpp"
#endif

namespace treefix::testing {

#ifdef TREEFIX_TEST_THRUST

/// For laws that take too long with all executors.
using OneExecutor = Thrust;

template <class Law>
void for_each_executor(Law law) {
  law(Thrust());
}

#else

using OneExecutor = Serial;

template <class Law>
void for_each_executor(Law law) {
  {
    SCOPED_TRACE("Serial");
    law(Serial());
  }
  const EightThreads more;
  for (const int threads : {1, 2, 8}) {
    SCOPED_TRACE(concat("Threads, ", threads));
    Workers workers(threads);
    ASSERT_EQ(workers.count(), threads);
    law(Threads(workers));
  }
}

#endif

}  // namespace treefix::testing
