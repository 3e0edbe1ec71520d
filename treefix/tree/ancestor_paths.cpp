#include <treefix/tree/ancestor_paths.hpp>

#include <algorithm>

#include <treefix/base/parallel.hpp>
#include <treefix/planner/table.hpp>

namespace treefix {

Index AncestorPaths::entries(const Tree& tree) {
  Index sum = 0;
  for (const ShortIndex depth : depths_of(tree)) sum += depth + 1;
  return sum;
}

AncestorPaths::AncestorPaths(const Tree& tree) : begins_(static_cast<std::size_t>(tree.size()) + 1) {
  const std::vector<ShortIndex> depths = depths_of(tree);
  for (Index i = 0; i < tree.size(); ++i) at(begins_, i + 1) = at(begins_, i) + at(depths, i) + 1;
  bodies_.resize(static_cast<std::size_t>(begins_.back()));
  constexpr Index block = planner::table::path_block;
  for_each_index(static_cast<std::size_t>((tree.size() + block - 1) / block), [&](std::size_t k) {
    const Index first = static_cast<Index>(k) * block, end = std::min(first + block, tree.size());
    for (Index i = first; i < end; ++i) {
      Index place = at(begins_, i + 1);
      for (Index body = i; body != root; body = tree.parent(body)) at(bodies_, --place) = shortened(body);
    }
  });
}

}  // namespace treefix
