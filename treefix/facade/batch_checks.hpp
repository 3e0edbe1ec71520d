// Checks the arguments of a batch call before anything is written.
#pragma once

#include <functional>

#include <treefix/engine/task.hpp>
#include <treefix/exec/workers.hpp>

namespace treefix::facade {

/// Called at intervals with the number of states that are done. May throw, which ends the call.
using Between = std::function<void(Index done)>;

/// How values are checked: on these workers, with a call of `between` every few milliseconds.
struct ValueChecks {
  Workers& workers;
  const Between& between;
};

/// Throws DimensionError or ValueError if sizes, layouts or memory of the arrays do not fit the task. For example, an
/// array has the wrong shape, an interleaved array does not have type C, or an output shares memory with another array
/// or with itself.
template <class C>
void check(const engine::Task& task, const Model& model, int lanes);

/// Throws ValueError naming the first state that has a NaN, an infinite number or a quaternion whose length is not 1.
void check_values(const engine::Task& task, const Model& model, int lanes, const ValueChecks& checks);

}  // namespace treefix::facade
