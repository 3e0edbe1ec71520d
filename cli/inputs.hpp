// What a command computes with: vectors and forces for one robot.
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
  std::string source;  // where they are from, for people: "given", "zero", "random, seed 3"
};

/// One vector. Left out, it is the neutral q or zero; with --random S it is random, with seed S for q, S + 1 for v,
/// S + 2 for a and S + 3 for tau, so that each is the same whether or not the others are given.
Input input(const Model& model, const Options& options, const Arrays& arrays, const std::string& name);

/// A vector of random numbers, as input() makes it.
std::vector<double> random_vector(const Model& model, const std::string& name, std::uint64_t seed);
/// What is added to the seed for a vector of this name.
std::uint64_t seed_offset(std::string_view name);

/// Throws ValueError if more than one vector is to be read from standard input.
void require_one_standard_input(const Options& options);

/// The forces of --force, one per body; those on one body are added. Empty if there are none.
std::vector<Force<double>> forces(const Model& model, const Options& options);
/// Adds them, unless there are none, to the inputs that JSON lists.
void list_forces(nlohmann::ordered_json& inputs, const Model& model, View<const Force<double>> forces,
                 const Options& options);

}  // namespace treefix::cli
