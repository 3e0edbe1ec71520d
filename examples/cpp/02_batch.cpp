// Many states at once: arrays with one row for each state, computed in SIMD lanes on all cores.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <vector>

#include <treefix/treefix.hpp>

int main() {
  const treefix::Model robot = treefix::zoo::humanoid();
  const treefix::Index states = 1000, nq = robot.nq(), nv = robot.nv();
  std::vector<double> q, v;
  for (treefix::Index b = 0; b < states; ++b) {
    const auto seed = static_cast<std::uint64_t>(b);
    std::ranges::copy(treefix::random_configuration(robot, seed), std::back_inserter(q));
    std::ranges::copy(treefix::random_velocity(robot, seed), std::back_inserter(v));
  }
  std::vector<double> zero(static_cast<std::size_t>(nv)), tau(v.size()), a(v.size());

  treefix::BatchDynamics batch(robot, {.threads = 0});  // 0: all cores
  using Rows = treefix::Batch<double>;  // also strided and interleaved arrays, and values that all states share
  const Rows q_rows = Rows::rows(q.data(), states, nq), v_rows = Rows::rows(v.data(), states, nv);
  const Rows tau_rows = Rows::rows(tau.data(), states, nv), a_rows = Rows::rows(a.data(), states, nv);
  batch.inverse<double>(q_rows, v_rows, Rows::same(zero, states), tau_rows);
  batch.forward<double>(q_rows, v_rows, tau_rows, a_rows);

  double largest = 0;
  for (const double x : a) largest = std::fmax(largest, std::abs(x));
  std::printf("%td states of %td degrees of freedom\n", states, nv);
  std::printf("accelerations vanish: %s\n", largest < 1e-9 ? "yes" : "no");
}
