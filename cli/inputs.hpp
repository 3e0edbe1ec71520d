// The inputs of a command: vectors and external forces.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include <cli/arrays.hpp>
#include <cli/commands.hpp>
#include <treefix/dynamics.hpp>

namespace treefix::cli {

struct Input {
  std::string name;  // q, v, a or tau
  std::vector<double> values;
  std::string source;  // for text output: "given", "zero", "random, seed 3"
};

/// One vector. If it is not given, it is the neutral q or zero, or, with --random S, random with seed S for q, S + 1
/// for v, S + 2 for a and S + 3 for tau. A random vector does not depend on which other vectors are given.
Input input(const Model& model, const Options& options, const Arrays& arrays, const std::string& name);

/// The random vector of input().
std::vector<double> random_vector(const Model& model, const std::string& name, std::uint64_t seed);
/// The number added to the seed for the vector of this name.
std::uint64_t seed_offset(std::string_view name);

/// Throws ValueError if more than one vector is read from standard input.
void require_one_standard_input(const Options& options);

/// The external forces of --force, one per body; forces on the same body are added. Empty if there are none.
std::vector<Force<double>> forces(const Model& model, const Options& options);
/// Adds the forces to the inputs in JSON, unless there are none.
void list_forces(nlohmann::ordered_json& inputs, const Model& model, View<const Force<double>> forces,
                 const Options& options);

}  // namespace treefix::cli
