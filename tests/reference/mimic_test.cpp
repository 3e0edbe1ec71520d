// Laws of treefix/reference/mimic.hpp, in Quad.
#include <treefix/reference/mimic.hpp>

#include <gtest/gtest.h>

#include <treefix/model/manifold.hpp>
#include <treefix/primitives/cholesky.hpp>

#include "support/mimic.hpp"
#include "support/robot.hpp"

namespace treefix::testing {
namespace {

/// A robot with mimic joints in Quad, and its mechanism in the same state.
struct Coupled {
  using Vector = std::vector<Quad>;

  const MimicRobot& described;
  const MimicCoupling& coupling = described.coupled.mimic();
  Robot<Quad> full{described.independent};
  MimicWorkspace<Quad> workspace{full.m, coupling};
  Vector q = cast_all<Quad>(random_configuration(described.coupled, 1));
  Vector v = cast_all<Quad>(random_velocity(described.coupled, 2));

  explicit Coupled(const MimicRobot& robot) : described(robot) {
    expand_configuration<Quad>(coupling, q, full.q);
    normalize<Quad>(full.m, full.q);
    select_configuration<Quad>(coupling, full.q, q);
    full.v = described.full_v(v);
  }
  /// Solves  Gᵀ H G a = tau − Gᵀ C  for a.
  Vector forward(const Vector& tau, const ExternalForces<Quad>& forces = {}) {
    const Index n = ssize(tau);
    Vector a = described.reduced(full.bias(forces)), factors(tau.size() * tau.size());
    for (Index k = 0; k < n; ++k) at(a, k) = at(tau, k) - at(a, k);
    reduce_matrix<Quad>(coupling, full.H(), n, factors);
    factor_cholesky<Quad>(n, factors);
    solve_cholesky<Quad>(n, factors, a);
    return a;
  }
};

TEST(Coupled, ForwardUndoesInverseDynamicsExactlyInQuad) {
  for (const MimicRobot& robot : random_mimic_robots(100)) {
    Coupled c(robot);
    const auto expected = cast_all<Quad>(random_velocity(robot.coupled, 3));
    const auto tau = robot.reduced(c.full.id(robot.full_v(expected), c.full.external()));
    const auto a = c.forward(tau, c.full.external());
    EXPECT_LT(plain(largest(minus(a, expected))), 1e-23) << describe(robot.coupled);
  }
}

TEST(Coupled, TheRateOfEnergyIsThePowerOfTheIndependentMotors) {
  constexpr Quad step = Quad(1e-12);  // of time, for central differences
  for (const MimicRobot& robot : random_mimic_robots(60)) {
    Coupled c(robot);
    const auto tau = cast_all<Quad>(random_velocity(robot.coupled, 17));
    c.full.a = robot.full_v(c.forward(tau));
    const auto energy = [](Robot<Quad> r) { return r.kinetic_energy() + r.potential_energy(); };
    const Quad rate = (energy(c.full.moved(step)) - energy(c.full.moved(-step))) / (2 * step);
    EXPECT_LT(plain(abs(rate - dot_product(tau, c.v))), 1e-13 * plain(1 + abs(rate))) << describe(robot.coupled);
  }
}

TEST(Coupled, TheResidualIsThatOfTheReducedEquations) {
  for (const MimicRobot& robot : random_mimic_robots(40)) {
    Coupled c(robot);
    const auto tau = cast_all<Quad>(random_velocity(robot.coupled, 5));
    auto a = c.forward(tau);
    auto residual = a, scale = a;
    const auto judge = [&] {
      return plain(
          mimic_residual<Quad>(c.full.m, c.coupling, c.q, c.v, a, tau, {}, c.full.w, c.workspace, residual, scale));
    };
    EXPECT_LT(judge(), 1e-31) << describe(robot.coupled);
    a[0] += Quad(1e-6);
    EXPECT_GT(judge(), 1e-12) << describe(robot.coupled);
  }
}

}  // namespace
}  // namespace treefix::testing
