// One tree of 20 000 bodies: inverse and forward dynamics on all cores, and a mass matrix stored without its zeros.
#include <cmath>
#include <cstdio>
#include <vector>

#include <treefix/treefix.hpp>

int main() {
  const treefix::Model tree = treefix::zoo::auto_tree(20'000, 2, 0.1);  // every body carries two others
  treefix::Dynamics dynamics(tree);
  const std::vector<double> q = treefix::random_configuration(tree, 1), v = treefix::random_velocity(tree, 2),
                            a = treefix::random_velocity(tree, 3);
  std::vector<double> tau(v.size()), back(v.size());

  dynamics.inverse(q, v, a, tau);  // the same bits for every number of threads
  const treefix::ForwardInfo info = dynamics.forward(q, v, tau, back, {.residual = true});
  double error = 0;
  for (std::size_t k = 0; k < a.size(); ++k) error = std::fmax(error, std::abs(back[k] - a[k]));
  std::printf("forward dynamics by %s: residual below 1e-13: %s, error below 1e-6: %s\n", to_string(info.method).data(),
              info.residual < 1e-13 ? "yes" : "no", error < 1e-6 ? "yes" : "no");

  std::vector<double> H(static_cast<std::size_t>(dynamics.sparse_entries())), y(v.size()), x(v.size());
  dynamics.sparse_mass_matrix(q, H);    // the lower triangle; dynamics.sparse_rows() has the columns of its rows
  dynamics.mass_matrix_apply(q, a, y);  // y = H a, without H
  dynamics.factor_sparse(H);            // H = Lᵀ D L in place, without fill-in
  x = y;
  dynamics.solve_sparse(H, x);  // x = H⁻¹ y
  error = 0;
  for (std::size_t k = 0; k < a.size(); ++k) error = std::fmax(error, std::abs(x[k] - a[k]));
  std::printf("%zu entries of H, not %zu; H x = H a gives a, error below 1e-6: %s\n", H.size(), v.size() * v.size(),
              error < 1e-6 ? "yes" : "no");
}
