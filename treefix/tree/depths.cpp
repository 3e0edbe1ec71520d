#include <treefix/tree/depths.hpp>

#include <algorithm>
#include <numeric>

#include <treefix/base/parallel.hpp>

namespace treefix {

namespace {

/// Computes the depths of the bodies first … end − 1 relative to body first, and returns that of body end, if there is
/// one. Parents before the block are ancestors of body first, and each one is the previous one or above it. So a single
/// climb finds them all. The climbs of all blocks together take at most n steps, because each step up undoes a step
/// down.
ShortIndex relative_depths(const Tree& tree, Index first, Index end, std::vector<ShortIndex>& depths) {
  Index above = first;
  ShortIndex climbed = 0, last = 0;
  at(depths, first) = 0;
  for (Index i = first + 1; i <= end && i < tree.size(); ++i) {
    const Index parent = tree.parent(i);
    if (parent >= first) {
      last = at(depths, parent) + 1;
    } else {
      for (; above != parent; above = tree.parent(above)) ++climbed;
      last = 1 - climbed;
    }
    if (i < end) at(depths, i) = last;
  }
  return last;
}

}  // namespace

std::vector<ShortIndex> depths_in_blocks(const Tree& tree, Index block) {
  TREEFIX_ASSERT(block > 0);
  const Index n = tree.size(), count = (n + block - 1) / block;
  std::vector<ShortIndex> depths(static_cast<std::size_t>(n)), firsts(static_cast<std::size_t>(count) + 1);
  const auto end_of = [&](Index k) { return std::min((k + 1) * block, n); };
  for_each_index(static_cast<std::size_t>(count), [&](std::size_t k) {
    const auto own = static_cast<Index>(k);
    at(firsts, own + 1) = relative_depths(tree, own * block, end_of(own), depths);
  });
  std::partial_sum(firsts.begin(), firsts.end(), firsts.begin());  // body 0 hangs from the root
  for_each_index(static_cast<std::size_t>(count), [&](std::size_t k) {
    const auto own = static_cast<Index>(k);
    if (at(firsts, own) == 0) return;
    for (Index i = own * block; i < end_of(own); ++i) at(depths, i) += at(firsts, own);
  });
  return depths;
}

}  // namespace treefix
