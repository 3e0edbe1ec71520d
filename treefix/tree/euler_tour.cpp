#include <treefix/tree/euler_tour.hpp>

#include <algorithm>

#include <treefix/base/parallel.hpp>
#include <treefix/planner/table.hpp>

namespace treefix {

EulerTour::EulerTour(const Tree& tree)
    : left_(static_cast<std::size_t>(tree.size())), right_(static_cast<std::size_t>(tree.size())) {
  const std::vector<ShortIndex> depths = depths_of(tree);
  constexpr Index block = planner::table::tour_block;
  for_each_index(static_cast<std::size_t>((tree.size() + block - 1) / block), [&](std::size_t k) {
    const Index first = static_cast<Index>(k) * block, end = std::min(first + block, tree.size());
    for (Index i = first; i < end; ++i) {
      // before the tour enters i it has entered i bodies and left all of them except the ancestors of i
      at(left_, i) = shortened(2 * i - at(depths, i));
      at(right_, i) = shortened(at(left_, i) + 2 * tree.subtree_size(i) - 1);
    }
  });
}

}  // namespace treefix
