// treefix id for one state; batch.cpp has batches.
#include <cli/single.hpp>

namespace treefix::cli {

ExitCode print_inverse_dynamics(const Options& options) {
  const Computation computation{Computation::Result::tau, "id", "tau", "tau (N m, N)", {"q", "v", "a"}};
  const Given given(options);
  if (given.is_batch()) {
    if (options.inverse != InverseMethod::automatic) throw UsageError("--method needs one state, not a batch");
    return print_batch(computation, given.model, options, given.arrays);
  }
  const Problem problem(given, options, computation.vectors);
  std::vector<double> tau = problem.new_vector();
  Dynamics(problem.model)
      .inverse(problem[0], problem[1], problem[2], tau,
               {.method = options.inverse, .tree = options.tree, .threads = options.threads},
               problem.external(options));
  return print_vector(computation, problem, options, tau);
}

}  // namespace treefix::cli
