// Messages of exceptions.
#pragma once

#include <exception>
#include <string>

#include "support/rooms.hpp"

namespace treefix::testing {

/// The message of the exception that f throws, which must be an E.
template <class E, class F>
std::string message_of(F f) {
  try {
    f();
  } catch (const E& error) {
    return error.what();
  } catch (const std::exception& error) {
    return std::string("another exception: ") + error.what();
  }
  return "nothing was thrown";
}

}  // namespace treefix::testing
