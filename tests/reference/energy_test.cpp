#include <treefix/reference/energy.hpp>

#include <gtest/gtest.h>

#include <treefix/model/manifold.hpp>

#include "support/robot.hpp"

namespace treefix::testing {
namespace {

constexpr Quad step = Quad(1e-12);   // of time, for central differences
constexpr double tolerance = 1e-14;  // their error is of order step² plus rounding divided by step

TEST(Energy, KineticIsHalfVHV) {
  for (const Model& model : many_models(60)) {
    Robot<Quad> robot(model);
    const Quad expected = Quad(0.5) * dot_product(robot.v, matrix_times(robot.H(), robot.v));
    EXPECT_LT(plain(abs(robot.kinetic_energy() - expected)), 1e-28) << describe(model);
  }
}

TEST(Energy, ItsRateIsThePowerOfTheMotors) {
  // dE/dt = tau · v along the motion due to tau, by central differences
  for (const Model& model : many_models(100)) {
    Robot<Quad> robot(model);
    const auto tau = cast_all<Quad>(random_velocity(model, 17));
    robot.a = robot.fd(tau);
    const auto energy = [](Robot<Quad> r) { return r.kinetic_energy() + r.potential_energy(); };
    const Quad rate = (energy(robot.moved(step)) - energy(robot.moved(-step))) / (2 * step);
    EXPECT_LT(plain(abs(rate - dot_product(tau, robot.v))), tolerance * plain(1 + abs(rate))) << describe(model);
  }
}

TEST(Energy, RateOfThePotentialIsThePowerOfTheGravityTorque) {
  for (const Model& model : many_models(60)) {
    Robot<Quad> robot(model);
    robot.a = robot.vector();
    auto torque = robot.vector();
    gravity_torques(robot.m, robot.q, robot.w, torque);
    const Quad rate = (robot.moved(step).potential_energy() - robot.moved(-step).potential_energy()) / (2 * step);
    EXPECT_LT(plain(abs(rate - dot_product(torque, robot.v))), tolerance * plain(1 + abs(rate))) << describe(model);
  }
}

TEST(Momentum, OfAFreeRobotChangesByItsWeightOnly) {
  // for any torques of the joints
  for (int seed = 0; seed < 40; ++seed) {
    const Model model = zoo::random_tree({.n = 1 + seed % 15,
                                          .seed = static_cast<std::uint64_t>(seed),
                                          .joints = "RPHSL",
                                          .root = "F",
                                          .branching = 1.5});
    Robot<Quad> robot(model);
    auto tau = cast_all<Quad>(random_velocity(model, 5));
    for (std::size_t k = 0; k < 6; ++k) tau[k] = 0;
    robot.a = robot.fd(tau);
    const Force<Quad> later = robot.moved(step).momentum(), earlier = robot.moved(-step).momentum();
    const Force<Quad> rate = (1 / (2 * step)) * (later - earlier);
    robot.kinematics();
    const Vec3<Quad> weight = total_mass(robot.m) * robot.m.gravity;
    const Vec3<Quad> moment = cross(center_of_mass(robot.m, robot.w), weight);
    for (const Quad off : {rate.f.x - weight.x, rate.f.y - weight.y, rate.f.z - weight.z, rate.n.x - moment.x,
                           rate.n.y - moment.y, rate.n.z - moment.z})
      EXPECT_LT(plain(abs(off)), 1e-13) << "seed " << seed;
  }
}

TEST(Momentum, OverMassIsTheVelocityOfTheCentreOfMass) {
  for (const Model& model : many_models(40)) {
    Robot<Quad> robot(model);
    const auto centre = [](Robot<Quad> r) {
      r.kinematics();
      return center_of_mass(r.m, r.w);
    };
    const Vec3<Quad> velocity = (1 / (2 * step)) * (centre(robot.moved(step)) - centre(robot.moved(-step)));
    const Vec3<Quad> off = robot.momentum().f - total_mass(robot.m) * velocity;
    EXPECT_LT(plain(abs(off.x) + abs(off.y) + abs(off.z)), 1e-13) << describe(model);
  }
}

TEST(Momentum, IsConservedWhileAFreeRobotMovesForASecond) {
  // no gravity, but joint torques; midpoint steps in double
  Robot<double> robot(zoo::humanoid());
  robot.m.gravity = {};
  const Force<double> before = robot.momentum();
  auto tau = random_velocity(robot.model, 9);
  for (std::size_t k = 0; k < 6; ++k) tau[k] = 0;
  constexpr double dt = 1e-4;
  for (int i = 0; i < 10000; ++i) {
    Robot<double> half = robot;
    half.a = robot.fd(tau);
    half.move(dt / 2);
    const auto a = half.fd(tau);
    auto step_of_q = half.v;
    for (double& x : step_of_q) x *= dt;
    integrate<double>(robot.m, robot.q, step_of_q, robot.q);
    for (std::size_t k = 0; k < a.size(); ++k) robot.v[k] += dt * a[k];
  }
  const Force<double> off = robot.momentum() - before;
  const double size = std::sqrt(dot(before.f, before.f)) + std::sqrt(dot(before.n, before.n));
  EXPECT_LT(std::sqrt(dot(off.f, off.f)) + std::sqrt(dot(off.n, off.n)), 1e-4 * size);
}

}  // namespace
}  // namespace treefix::testing
