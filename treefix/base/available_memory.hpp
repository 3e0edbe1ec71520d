// How much memory is available.
#pragma once

#include <cstdint>
#include <string_view>

namespace treefix {

/// The number of bytes that this process can allocate before the system starts to kill processes; the largest
/// number if that is not known.
std::uint64_t available_memory();

/// require_memory accepts up to this many bytes without asking the system: asking takes longer than many computations.
inline constexpr double little_memory = 16 * 1024 * 1024;

/// Throws MemoryError if fewer than `bytes` bytes are available: "`what` needs … bytes (… GiB); … GiB are
/// available`hint`". Call it before the allocation, because the system may promise memory that it does not have.
/// `bytes` is a double, so that products of sizes do not overflow.
void require_memory(std::string_view what, double bytes, std::string_view hint = "");

}  // namespace treefix
