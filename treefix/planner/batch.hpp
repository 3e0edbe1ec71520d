// How a batch is divided among threads, and whether its results go past the caches.
#pragma once

#include <treefix/engine/task.hpp>
#include <treefix/planner/table.hpp>

namespace treefix::planner {

/// The number of groups of states that a thread takes at once, and the number between two reports of progress.
struct BatchSchedule {
  Index grain, between_reports;
};

BatchSchedule schedule(const engine::Task& task, const Model& model, Index tree_depth, int lanes, int threads);

/// Whether results of this many bytes are too large to still be in the caches when they are read.
constexpr bool past_caches(Index bytes) { return bytes > table::cached_batch_bytes; }

}  // namespace treefix::planner
