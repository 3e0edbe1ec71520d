// One state: what is computed from, and what is said of it.
#pragma once

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include <cli/arrays.hpp>
#include <cli/batch.hpp>
#include <cli/commands.hpp>
#include <cli/inputs.hpp>
#include <cli/output.hpp>
#include <treefix/dynamics.hpp>

namespace treefix::cli {

/// What the command line gives: a robot, and arrays that say whether it is for one state or many.
struct Given {
  Model model;
  Arrays arrays;

  /// What is wrong with options is said before a robot is made, which may take a while.
  explicit Given(const Options& options);
  bool is_batch() const { return arrays.states().has_value(); }
};

/// A robot and the vectors of one state.
struct Problem {
  const Model& model;
  std::vector<Input> inputs;
  std::vector<Force<double>> forces;

  Problem(const Given& given, const Options& options, const std::vector<const char*>& names);
  const std::vector<double>& operator[](std::size_t i) const { return inputs[i].values; }
  Dynamics::External external(const Options& options) const;
  std::vector<double> new_vector() const { return std::vector<double>(static_cast<std::size_t>(model.nv())); }
};

/// What was computed, and from what; begins with # so that the output can be read back with @FILE.
std::string heading(const Computation& computation, const Problem& problem, const Options& options);
/// Everything but the results.
Json json_of(const char* command, const Problem& problem, const Options& options);

/// A vector of results: itself, or the file it was written to.
Json result_json(const std::vector<double>& x, const Options& options);
std::string result_text(const Model& model, const std::vector<double>& x, const Options& options);

/// Writes results to --out, if that is given.
void save(const std::vector<double>& x, const std::vector<Index>& shape, const Options& options);

/// All of these, where a vector is the only result.
ExitCode print_vector(const Computation& computation, const Problem& problem, const Options& options,
                      const std::vector<double>& x);

}  // namespace treefix::cli
