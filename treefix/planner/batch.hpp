// How a batch is spread over threads and memory.
#pragma once

#include <treefix/engine/task.hpp>

namespace treefix::planner {

/// How many groups of states go to a thread at once, and after how many progress is reported.
struct BatchSchedule {
  Index grain, between_reports;
};

BatchSchedule schedule(const engine::Task& task, const Model& model, Index tree_depth, int lanes, int threads);

/// Whether results of this many bytes are more than a core can hope to find in caches later.
bool past_caches(Index bytes);

}  // namespace treefix::planner
