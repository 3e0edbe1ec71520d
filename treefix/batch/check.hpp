// What is wrong with the arguments of a batch call, found before anything is written.
#pragma once

#include <functional>
#include <string_view>

#include <treefix/batch/task.hpp>
#include <treefix/exec/workers.hpp>

namespace treefix {

/// An argument and what it is called in messages.
struct NamedArgument {
  std::string_view name;
  const Argument& argument;
};

/// Throws ValueError if outputs share memory with inputs or with each other, or two states of one output do.
void require_separate(View<const NamedArgument> inputs, View<const NamedArgument> outputs, Index states, int lanes);

/// How values are looked at: by these workers, and some milliseconds apart `between` is called, which may throw.
struct Looking {
  Workers& workers;
  const std::function<void()>& between;
};

/// Throws ValueError naming the first state that has a NaN or an infinite number.
void require_finite(const NamedArgument& argument, Index states, int lanes, const Looking& looking);

/// Throws ValueError naming the first state with a quaternion whose length is not 1.
void require_unit_quaternions(const Model& model, const NamedArgument& q, Index states, int lanes,
                              const Looking& looking);

}  // namespace treefix
