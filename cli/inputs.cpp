#include <cli/inputs.hpp>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cli/numbers.hpp>
#include <cli/robot.hpp>
#include <treefix/model/configuration.hpp>

namespace treefix::cli {

namespace {

std::vector<double> read_vector(const Options& options, const std::string& name, const std::string& text,
                                Index wanted) {
  std::vector<double> values = read_numbers(fmt::format("--{}", name), text);
  if (ssize(values) == wanted) return values;
  const std::string from = text.starts_with('@') ? fmt::format(" ({})", text) : "";
  throw ValueError(fmt::format("--{}{} has {} number{}, expected {}: {} of {}", name, from, values.size(),
                               values.size() == 1 ? "" : "s", wanted, name == "q" ? "nq" : "nv", options.robot));
}

Index find_body(const Model& model, const std::string& name) {
  try {
    return model.body(name);
  } catch (const ValueError& error) {
    throw ValueError(fmt::format("--force: {}", error.what()));
  }
}

}  // namespace

std::uint64_t seed_offset(std::string_view name) { return name == "q" ? 0 : name == "v" ? 1 : name == "a" ? 2 : 3; }

std::vector<double> random_vector(const Model& model, const std::string& name, std::uint64_t seed) {
  return name == "q" ? random_configuration(model, seed) : random_velocity(model, seed);
}

Input input(const Model& model, const Options& options, const Arrays& arrays, const std::string& name) {
  const bool position = name == "q";
  const Index size = position ? model.nq() : model.nv();
  if (arrays.find(name) != nullptr) return {name, arrays.vector(name), "given"};
  if (const auto given = options.vectors.find(name); given != options.vectors.end())
    return {name, read_vector(options, name, given->second, size), "given"};
  if (options.random) {
    const std::uint64_t seed = *options.random + seed_offset(name);
    return {name, random_vector(model, name, seed), fmt::format("random, seed {}", seed)};
  }
  if (position) return {name, neutral(model), "neutral"};
  return {name, std::vector<double>(static_cast<std::size_t>(size)), "zero"};
}

void require_one_standard_input(const Options& options) {
  std::string reader;
  for (const auto& [name, text] : options.vectors) {
    if (text != "@-") continue;
    if (!reader.empty())
      throw ValueError(
          fmt::format("--{} and --{} both read standard input (@-), which can be read only once", reader, name));
    reader = name;
  }
}

std::vector<Force<double>> forces(const Model& model, const Options& options) {
  if (options.forces.empty()) return {};
  std::vector<Force<double>> all(static_cast<std::size_t>(model.nbody()));
  for (const std::string& text : options.forces) {
    const std::size_t equals = text.rfind('=');  // the name of a body may contain =, a number cannot
    if (equals == std::string::npos)
      throw ValueError(fmt::format("--force '{}': expected BODY=nx,ny,nz,fx,fy,fz", text));
    const std::string name = text.substr(0, equals);
    const std::vector<double> x = read_numbers(fmt::format("--force {}", name), text.substr(equals + 1));
    if (x.size() != 6)
      throw ValueError(fmt::format("--force {} has {} number{}, expected 6: nx,ny,nz,fx,fy,fz", name, x.size(),
                                   x.size() == 1 ? "" : "s"));
    all[static_cast<std::size_t>(find_body(model, name))] += {{x[0], x[1], x[2]}, {x[3], x[4], x[5]}};
  }
  return all;
}

void list_forces(nlohmann::ordered_json& inputs, const Model& model, View<const Force<double>> forces,
                 const Options& options) {
  if (forces.empty()) return;
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (Index i = 0; i < ssize(forces); ++i) {
    const auto& [n, f] = forces[i];
    if (dot(n, n) + dot(f, f) > 0)
      list.push_back({{"body", at(model.body_names(), i)}, {"force", {n.x, n.y, n.z, f.x, f.y, f.z}}});
  }
  inputs["forces"] = std::move(list);
  inputs["force_frame"] = options.forces_in_root ? "root" : "body";
}

}  // namespace treefix::cli
