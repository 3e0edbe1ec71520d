// One state: its inputs and its output.
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

/// The robot and the arrays of the command line, which determine whether it computes one state or a batch.
struct Given {
  Model model;
  Arrays arrays;

  /// Checks the options before it makes the robot, which may take a while.
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

/// Names the result and the inputs. Lines begin with # so that the output can be read back with @FILE.
std::string heading(const Computation& computation, const Problem& problem, const Options& options);
/// The JSON output without the results.
Json json_of(const char* command, const Problem& problem, const Options& options);

/// A result vector: its numbers, or the file to which they were written.
Json result_json(const std::vector<double>& x, const Options& options);
std::string result_text(const Model& model, const std::vector<double>& x, const Options& options);

/// Writes results to --out if that is given.
void save(const std::vector<double>& x, const std::vector<Index>& shape, const Options& options);

/// Saves and prints a vector that is the only result.
ExitCode print_vector(const Computation& computation, const Problem& problem, const Options& options,
                      const std::vector<double>& x);

}  // namespace treefix::cli
