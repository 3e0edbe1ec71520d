// Packed symmetric matrices: the lower triangle, row after row.
#pragma once

#include <treefix/base/view.hpp>

namespace treefix {

/// The number of entries of a packed n × n matrix; H_ij with j <= i is at packed_size(i) + j.
constexpr Index packed_size(Index n) { return n * (n + 1) / 2; }

}  // namespace treefix
