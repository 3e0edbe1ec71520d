// Many states at once.
#pragma once

#include <string>
#include <vector>

#include <cli/arrays.hpp>
#include <cli/commands.hpp>
#include <treefix/model/model.hpp>

namespace treefix::cli {

/// What a command computes, and from what.
struct Computation {
  enum class Result { tau, a, H } result;
  const char* command;               // "id"
  const char* name;                  // of the result: "tau"
  std::string heading;               // of the result for people: "tau (N m, N)"
  std::vector<const char*> vectors;  // in the order in which the library takes them: "q", "v", "a"
};

/// Computes arrays.states() states, in float if the arrays are, and prints the results or writes them to --out, where a
/// file appears only if all went well. Ctrl-C stops it: throws Stopped.
ExitCode print_batch(const Computation& computation, const Model& model, const Options& options, const Arrays& arrays);

}  // namespace treefix::cli
