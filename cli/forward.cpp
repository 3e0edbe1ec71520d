// treefix fd for one state; batch.cpp has batches.
#include <algorithm>
#include <chrono>
#include <cmath>

#include <fmt/format.h>

#include <cli/output.hpp>
#include <cli/single.hpp>

namespace treefix::cli {

namespace {

/// The result of one method.
struct Outcome {
  ForwardMethod method{};
  std::vector<double> a;
  ForwardInfo info{};
  double seconds = 0;
  std::string refused{};  // the reason if the method refused the problem; else empty
};

Outcome outcome_of(ForwardMethod method, const Problem& problem, const Options& options, Dynamics& dynamics) {
  Outcome outcome{.method = method, .a = problem.new_vector()};
  ForwardOptions how = options.forward;
  how.method = method;
  how.residual = true;
  how.threads = options.threads;
  const auto compute = [&](const ForwardOptions& with) {
    return dynamics.forward(problem[0], problem[1], problem[2], outcome.a, with, problem.external(options));
  };
  try {
    outcome.info = compute(how);  // the first call may allocate
    how.residual = false;
    const auto start = std::chrono::steady_clock::now();
    compute(how);
    outcome.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  } catch (const Error& error) {
    outcome.refused = error.what();
  }
  return outcome;
}

Json info_json(const ForwardInfo& info) {
  return {{"residual", info.residual},
          {"method", to_string(info.method)},
          {"iterations", info.iterations},
          {"converged", info.converged},
          {"reason", info.reason}};
}

/// Prints one line per method, with its residual and its difference from the first method.
ExitCode print_all_methods(const Computation& computation, const Problem& problem, const Options& options) {
  if (!options.output.empty()) throw UsageError("--out needs one method, not --method all");
  Dynamics dynamics(problem.model);
  std::vector<Outcome> outcomes;
  for (const ForwardMethod method : forward_methods)
    if (method != ForwardMethod::automatic) outcomes.push_back(outcome_of(method, problem, options, dynamics));
  if (options.json) {
    Json out = json_of("fd", problem, options);
    for (const Outcome& outcome : outcomes) {
      Json& result = out["results"][std::string(to_string(outcome.method))];
      if (!outcome.refused.empty()) {
        result["refused"] = outcome.refused;
        continue;
      }
      result = info_json(outcome.info);
      result["a"] = outcome.a;
      result["seconds"] = outcome.seconds;
    }
    write_json(out);
    return success;
  }
  const auto first = std::find_if(outcomes.begin(), outcomes.end(), [](const Outcome& x) { return x.refused.empty(); });
  std::vector<std::vector<std::string>> rows{{"method", "residual", "difference", "iterations", "ms", ""}};
  std::string refused;
  for (const Outcome& outcome : outcomes) {
    const std::string name(to_string(outcome.method));
    if (!outcome.refused.empty()) {
      refused += fmt::format("{}: {}\n", name, outcome.refused);
      continue;
    }
    double most = 0, difference = 0;
    for (std::size_t k = 0; k < outcome.a.size(); ++k) {
      most = std::max(most, std::abs(first->a[k]));
      difference = std::max(difference, std::abs(outcome.a[k] - first->a[k]));
    }
    rows.push_back({name, fmt::format("{:.2g}", outcome.info.residual),
                    fmt::format("{:.2g}", most > 0 ? difference / most : difference),
                    outcome.info.iterations > 0 ? fmt::to_string(outcome.info.iterations) : "-",
                    number(1e3 * outcome.seconds, 3), outcome.info.reason});
  }
  write(fmt::format(
      "{}# residual: |ID(q, v, a) - tau| relative to the forces that cancel at a joint; difference from the first "
      "method: max |a - a_first| / max |a_first|\n{}{}{}",
      heading(computation, problem, options), table(rows, "<>>>><"), refused.empty() ? "" : "\nrefused\n", refused));
  return success;
}

}  // namespace

ExitCode print_forward_dynamics(const Options& options) {
  const Computation computation{Computation::Result::a, "fd", "a", "a (rad/s^2, m/s^2)", {"q", "v", "tau"}};
  const Given given(options);
  if (given.is_batch()) return print_batch(computation, given.model, options, given.arrays);
  const Problem problem(given, options, computation.vectors);
  if (options.all_methods) return print_all_methods(computation, problem, options);
  std::vector<double> a = problem.new_vector();
  ForwardOptions how = options.forward;
  how.residual = true;
  how.threads = options.threads;
  const ForwardInfo info =
      Dynamics(problem.model).forward(problem[0], problem[1], problem[2], a, how, problem.external(options));
  save(a, {ssize(a)}, options);
  if (options.json) {
    Json out = json_of("fd", problem, options);
    out["results"]["a"] = result_json(a, options);
    out["results"].update(info_json(info));
    write_json(out);
    return success;
  }
  write(fmt::format("{}# method: {}; residual: {:.3g}{}{}{}\n{}", heading(computation, problem, options),
                    to_string(info.method), info.residual,
                    info.iterations > 0 ? fmt::format("; iterations: {}", info.iterations) : "",
                    info.reason.empty() ? "" : "; ", info.reason, result_text(problem.model, a, options)));
  return success;
}

}  // namespace treefix::cli
