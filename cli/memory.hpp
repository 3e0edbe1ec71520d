// How much memory there is.
#pragma once

#include <cstdint>

namespace treefix::cli {

/// Bytes that this process can still get before the system begins to kill processes.
std::uint64_t available_memory();

/// Makes an allocation beyond available_memory() fail with std::bad_alloc. Without this a robot that is too large would
/// end in a kill without a word, perhaps of somebody else's process.
void limit_memory();

}  // namespace treefix::cli
