// How much memory there is.
#pragma once

#include <cstdint>
#include <string_view>

namespace treefix {

/// Bytes that this process can still get before the system begins to kill processes; the largest number where that is not known.
std::uint64_t available_memory();

/// Bytes that require_memory takes for granted, since asking the system takes longer than many a computation.
inline constexpr double little_memory = 16 * 1024 * 1024;

/// Throws MemoryError unless so many bytes are available: "`what` needs … bytes (… GiB); … GiB are available`hint`". To be called
/// before they are allocated: the system may promise memory that it does not have. In double, which does not overflow.
void require_memory(std::string_view what, double bytes, std::string_view hint = "");

}  // namespace treefix
