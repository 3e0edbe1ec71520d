#include <treefix/tree/heavy_paths.hpp>

#include <algorithm>

namespace treefix {

HeavyPaths::HeavyPaths(const Tree& tree) {
  TREEFIX_ASSERT(is_heavy_first(tree));
  const Index n = tree.size();
  const auto starts = [&](Index i) { return i == 0 || tree.parent(i) != i - 1; };
  // the level of the path of each body; then the paths, counted and sorted by level
  std::vector<std::uint8_t> level(static_cast<std::size_t>(n));
  std::vector<Index> counts;
  for (Index i = 0; i < n; ++i) {
    const Index parent = tree.parent(i);
    if (!starts(i)) {
      at(level, i) = at(level, i - 1);
      continue;
    }
    const Index k = parent == root ? 0 : at(level, parent) + 1;
    at(level, i) = static_cast<std::uint8_t>(k);
    if (k == ssize(counts)) counts.push_back(0);
    ++at(counts, k);
  }
  begins_.assign(counts.size() + 1, 0);
  for (std::size_t k = 0; k < counts.size(); ++k) begins_[k + 1] = begins_[k] + counts[k];
  paths_.resize(static_cast<std::size_t>(begins_.back()));
  std::vector<Index> next(begins_.begin(), begins_.end() - 1);
  for (Index i = 0; i < n;) {
    Index end = i + 1;
    while (end < n && !starts(end)) ++end;
    at(paths_, at(next, at(level, i))++) = {shortened(i), shortened(end)};
    i = end;
  }
}

}  // namespace treefix
