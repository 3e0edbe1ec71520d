// What a prepared model saves: operations of the kernels on it, compared with those of the recursion on the mechanism.
#include <gtest/gtest.h>

#include "support/counted.hpp"

#include "support/robot.hpp"
#include "support/sweeps.hpp"

namespace treefix::testing {
namespace {

/// Multiplications, additions and divisions in f; sines and cosines are the same for both.
template <class F>
double operations(F f) {
  Counted::counts = {};
  f();
  return static_cast<double>(Counted::counts.multiply + Counted::counts.add + Counted::counts.divide);
}

/// The operations of the kernels as a fraction of those of the recursion.
struct Shares {
  double inverse, forward, mass;

  explicit Shares(const Model& model) {
    Robot<Counted> robot(model);
    Sweeps<Counted> sweeps(prepare(model.mechanism()));
    sweeps.q = robot.q;
    sweeps.v = robot.v;
    sweeps.a = robot.a;
    sweeps.tau = robot.a;
    inverse = operations([&] { sweeps.id(); }) / operations([&] { robot.id(robot.a); });
    forward = operations([&] { sweeps.fd(); }) / operations([&] { robot.fd(robot.a); });
    mass = operations([&] { sweeps.H(); }) / operations([&] { robot.H(); });
  }
};

TEST(PreparedOperations, OfArmsAreLessThanHalfOfThoseOfTheRecursionAndOfTheirMassMatrixAboutHalf) {
  for (const Model& model : {zoo::arm(), zoo::puma560()}) {
    const Shares shares(model);
    EXPECT_LE(shares.inverse, 0.40) << describe(model);
    EXPECT_LE(shares.forward, 0.45) << describe(model);
    EXPECT_LE(shares.mass, 0.54) << describe(model);
  }
}

TEST(PreparedOperations, OfTreesAreAboutHalfOfThoseOfTheRecursion) {
  const Shares shares(zoo::random_tree({.n = 100, .seed = 1, .joints = "R", .branching = 2}));
  EXPECT_LE(shares.inverse, 0.57);
  EXPECT_LE(shares.forward, 0.54);
  EXPECT_LE(shares.mass, 0.55);
}

}  // namespace
}  // namespace treefix::testing
