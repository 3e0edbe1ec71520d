// Allocates memory for results and limits the memory of the process.
#pragma once

#include <memory>
#include <string>

#include <treefix/base/view.hpp>

namespace treefix::cli {

/// Makes allocations beyond available_memory() fail with std::bad_alloc. Otherwise the system would kill this process,
/// or another one, without a message when a robot is too large.
void limit_memory();

/// Allocates uninitialised memory for `numbers` numbers per state. `what` names them in the message. Throws an Error
/// that gives the number of bytes if there is not enough memory.
template <class T>
std::unique_ptr<T[]> make_numbers(const std::string& what, Index states, Index numbers);

}  // namespace treefix::cli
