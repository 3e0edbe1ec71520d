// Computes a batch.
#pragma once

#include <string>
#include <vector>

#include <cli/arrays.hpp>
#include <cli/commands.hpp>
#include <treefix/model/model.hpp>

namespace treefix::cli {

/// The result that a command computes, and its inputs.
struct Computation {
  enum class Result { tau, a, H } result;
  const char* command;               // "id"
  const char* name;                  // of the result, such as "tau"
  std::string heading;               // of the result in text output, such as "tau (N m, N)"
  std::vector<const char*> vectors;  // in the order in which the library takes them: "q", "v", "a"
};

/// Computes arrays.states() states, in float if the arrays are, and prints the results or writes them to --out. The
/// file appears only after success. Ctrl-C stops the computation, which then throws Stopped.
ExitCode print_batch(const Computation& computation, const Model& model, const Options& options, const Arrays& arrays);

}  // namespace treefix::cli
