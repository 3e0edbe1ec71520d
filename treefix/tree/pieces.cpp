#include <treefix/tree/pieces.hpp>

namespace treefix {

Pieces::Pieces(const HeavyPaths& paths, Index length) {
  TREEFIX_ASSERT(length > 0);
  const auto end_task = [&] {
    if (ssize(pieces_) > task_begins_.back()) task_begins_.push_back(ssize(pieces_));
  };
  for (Index k = 0; k < paths.levels(); ++k) {
    cut_.push_back(false);
    Index gathered = 0;  // bodies in the task that is not ended yet
    for (const HeavyPath& path : paths.level(k)) {
      const Index size = path.size(), count = (size - 1) / length + 1;
      if (gathered + size > length) end_task(), gathered = 0;
      for (Index j = 0; j < count; ++j) {
        // sizes differ by one at most: borders at j/count of the path
        const Index first = path.first + j * size / count, end = path.first + (j + 1) * size / count;
        pieces_.push_back({shortened(first), shortened(end), j == 0, j == count - 1});
        if (count > 1) end_task();
      }
      if (count == 1)
        gathered += size;
      else
        cut_.back() = true;
    }
    end_task();
    level_begins_.push_back(tasks());
  }
}

}  // namespace treefix
