// Internal checks: on in debug builds, free in release builds. Errors of callers are exceptions (errors.hpp).
#pragma once

#include <cassert>

#define TREEFIX_ASSERT(condition) assert(condition)
