#include <treefix/reference/rnea.hpp>

#include <gtest/gtest.h>

#include "support/robot.hpp"

namespace treefix::testing {
namespace {

constexpr double quad_tolerance = 1e-27;  // of values of order one to a thousand, in 113 bits

TEST(Rnea, EqualsMassMatrixTimesAccelerationPlusBias) {
  for (const Model& model : many_models(100)) {
    Robot<Quad> robot(model);
    auto expected = matrix_times(robot.H(), robot.a);
    const auto bias = robot.bias();
    for (std::size_t k = 0; k < bias.size(); ++k) expected[k] += bias[k];
    EXPECT_LT(plain(largest(minus(robot.id(robot.a), expected))), quad_tolerance) << describe(model);
  }
}

TEST(Rnea, InDoubleIsWithinAFewDepthEpsilonOfQuadAtEveryJoint) {
  for (const Model& model : many_models(200)) {
    Robot<double> robot(model);
    Robot<Quad> exact(model);
    exact.q = cast_all<Quad>(robot.q);
    const auto tau = robot.id(robot.a), scale = robot.scale(robot.a);
    const auto reference = exact.id(exact.a);
    for (std::size_t k = 0; k < tau.size(); ++k) {
      const double error = static_cast<double>(abs(Quad(tau[k]) - reference[k]));
      EXPECT_LE(error, 4 * static_cast<double>(robot.depth() + 4) * epsilon<double>() * scale[k])
          << describe(model) << ", coordinate " << k;
    }
  }
}

TEST(Rnea, ExternalForcesReduceThePowerOfTheMotorsByTheirOwn) {
  for (const Model& model : many_models(60)) {
    Robot<Quad> robot(model);
    const auto with = robot.id(robot.a, robot.external()), without = robot.id(robot.a);
    robot.kinematics();
    Quad power = 0;
    for (Index i = 0; i < robot.m.nbody(); ++i) power += dot(robot.forces[static_cast<std::size_t>(i)], robot.w.V[i]);
    EXPECT_LT(plain(abs(dot_product(minus(without, with), robot.v) - power)), quad_tolerance) << describe(model);
  }
}

TEST(Rnea, ExternalForcesInRootAndBodyCoordinatesAgree) {
  for (const Model& model : many_models(60)) {
    Robot<Quad> robot(model);
    const auto in_body = robot.id(robot.a, robot.external());
    robot.kinematics();
    for (Index i = 0; i < robot.m.nbody(); ++i) {
      auto& force = robot.forces[static_cast<std::size_t>(i)];
      force = robot.w.X0[i].back(force);
    }
    const auto in_root = robot.id(robot.a, robot.external(ExternalFrame::of_root));
    EXPECT_LT(plain(largest(minus(in_body, in_root))), quad_tolerance) << describe(model);
  }
}

TEST(Rnea, GravityTorqueOfARodIsItsWeightTimesItsArm) {
  // chain: rod of 0.5 kg and 0.2 m on a joint about y, horizontal at q = 0
  Robot<double> robot(zoo::chain(1));
  for (const double angle : {0.0, 0.4, -1.3, 3.0}) {
    robot.q = {angle};
    std::vector<double> tau(1);
    gravity_torques(robot.m, robot.q, robot.w, tau);
    EXPECT_NEAR(tau[0], -0.5 * 9.81 * 0.1 * std::cos(angle), 1e-15);
  }
}

TEST(Rnea, ForceThroughTheFirstJointCarriesTheWholeWeight) {
  Robot<double> robot(zoo::arm());
  const auto rest = robot.vector();
  robot.v = rest;
  robot.id(rest);
  EXPECT_NEAR(robot.w.F[0].f.z, robot.model.total_mass() * 9.81, 1e-12);
}

}  // namespace
}  // namespace treefix::testing
