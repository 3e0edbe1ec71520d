// treefix id, fd: one computation, on one state here and on many in batch.cpp.
#include <fmt/format.h>

#include <cli/output.hpp>
#include <cli/single.hpp>

namespace treefix::cli {

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
  return print_vector(computation, problem, options, tau);
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

}  // namespace treefix::cli
