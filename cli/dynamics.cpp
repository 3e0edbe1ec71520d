// treefix id, fd, mass: one computation on one state.
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cli/commands.hpp>
#include <cli/inputs.hpp>
#include <cli/memory.hpp>
#include <cli/output.hpp>
#include <cli/robot.hpp>

namespace treefix::cli {

namespace {

using Json = nlohmann::ordered_json;

std::string_view name_of(Method method) {
  switch (method) {
    case Method::automatic: return "automatic";
    case Method::aba: return "aba";
    case Method::mass_matrix: return "mass_matrix";
  }
  return "unknown";
}

/// A robot and the vectors to compute with.
struct Problem {
  Model model;
  std::vector<Input> inputs;
  std::vector<Force<double>> forces;

  Problem(const Options& options, std::initializer_list<const char*> names) : model(make_robot(options)) {
    require_one_standard_input(options);
    for (const char* name : names) inputs.push_back(input(model, options, name));
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
std::string heading(const char* what, const Problem& problem, const Options& options) {
  std::string sources;
  for (const Input& input : problem.inputs)
    sources += fmt::format("{}{}: {}", sources.empty() ? "" : "; ", input.name, input.source);
  return fmt::format("# {} of {}\n# {}\n", what, options.robot, sources);
}

Json forces_json(const Problem& problem) {
  Json list = Json::array();
  for (std::size_t i = 0; i < problem.forces.size(); ++i) {
    const auto& [n, f] = problem.forces[i];
    if (dot(n, n) + dot(f, f) > 0)
      list.push_back({{"body", problem.model.body_names()[i]}, {"force", {n.x, n.y, n.z, f.x, f.y, f.z}}});
  }
  return list;
}

/// Everything but the results.
Json json_of(const char* command, const Problem& problem, const Options& options) {
  Json out{{"command", command},
           {"robot", options.robot},
           {"nq", problem.model.nq()},
           {"nv", problem.model.nv()},
           {"inputs", Json::object()}};
  for (const Input& input : problem.inputs) out["inputs"][input.name] = input.values;
  if (!problem.forces.empty()) {
    out["inputs"]["forces"] = forces_json(problem);
    out["inputs"]["force_frame"] = options.forces_in_root ? "root" : "body";
  }
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

/// Row by row: the text of a large matrix is larger than the matrix.
void write_rows(const std::vector<double>& H, Index n, const Options& options) {
  std::string line;
  const int width = options.precision + 7;  // sign, point and exponent
  for (Index i = 0; i < n; ++i) {
    const double* row = H.data() + i * n;
    line.clear();
    if (options.json) {
      line = fmt::format("{}{}", i == 0 ? "" : ",", Json(View<const double>(row, n)).dump());
    } else {
      for (Index j = 0; j < n; ++j)
        fmt::format_to(std::back_inserter(line), "{:>{}.{}g}", row[j], j == 0 ? width - 1 : width, options.precision);
      line += '\n';
    }
    write(line);
  }
}

}  // namespace

ExitCode print_inverse_dynamics(const Options& options) {
  const Problem problem(options, {"q", "v", "a"});
  std::vector<double> tau = problem.new_vector();
  Dynamics(problem.model).inverse(problem[0], problem[1], problem[2], tau, problem.external(options));
  if (options.json) {
    Json out = json_of("id", problem, options);
    out["results"]["tau"] = tau;
    write_json(out);
    return success;
  }
  write(
      fmt::format("{}{}", heading("tau (N m, N)", problem, options), per_joint(problem.model, tau, options.precision)));
  return success;
}

ExitCode print_forward_dynamics(const Options& options) {
  const Problem problem(options, {"q", "v", "tau"});
  std::vector<double> a = problem.new_vector();
  const ForwardInfo info =
      Dynamics(problem.model)
          .forward(problem[0], problem[1], problem[2], a, {.residual = true}, problem.external(options));
  if (options.json) {
    Json out = json_of("fd", problem, options);
    out["results"] = {
        {"a", a}, {"residual", info.residual}, {"method", name_of(info.method)}, {"iterations", info.iterations}};
    write_json(out);
    return success;
  }
  write(fmt::format("{}# method: {}; residual: {:.3g}\n{}", heading("a (rad/s^2, m/s^2)", problem, options),
                    name_of(info.method), info.residual, per_joint(problem.model, a, options.precision)));
  return success;
}

ExitCode print_mass_matrix(const Options& options) {
  const Problem problem(options, {"q"});
  require_memory(problem.model, options.robot);
  const Index n = problem.model.nv();
  std::vector<double> H(static_cast<std::size_t>(n * n));
  Dynamics(problem.model).mass_matrix(problem[0], H);
  if (!options.json) {
    write(heading(fmt::format("H ({} x {})", n, n).c_str(), problem, options));
    write_rows(H, n, options);
    return success;
  }
  std::string head = json_text(json_of("mass", problem, options));
  head.pop_back();  // the brace is closed below, after the rows
  write(fmt::format("{},\"results\":{{\"H\":[", head));
  write_rows(H, n, options);
  write("]}}\n");
  return success;
}

}  // namespace treefix::cli
