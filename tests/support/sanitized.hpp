// Sizes under sanitizers, which slow a test down about tenfold. The release build tests the same laws at full size.
#pragma once

#include <treefix/base/view.hpp>

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define TREEFIX_SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define TREEFIX_SANITIZED 1
#endif
#endif
#ifndef TREEFIX_SANITIZED
#define TREEFIX_SANITIZED 0
#endif

namespace treefix::testing {

inline constexpr bool sanitized = TREEFIX_SANITIZED != 0;

/// The smaller size must reach the same code: thresholds of planner/table.hpp lie below it, or another test crosses
/// them.
constexpr Index unless_sanitized(Index full, Index smaller) { return sanitized ? smaller : full; }

}  // namespace treefix::testing
