// What a batch is computed from.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <cli/arrays.hpp>
#include <cli/batch.hpp>
#include <cli/interrupt.hpp>
#include <treefix/batch_dynamics.hpp>

namespace treefix::cli {

/// One vector of all states.
template <class T>
struct BatchInput {
  std::string name;
  std::string source;  // where it is from, for people
  Batch<const T> numbers{};
  bool same = false;              // for all states
  std::unique_ptr<T[]> memory{};  // unless an array has the numbers
};

/// As input() for one state. Random vectors of state b are those of one state with --random SEED + b.
template <class T>
std::vector<BatchInput<T>> batch_inputs(const Computation& computation, const Model& model, const Options& options,
                                        const Arrays& arrays, const Interrupt& interrupt);

}  // namespace treefix::cli
