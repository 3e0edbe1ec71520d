#include <treefix/tree/levels.hpp>

#include <numeric>

namespace treefix {

Levels::Levels(const Tree& tree) : bodies_(static_cast<std::size_t>(tree.size())) {
  const std::vector<ShortIndex> depths = depths_of(tree);
  for (const ShortIndex depth : depths) {
    if (depth + 1 == ssize(begins_)) begins_.push_back(0);
    ++at(begins_, depth + 1);
  }
  std::partial_sum(begins_.begin(), begins_.end(), begins_.begin());
  std::vector<ShortIndex> next(begins_.begin(), begins_.end() - 1);
  for (Index i = 0; i < tree.size(); ++i) at(bodies_, at(next, at(depths, i))++) = shortened(i);
}

}  // namespace treefix
