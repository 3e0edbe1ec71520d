#include <cli/single.hpp>

#include <fmt/format.h>

#include <cli/output.hpp>
#include <cli/results.hpp>
#include <cli/robot.hpp>
#include <treefix/io/npy.hpp>

namespace treefix::cli {

namespace {

Model checked_robot(const Options& options) {
  require_npy(options);
  require_one_standard_input(options);
  if (options.states && !options.random) throw UsageError("--states makes random states, so it needs --random SEED");
  return make_robot(options);
}

}  // namespace

Given::Given(const Options& options) : model(checked_robot(options)), arrays(model, options) {}

Problem::Problem(const Given& given, const Options& options, const std::vector<const char*>& names)
    : model(given.model) {
  for (const char* name : names) inputs.push_back(input(model, options, given.arrays, name));
  forces = cli::forces(model, options);
}

Dynamics::External Problem::external(const Options& options) const {
  return {forces, options.forces_in_root ? ExternalFrame::of_root : ExternalFrame::of_body};
}

std::string heading(const Computation& computation, const Problem& problem, const Options& options) {
  std::string sources;
  for (const Input& input : problem.inputs)
    sources += fmt::format("{}{}: {}", sources.empty() ? "" : "; ", input.name, input.source);
  return fmt::format("# {} of {}\n# {}\n", computation.heading, options.robot, sources);
}

Json json_of(const char* command, const Problem& problem, const Options& options) {
  Json out{{"command", command},
           {"robot", options.robot},
           {"nq", problem.model.nq()},
           {"nv", problem.model.nv()},
           {"inputs", Json::object()}};
  for (const Input& input : problem.inputs) out["inputs"][input.name] = input.values;
  list_forces(out["inputs"], problem.model, problem.forces, options);
  return out;
}

Json result_json(const std::vector<double>& x, const Options& options) {
  return options.output.empty() ? Json(x) : file_json(options, {ssize(x)}, "float64");
}
std::string result_text(const Model& model, const std::vector<double>& x, const Options& options) {
  return options.output.empty() ? per_joint(model, x, options.precision) : file_text(options, {ssize(x)}, "float64");
}

void save(const std::vector<double>& x, const std::vector<Index>& shape, const Options& options) {
  if (!options.output.empty()) save_npy<double>(options.output, shape, x);
}

ExitCode print_vector(const Computation& computation, const Problem& problem, const Options& options,
                      const std::vector<double>& x) {
  save(x, {ssize(x)}, options);
  if (options.json) {
    Json out = json_of(computation.command, problem, options);
    out["results"][computation.name] = result_json(x, options);
    write_json(out);
  } else {
    write(fmt::format("{}{}", heading(computation, problem, options), result_text(problem.model, x, options)));
  }
  return success;
}

}  // namespace treefix::cli
