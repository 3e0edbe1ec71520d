// Calls a law with every executor there is.
#pragma once

#include <gtest/gtest.h>

#include <treefix/base/text.hpp>
#include <treefix/exec/serial.hpp>
#include <treefix/exec/threads.hpp>

namespace treefix::testing {

template <class Law>
void for_each_executor(Law law) {
  {
    SCOPED_TRACE("Serial");
    law(Serial());
  }
  for (const int threads : {1, 2, 4}) {
    SCOPED_TRACE(concat("Threads, ", threads));
    Workers workers(threads);
    law(Threads(workers));
  }
}

}  // namespace treefix::testing
