// The inputs of a batch.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <cli/arrays.hpp>
#include <cli/batch.hpp>
#include <cli/interrupt.hpp>
#include <treefix/batch_dynamics.hpp>

namespace treefix::cli {

/// One vector, for all states.
template <class T>
struct BatchInput {
  std::string name;
  std::string source;  // for text output: "given", "random, seeds 1 to 10"
  Batch<const T> numbers{};
  bool same = false;              // the same vector for all states
  std::unique_ptr<T[]> memory{};  // empty if an array owns the numbers
};

/// Like input() for one state. State b has the random vectors of one state with --random SEED + b.
template <class T>
std::vector<BatchInput<T>> batch_inputs(const Computation& computation, const Model& model, const Options& options,
                                        const Arrays& arrays, const Interrupt& interrupt);

}  // namespace treefix::cli
