// Operation counts of conjugate gradients: Table II of [Fijany 1989], and those of treefix.
#include <treefix/papers/forward/pcg.hpp>

#include <gtest/gtest.h>

#include <tests/support/counted.hpp>

#include <treefix/base/random.hpp>

#include "support/fijany_scheid.hpp"
#include "support/robot.hpp"

namespace treefix::testing {
namespace {

/// Links with inertias of random boxes, axes in random directions.
SerialChain<double> random_chain(Index n, std::uint64_t seed) {
  Random random(seed);
  const auto vector = [&](double size) {
    return Vec3<double>{random.uniform(-size, size), random.uniform(-size, size), random.uniform(-size, size)};
  };
  SerialChain<double> chain{{}, 9.81, vector(1), vector(1)};
  for (Index i = 0; i < n; ++i) {
    const double twist = random.uniform(-3, 3), mass = random.uniform(0.5, 2);
    const Vec3<double> sides = vector(0.3), S = vector(0.2), P = vector(0.3);
    const Sym3<double> box = rotational_inertia(Sym3<double>::diagonal(
        mass / 12 * sides.x * sides.x, mass / 12 * sides.y * sides.y, mass / 12 * sides.z * sides.z));
    chain.links.push_back({mass, std::sin(twist), std::cos(twist), S, P, full(box)});
  }
  return chain;
}

std::vector<double> random_numbers(Index n, std::uint64_t seed) {
  Random random(seed);
  std::vector<double> x;
  for (Index i = 0; i < n; ++i) x.push_back(random.uniform(-2, 2));
  return x;
}

TEST(FijanyScheid, SolvesForwardDynamics) {
  for (const Index n : {1, 2, 6, 8}) {
    SerialChain<Quad> chain = cast<Quad>(random_chain(n, static_cast<std::uint64_t>(n)));
    for (SerialLink<Quad>& link : chain.links) {  // a rotation in Quad, too
      const Quad length = sqrt(link.sine * link.sine + link.cosine * link.cosine);
      link.sine /= length;
      link.cosine /= length;
    }
    const auto q = cast_all<Quad>(random_numbers(n, 1)), v = cast_all<Quad>(random_numbers(n, 2)),
               tau = cast_all<Quad>(random_numbers(n, 3));
    const Mechanism<Quad> m = mechanism_of(chain);
    Workspace<Quad> w(m);
    // the reaction to the force that the last link exerts at its end
    const SerialLink<Quad>& last = chain.links.back();
    const Mat3<Quad> back{{1, 0, 0}, {0, last.cosine, -last.sine}, {0, last.sine, last.cosine}};
    std::vector<Force<Quad>> outside(static_cast<std::size_t>(n));
    outside.back() = {-(back * (chain.n_E + cross(last.P, chain.f_E))), -(back * chain.f_E)};
    std::vector<Quad> expected(q.size());
    aba<Quad>(m, q, v, tau, {outside}, w, expected);
    EXPECT_LT(plain(largest(minus(chain.forward(q, v, tau), expected)) / largest(expected)), 1e-16) << n;
  }
}

TEST(FijanyScheid, CostsWhatThePapersTableSays) {
  for (const long n : {2, 6, 10, 30}) {
    const auto counted = [&](std::uint64_t seed) {
      const auto x = random_numbers(n, seed);
      return std::vector<Counted>(x.begin(), x.end());
    };
    SerialChain<Counted> chain = cast<Counted>(random_chain(n, 4));
    const auto q = counted(1), v = counted(2), tau = counted(3);
    Counted::counts = {};
    chain.project(q);
    EXPECT_EQ(Counted::counts.multiply, 4 * n + 96 * (n - 1));
    EXPECT_EQ(Counted::counts.add, 63 * (n - 1));
    Counted::counts = {};
    chain.remaining(v, tau);
    EXPECT_EQ(Counted::counts.multiply, 87 * n - 21);
    EXPECT_EQ(Counted::counts.add, 78 * n - 24);
    Counted::counts = {};
    chain.forward(q, v, tau);
    // divisions count as multiplications; the first β takes none
    EXPECT_EQ(Counted::counts.multiply + Counted::counts.divide, 47 * n * n + 177 * n - 117 - 1);
    EXPECT_EQ(Counted::counts.add, 46 * n * n + 118 * n - 87);
  }
}

/// The operations of treefix for a number of steps on a chain of n.
Counts count(Index n, Index steps, bool precondition) {
  const Mechanism<Counted> m = mechanism_of(cast<Counted>(random_chain(n, 4)));
  const ScanModel<Counted> model(m);
  // a tolerance that is never met
  Pcg<Counted> pcg(model, {.precondition = precondition, .tolerance = 1e-300, .limit = steps});
  const auto numbers = [&](std::uint64_t seed) {
    const auto x = random_numbers(n, seed);
    return std::vector<Counted>(x.begin(), x.end());
  };
  const auto q = numbers(1), v = numbers(2), tau = numbers(3);
  std::vector<Counted> a(q.size());
  Counted::counts = {};
  EXPECT_EQ(pcg.run(Serial(), ForwardState<Counted>{q, v, tau}, a).iterations, steps);
  return Counted::counts;
}

TEST(PcgCounts, OfAStepGrowWithTheNumberOfJoints) {
  for (const bool precondition : {false, true})
    for (const Index n : {10, 20, 40}) {
      const Counts few = count(n, 2, precondition), many = count(n, 5, precondition);
      EXPECT_EQ(many.multiply - few.multiply, 3 * (47 * n + 2)) << "37 of H p, 10 of vectors and their lengths";
      EXPECT_EQ(many.add - few.add, 3 * (45 * n - 9));
      EXPECT_GE(many.divide - few.divide, 3 * (n + 3));
      EXPECT_LE(many.divide - few.divide, 3 * (n + 4)) << "a fourth where ν grows";
    }
}

TEST(PcgCounts, OfAsManyStepsAsJointsAreThoseOfThePaperInTheLimit) {
  const auto ratio = [](long n) {
    const Counts ours = count(n, n, false);
    return static_cast<double>(ours.multiply + ours.divide) / static_cast<double>(47 * n * n + 177 * n - 117);
  };
  EXPECT_LT(ratio(10), 1.7);  // the preparation before the steps costs three times as much
  EXPECT_LT(ratio(30), 1.3);
  EXPECT_LT(ratio(100), 1.12);
  EXPECT_GT(ratio(100), 1);
}

}  // namespace
}  // namespace treefix::testing
