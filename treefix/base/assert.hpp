// Checks inside the library: on in debug builds, free in release builds. Errors of users are exceptions (errors.hpp).
#pragma once

#include <cassert>

#define TREEFIX_ASSERT(condition) assert(condition)
