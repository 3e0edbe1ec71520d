// A custom operator and a custom executor: one rootfix finds the largest mass on the root path of each body.
#include <algorithm>
#include <cstdio>
#include <limits>
#include <vector>

#include <treefix/scans.hpp>
#include <treefix/treefix.hpp>

using treefix::Index, treefix::View;

/// The larger of two numbers: associative, with an identity, but without inverses. So its rootfix needs heavy paths.
struct Larger {
  static constexpr bool commutative = true;
  template <class X>
  static constexpr X identity() {
    return std::numeric_limits<X>::lowest();
  }
  constexpr double operator()(double a, double b) const { return std::max(a, b); }
  static constexpr double apply(double a, double value) { return std::max(a, value); }  // an element acts on a value
};
static_assert(treefix::Action<Larger, double, double> && !treefix::Group<Larger, double>);

/// Runs the calls of a round one after the other, starting with the last, and counts the rounds.
struct CountingRounds {
  template <class X>
  using Array = treefix::Scratch<X>;
  int* rounds;

  template <class F>
  void for_each(Index n, F f, Index /*grain*/ = 1) const {
    ++*rounds;
    for (Index i = n - 1; i >= 0; --i) f(i);
  }
};
static_assert(treefix::Executor<CountingRounds>);

int main() {
  const treefix::Model robot = treefix::zoo::random_tree({.n = 10'000, .seed = 1});  // masses of 0.5 to 2 kg
  const auto order = treefix::heavy_first_order(robot.mechanism().tree);
  const auto m = treefix::renumbered(robot.mechanism(), order);  // heavy paths need heavy children first
  const treefix::Pieces pieces(treefix::HeavyPaths(m.tree), 64);

  int rounds = 0;
  std::vector<double> largest(order.size()), sums(static_cast<std::size_t>(pieces.tasks())), entries(sums.size());
  const View<double> result(largest);
  rootfix(
      CountingRounds{&rounds}, m.tree, pieces, Larger(), [&](Index i) { return m.inertia(i).m; }, 0.0,
      [=](Index i) -> double& { return result[i]; }, View<double>(sums), View<double>(entries));

  Index different = 0;  // from the recursion, body by body
  for (Index i = 0; i < m.nbody(); ++i) {
    const double above = m.parent(i) == treefix::root ? 0 : result[m.parent(i)];
    different += result[i] != std::max(above, m.inertia(i).m);
  }
  std::printf("%td bodies, depth %td, in %d rounds; %td differ from the recursion\n", m.nbody(), m.tree.depth(), rounds,
              different);
  std::printf("largest mass on the path to the last body: %.3f kg\n", result[m.nbody() - 1]);
}
