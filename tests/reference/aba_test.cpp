#include <treefix/reference/aba.hpp>

#include <gtest/gtest.h>

#include "support/robot.hpp"

namespace treefix::testing {
namespace {

TEST(Aba, UndoesInverseDynamicsExactlyInQuad) {
  for (const Model& model : many_models(100)) {
    Robot<Quad> robot(model);
    const auto a = robot.fd(robot.id(robot.a, robot.external()), robot.external());
    EXPECT_LT(plain(largest(minus(a, robot.a))), 1e-24) << describe(model);
  }
}

TEST(Aba, LeavesAResidualOfAFewDepthEpsilon) {
  for (const Model& model : many_models(300)) {
    Robot<double> robot(model);
    const auto tau = robot.a;  // any torque will do
    const auto a = robot.fd(tau, robot.external());
    EXPECT_LT(robot.residual(a, tau, robot.external()), 10 * static_cast<double>(robot.depth() + 4) * epsilon<double>())
        << describe(model);
  }
}

TEST(Aba, SolvesTheSystemOfTheMassMatrix) {
  for (const Model& model : many_models(60)) {
    Robot<Quad> robot(model);
    const auto tau = robot.a;
    const auto a = robot.fd(tau);
    const auto Ha = matrix_times(robot.H(), a);
    EXPECT_LT(largest(minus(minus(tau, robot.bias()), Ha)), Quad(1e-24)) << describe(model);
  }
}

TEST(Aba, OnADeepChainStillHasASmallResidual) {
  Robot<double> robot(zoo::chain(20000));
  const auto tau = robot.id(robot.a);
  EXPECT_LT(robot.residual(robot.fd(tau), tau), 1e-15);
}

TEST(Aba, PendulumFallsAsGalileoSays) {
  // rod of 0.5 kg, length l = 0.2 m, radius r = 0.02 m about its end: I = m (l²/3 + r²/4)
  Robot<double> robot(zoo::chain(1));
  const double inertia = 0.5 * (0.2 * 0.2 / 3 + 0.02 * 0.02 / 4);
  for (const double angle : {0.0, 0.7, -2.0}) {
    robot.q = {angle};
    robot.v = {1.5};
    const double expected = (0.3 + 0.5 * 9.81 * 0.1 * std::cos(angle)) / inertia;
    EXPECT_NEAR(robot.fd({0.3})[0], expected, 1e-12 * std::abs(expected));
  }
}

TEST(Aba, DoublePendulumOfPointMassesFollowsItsClosedForm) {
  // two point-like masses (small spheres) on massless rods of length 1, turning about y, hanging along −z
  const double m1 = 1.3, m2 = 0.7, g = 9.81, tiny = 1e-9;
  Builder builder("double_pendulum");
  const auto ball = [&](const char* name, const char* parent, Vec3<double> at, double mass) {
    builder.body({.name = name,
                  .parent = parent,
                  .placement = placed(at),
                  .joint = JointSpec::revolute({0, 1, 0}),
                  .mass = mass,
                  .com = {0, 0, -1},
                  .inertia = Sym3<double>::diagonal(tiny, tiny, tiny)});
  };
  ball("upper", "", {}, m1);
  ball("lower", "upper", {0, 0, -1}, m2);
  Robot<double> robot(builder.build());
  const double x = 0.4, y = -0.9, u = 0.8, w = -1.1;  // angles from the vertical and their rates
  robot.q = {x, y - x};
  robot.v = {u, w - u};
  const auto a = robot.fd({0, 0});
  // the usual equations of the planar double pendulum with unit lengths
  const double c = std::cos(x - y), s = std::sin(x - y), M = m1 + m2;
  const double right1 = -m2 * s * w * w - M * g * std::sin(x), right2 = s * u * u - g * std::sin(y);
  const double first = (right1 - m2 * c * right2) / (M - m2 * c * c);
  const double second = right2 - c * first;
  EXPECT_NEAR(a[0], first, 1e-7);
  EXPECT_NEAR(a[0] + a[1], second, 1e-7);
}

TEST(Aba, FreeBodyFollowsEulersEquations) {
  Builder builder("body");
  const Vec3<double> I{0.2, 0.3, 0.4};
  builder.gravity({0, 0, 0}).body(
      {.name = "body", .joint = JointSpec::free(), .mass = 2, .inertia = Sym3<double>::diagonal(I.x, I.y, I.z)});
  Robot<double> robot(builder.build());
  robot.v = {0, 0, 0, 1, -2, 3};
  const auto a = robot.fd({0, 0, 0, 0, 0, 0});
  EXPECT_NEAR(a[3], (I.y - I.z) / I.x * -2 * 3, 1e-14);
  EXPECT_NEAR(a[4], (I.z - I.x) / I.y * 3 * 1, 1e-14);
  EXPECT_NEAR(a[5], (I.x - I.y) / I.z * 1 * -2, 1e-14);
}

TEST(Aba, FreelyFallingRobotHasNoJointAccelerationsAtRest) {
  Robot<double> robot(zoo::quadruped());
  robot.v = robot.vector();
  const auto a = robot.fd(robot.vector());
  for (std::size_t k = 6; k < a.size(); ++k) EXPECT_NEAR(a[k], 0, 1e-11);
}

}  // namespace
}  // namespace treefix::testing
