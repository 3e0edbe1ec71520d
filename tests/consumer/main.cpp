#include <cmath>
#include <cstddef>
#include <vector>

#include <treefix/treefix.hpp>

int main() {
  const treefix::Model model = treefix::zoo::chain(7);
  const std::vector<double> q(static_cast<std::size_t>(model.nq()), 0.1);
  std::vector<double> tau(static_cast<std::size_t>(model.nv()));
  treefix::Dynamics(model).gravity(q, tau);
  return std::isfinite(tau[0]) && tau[0] != 0 ? 0 : 1;  // the chain leans, so gravity pulls at its first joint
}
