// Forward dynamics by several methods, and their residuals: how well the result satisfies the equations of motion.
#include <cstdio>
#include <vector>

#include <treefix/treefix.hpp>

using treefix::ForwardMethod;

int main() {
  const treefix::Model robot = treefix::zoo::chain(100);  // long chains are ill-conditioned, so the methods differ
  treefix::Dynamics dynamics(robot);
  const std::vector<double> q = treefix::random_configuration(robot, 1), v = treefix::random_velocity(robot, 2),
                            tau = treefix::random_velocity(robot, 3);
  std::vector<double> a(v.size());
  const auto is_good = [&](ForwardMethod method, int refine, bool in_float = false) {
    const treefix::ForwardInfo info = dynamics.forward(
        q, v, tau, a, {.method = method, .residual = true, .refine = refine, .single_precision = in_float});
    return info.residual < 1e-13 ? "yes" : "no";
  };

  std::printf("residual below 1e-13:  before   after two steps of iterative refinement\n");
  for (const ForwardMethod method :
       {ForwardMethod::aba, ForwardMethod::mass_matrix, ForwardMethod::hybrid_aba, ForwardMethod::jsiia_sparse,
        ForwardMethod::cfa, ForwardMethod::scan_aba, ForwardMethod::dca})
    std::printf("%-22s %-8s %s\n", to_string(method).data(), is_good(method, 0), is_good(method, 2));
  std::printf("%-22s %-8s %s\n", "aba in float", is_good(ForwardMethod::aba, 0, true),
              is_good(ForwardMethod::aba, 2, true));
}
