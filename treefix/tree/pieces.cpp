#include <treefix/tree/pieces.hpp>

namespace treefix {

Pieces::Pieces(const HeavyPaths& paths, Index length) : Pieces(paths, length, {}) {}

Pieces::Pieces(const HeavyPaths& paths, Index length, View<const char> may_end) : length_(length) {
  TREEFIX_ASSERT(length > 0);
  const auto end_task = [&] {
    if (ssize(pieces_) > task_begins_.back()) task_begins_.push_back(ssize(pieces_));
  };
  for (Index k = 0; k < paths.levels(); ++k) {
    cut_.push_back(false);
    Index gathered = 0;  // bodies in the current task
    for (const HeavyPath& path : paths.level(k)) {
      const Index size = path.size(), count = (size - 1) / length + 1;
      if (gathered + size > length) {
        end_task();
        gathered = 0;
      }
      Index first = path.first;
      for (Index j = 1; j <= count && first < path.end; ++j) {
        // sizes differ by at most one: borders at j/count of the path
        Index end = path.first + j * size / count;
        while (!may_end.empty() && end < path.end && !may_end[end - 1]) ++end;
        if (end <= first) continue;  // the previous border has moved here or beyond
        pieces_.push_back({shortened(first), shortened(end), first == path.first, end == path.end, path.first});
        first = end;
        if (count > 1) end_task();
      }
      if (count == 1)
        gathered += size;
      else if (!pieces_.back().begins)
        cut_.back() = true;
    }
    end_task();
    level_begins_.push_back(tasks());
  }
}

}  // namespace treefix
