// treefix id, fd, mass: one computation, on one state here and on many in batch.cpp.
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cli/arrays.hpp>
#include <cli/batch.hpp>
#include <cli/commands.hpp>
#include <cli/inputs.hpp>
#include <cli/memory.hpp>
#include <cli/output.hpp>
#include <cli/results.hpp>
#include <cli/robot.hpp>

namespace treefix::cli {

namespace {

using Json = nlohmann::ordered_json;

/// What the command line gives: a robot, and arrays that say whether it is for one state or many.
struct Given {
  Model model;
  Arrays arrays;

  explicit Given(const Options& options) : model(checked_robot(options)), arrays(model, options) {}
  bool is_batch() const { return arrays.states().has_value(); }

 private:
  /// What is wrong with options is said before a robot is made, which may take a while.
  static Model checked_robot(const Options& options) {
    require_npy(options);
    require_one_standard_input(options);
    if (options.states && !options.random) throw UsageError("--states makes random states, so it needs --random SEED");
    return make_robot(options);
  }
};

/// A robot and the vectors of one state.
struct Problem {
  const Model& model;
  std::vector<Input> inputs;
  std::vector<Force<double>> forces;

  Problem(const Given& given, const Options& options, const std::vector<const char*>& names) : model(given.model) {
    for (const char* name : names) inputs.push_back(input(model, options, given.arrays, name));
    forces = cli::forces(model, options);
  }
  const std::vector<double>& operator[](std::size_t i) const { return inputs[i].values; }
  Dynamics::External external(const Options& options) const {
    using Coordinates = Dynamics::External::Coordinates;
    return {forces, options.forces_in_root ? Coordinates::of_root : Coordinates::of_body};
  }
  std::vector<double> new_vector() const { return std::vector<double>(static_cast<std::size_t>(model.nv())); }
};

/// What was computed, and from what; begins with # so that the output can be read back with @FILE.
std::string heading(const Computation& computation, const Problem& problem, const Options& options) {
  std::string sources;
  for (const Input& input : problem.inputs)
    sources += fmt::format("{}{}: {}", sources.empty() ? "" : "; ", input.name, input.source);
  return fmt::format("# {} of {}\n# {}\n", computation.heading, options.robot, sources);
}

/// Everything but the results.
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

/// Refuses H before it is allocated if it would not fit.
void require_memory(const Model& model, const std::string& robot) {
  const auto n = static_cast<double>(model.nv());
  const double bytes = n * n * sizeof(double), available = static_cast<double>(available_memory());
  constexpr double gibibyte = 1024.0 * 1024 * 1024;
  if (bytes > available)
    throw Error(
        fmt::format("the mass matrix of {} is {} x {} and needs {:.0f} bytes ({:.4g} GiB); {:.4g} GiB are "
                    "available",
                    robot, model.nv(), model.nv(), bytes, bytes / gibibyte, available / gibibyte));
}

/// The result as JSON has it: itself, or the file it was written to.
Json result_json(const std::vector<double>& x, const Options& options) {
  return options.output.empty() ? Json(x) : file_json(options, {ssize(x)}, "float64");
}
std::string result_text(const Model& model, const std::vector<double>& x, const Options& options) {
  return options.output.empty() ? per_joint(model, x, options.precision) : file_text(options, {ssize(x)}, "float64");
}

/// Writes the result to --out, if that is given.
void save(const std::vector<double>& x, const std::vector<Index>& shape, const Options& options) {
  if (!options.output.empty()) save_npy<double>(options.output, shape, x);
}

}  // namespace

std::string_view name_of(Method method) {
  switch (method) {
    case Method::automatic: return "automatic";
    case Method::aba: return "aba";
    case Method::mass_matrix: return "mass_matrix";
  }
  return "unknown";
}

ExitCode print_inverse_dynamics(const Options& options) {
  const Computation computation{Computation::Result::tau, "id", "tau", "tau (N m, N)", {"q", "v", "a"}};
  const Given given(options);
  if (given.is_batch()) {
    if (options.inverse != InverseMethod::automatic) throw UsageError("--method is for one state, not for many");
    return print_batch(computation, given.model, options, given.arrays);
  }
  const Problem problem(given, options, computation.vectors);
  std::vector<double> tau = problem.new_vector();
  Dynamics(problem.model)
      .inverse(problem[0], problem[1], problem[2], tau, problem.external(options),
               {.method = options.inverse, .tree = options.tree, .threads = options.threads});
  save(tau, {ssize(tau)}, options);
  if (options.json) {
    Json out = json_of("id", problem, options);
    out["results"]["tau"] = result_json(tau, options);
    write_json(out);
    return success;
  }
  write(fmt::format("{}{}", heading(computation, problem, options), result_text(problem.model, tau, options)));
  return success;
}

ExitCode print_forward_dynamics(const Options& options) {
  const Computation computation{Computation::Result::a, "fd", "a", "a (rad/s^2, m/s^2)", {"q", "v", "tau"}};
  const Given given(options);
  if (given.is_batch()) return print_batch(computation, given.model, options, given.arrays);
  const Problem problem(given, options, computation.vectors);
  std::vector<double> a = problem.new_vector();
  const ForwardInfo info = Dynamics(problem.model)
                               .forward(problem[0], problem[1], problem[2], a,
                                        {.method = options.method, .residual = true}, problem.external(options));
  save(a, {ssize(a)}, options);
  if (options.json) {
    Json out = json_of("fd", problem, options);
    out["results"] = {{"a", result_json(a, options)},
                      {"residual", info.residual},
                      {"method", name_of(info.method)},
                      {"iterations", info.iterations}};
    write_json(out);
    return success;
  }
  write(fmt::format("{}# method: {}; residual: {:.3g}\n{}", heading(computation, problem, options),
                    name_of(info.method), info.residual, result_text(problem.model, a, options)));
  return success;
}

ExitCode print_mass_matrix(const Options& options) {
  const Given given(options);
  const Index n = given.model.nv();
  const Computation computation{Computation::Result::H, "mass", "H", fmt::format("H ({} x {})", n, n), {"q"}};
  if (given.is_batch()) return print_batch(computation, given.model, options, given.arrays);
  const Problem problem(given, options, computation.vectors);
  require_memory(problem.model, options.robot);
  std::vector<double> H(static_cast<std::size_t>(n * n));
  Dynamics(problem.model).mass_matrix(problem[0], H);
  save(H, {n, n}, options);
  const bool to_file = !options.output.empty();
  if (!options.json) {
    write(heading(computation, problem, options));
    if (to_file)
      write(file_text(options, {n, n}, "float64"));
    else
      write_rows(H.data(), n, n, options);
    return success;
  }
  Json out = json_of("mass", problem, options);
  if (to_file) {
    out["results"]["H"] = file_json(options, {n, n}, "float64");
    write_json(out);
    return success;
  }
  std::string head = json_text(out);
  head.pop_back();  // the brace is closed below, after the rows
  write(fmt::format("{},\"results\":{{\"H\":[", head));
  write_rows(H.data(), n, n, options);
  write("]}}\n");
  return success;
}

}  // namespace treefix::cli
