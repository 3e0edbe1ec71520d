// Functions that the stages of inverse dynamics, forward dynamics and mass matrices share.
#pragma once

#include <algorithm>
#include <functional>

#include <treefix/exec/workers.hpp>
#include <treefix/large_tree/division/division.hpp>

namespace treefix::large_tree {

/// Calls f(task, first, last) for ranges of 0, …, count − 1 on all workers; task_of(worker) makes the task of a worker.
template <class TaskOf, class F>
void for_ranges(Workers& workers, Index count, Index grain, TaskOf task_of, F f) {
  const auto range = [&](Index first, Index last, int worker) { f(task_of(worker), first, last); };
  workers.run(count, grain, std::ref(range));  // by reference: a std::function that owns it would allocate
}
/// Calls f(task, k) for every k < count on all workers.
template <class TaskOf, class F>
void for_all(Workers& workers, Index count, TaskOf task_of, F f) {
  for_ranges(workers, count, 1, task_of, [&](const auto& task, Index first, Index last) {
    for (Index k = first; k < last; ++k) f(task, k);
  });
}

/// from_forests: (forest_anchors) values that each forest passes to its anchors -> at_anchors: (anchors) their sums,
/// since several forests may hang from one body.
template <class X>
void sum_at_anchors(const Division& division, const X* from_forests, X* at_anchors) {
  std::fill_n(at_anchors, ssize(division.anchors), X{});
  for (Index k = 0; k < ssize(division.forest_anchors); ++k)
    if (const ShortIndex anchor = at(division.forest_anchors, k); anchor >= 0)
      at_anchors[anchor] = at_anchors[anchor] + from_forests[k];
}

}  // namespace treefix::large_tree
