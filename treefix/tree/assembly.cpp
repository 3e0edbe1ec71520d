#include <treefix/tree/assembly.hpp>

#include <bit>

namespace treefix {

namespace {

/// The leaves first … last − 1, at least two.
struct LeafRange {
  Index first, last;
  Index height() const { return static_cast<Index>(std::bit_width(static_cast<std::size_t>(last - first - 1))) - 1; }
};

}  // namespace

Assembly::Assembly(const Pieces& pieces) : leaves_(pieces.tasks()), tops_(static_cast<std::size_t>(pieces.tasks())) {
  std::vector<LeafRange> list;  // of one level: whole paths, then halves of earlier entries
  std::vector<Index> number;  // of these ranges, among all nodes
  for (Index level = 0; level < pieces.levels(); ++level) {
    const auto [begin, end] = pieces.level(level);
    list.clear();
    for (Index first = begin, last = begin; first < end; first = last) {
      do ++last;
      while (last < end && !pieces.task(last)[0].begins);
      if (last - first > 1) list.push_back({first, last});
    }
    const Index paths = ssize(list);
    Index heights = 0;
    for (Index k = 0; k < ssize(list); ++k) {
      const LeafRange all = at(list, k);
      const Index middle = (all.first + all.last) / 2;
      heights = std::max(heights, all.height() + 1);
      for (const LeafRange& half : {LeafRange{all.first, middle}, LeafRange{middle, all.last}})
        if (half.last - half.first > 1) list.push_back(half);
    }
    // sort by height; ranges of equal height keep the order of the list
    std::vector<Index> next(static_cast<std::size_t>(heights) + 1, 0);
    for (const LeafRange& one : list) ++at(next, one.height() + 1);
    for (Index h = 0; h < heights; ++h) {
      at(next, h + 1) += at(next, h);
      height_begins_.push_back(ssize(halves_) + at(next, h + 1));
    }
    number.clear();
    for (const LeafRange& one : list) number.push_back(nodes() + at(next, one.height())++);
    level_begins_.push_back(ssize(height_begins_) - 1);

    const Index before = nodes();
    halves_.resize(halves_.size() + list.size());
    Index half = paths;  // halves are in the list in the order in which they were found
    const auto node = [&](Index first, Index last) { return shortened(last - first > 1 ? at(number, half++) : first); };
    for (Index task = begin; task < end; ++task) at(tops_, task) = shortened(task);
    for (Index k = 0; k < ssize(list); ++k) {
      const LeafRange all = at(list, k);
      const Index middle = (all.first + all.last) / 2;
      const ShortIndex left = node(all.first, middle), right = node(middle, all.last);
      at(halves_, at(number, k) - leaves_) = {left, right};
      if (k < paths) at(tops_, all.first) = shortened(at(number, k));
    }
    TREEFIX_ASSERT(half == ssize(list) && nodes() == before + ssize(list));
    static_cast<void>(before);
  }
}

}  // namespace treefix
