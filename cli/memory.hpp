// Memory for results, and a limit to it.
#pragma once

#include <memory>
#include <string>

#include <treefix/base/view.hpp>

namespace treefix::cli {

/// Makes an allocation beyond available_memory() fail with std::bad_alloc. Without this a robot that is too large would
/// end in a kill without a word, perhaps of somebody else's process.
void limit_memory();

/// Memory for so many numbers of each of so many states, not initialised; `what` they are is for the message. Throws an
/// Error that says the bytes if there is not so much memory.
template <class T>
std::unique_ptr<T[]> make_numbers(const std::string& what, Index states, Index numbers);

}  // namespace treefix::cli
