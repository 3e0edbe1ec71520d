#include <treefix/dynamics.hpp>

#include <cmath>
#include <functional>
#include <limits>
#include <thread>

#include <gtest/gtest.h>

#include "support/messages.hpp"
#include "support/robot.hpp"
#include "support/sanitized.hpp"

namespace treefix::testing {
namespace {

struct State {
  Model model;
  Dynamics dynamics{model};
  std::vector<double> q = random_configuration(model, 1), v = random_velocity(model, 2), a = random_velocity(model, 3);
  std::vector<double> out = std::vector<double>(v.size(), 7.0);
};

::testing::AssertionResult close(const std::vector<double>& x, const std::vector<double>& y) {
  const double error = largest(minus(x, y)), size = largest(y);
  if (x.size() == y.size() && error <= 1e-14 * size) return ::testing::AssertionSuccess();
  return ::testing::AssertionFailure() << "differ by " << error << ", size " << size;
}

TEST(Dynamics, AgreesWithTheRecursiveAlgorithms) {
  for (const Model& model : zoo::all()) {
    State s{model};
    Robot<double> robot(model);
    robot.q = s.q;
    s.dynamics.inverse(s.q, s.v, s.a, s.out);
    EXPECT_TRUE(close(s.out, robot.id(s.a))) << model.name();
    const auto tau = s.out;
    const ForwardInfo info = s.dynamics.forward(s.q, s.v, tau, s.out);
    EXPECT_LT(robot.residual(s.out, tau), 1e-15) << model.name();
    EXPECT_EQ(info.method, ForwardMethod::aba);
    EXPECT_TRUE(std::isnan(info.residual)) << "not requested";
    std::vector<double> H(s.v.size() * s.v.size());
    s.dynamics.mass_matrix(s.q, H);
    EXPECT_TRUE(close(H, robot.H())) << model.name();
    EXPECT_EQ(s.dynamics.kinetic_energy(s.q, s.v), robot.kinetic_energy());
    EXPECT_EQ(s.dynamics.potential_energy(s.q), robot.potential_energy());
    s.dynamics.bias(s.q, s.v, s.out);
    EXPECT_TRUE(close(s.out, robot.bias())) << model.name();
  }
}

TEST(Dynamics, SolvesByTheMassMatrixOnRequest) {
  for (const Model& model : zoo::all()) {
    State s{model};
    const ForwardInfo info =
        s.dynamics.forward(s.q, s.v, s.a, s.out, {.method = ForwardMethod::mass_matrix, .residual = true});
    EXPECT_EQ(info.method, ForwardMethod::mass_matrix);
    EXPECT_LT(info.residual, 1e-14) << model.name();
  }
}

TEST(Dynamics, ReportsTheResidualOnRequest) {
  for (const Model& model : zoo::all()) {
    State s{model};
    const ForwardInfo info = s.dynamics.forward(s.q, s.v, s.a, s.out, {.residual = true});
    EXPECT_GE(info.residual, 0);
    EXPECT_LT(info.residual, 1e-14) << model.name();
  }
}

TEST(Dynamics, NamesTheArgumentOfTheWrongSize) {
  State s{zoo::humanoid()};
  std::vector<double> wrong(3);
  EXPECT_EQ(message_of<DimensionError>([&] { s.dynamics.inverse(wrong, s.v, s.a, s.out); }),
            "q has 3 entries, expected 43");
  EXPECT_EQ(message_of<DimensionError>([&] { s.dynamics.inverse(s.q, wrong, s.a, s.out); }),
            "v has 3 entries, expected 36");
  EXPECT_EQ(message_of<DimensionError>([&] { s.dynamics.inverse(s.q, s.v, wrong, s.out); }),
            "a has 3 entries, expected 36");
  EXPECT_EQ(message_of<DimensionError>([&] { s.dynamics.inverse(s.q, s.v, s.a, wrong); }),
            "tau has 3 entries, expected 36");
  EXPECT_EQ(message_of<DimensionError>([&] { s.dynamics.forward(s.q, s.v, wrong, s.out); }),
            "tau has 3 entries, expected 36");
  EXPECT_EQ(message_of<DimensionError>([&] { s.dynamics.mass_matrix(s.q, s.out); }), "H has 36 entries, expected 1296");
  std::vector<Force<double>> forces(2);
  EXPECT_EQ(message_of<DimensionError>([&] { s.dynamics.inverse(s.q, s.v, s.a, s.out, {}, {forces}); }),
            "external_forces has 2 entries, expected 19");
  EXPECT_EQ(message_of<DimensionError>([&] { s.dynamics.kinematics(s.q, wrong); }), "v has 3 entries, expected 36");
  EXPECT_EQ(message_of<DimensionError>([&] { s.dynamics.kinetic_energy(s.q, {}); }), "v has 0 entries, expected 36");
}

TEST(Dynamics, RefusesNumbersThatAreNotFiniteAndWritesNothing) {
  const double nan = std::nan(""), inf = std::numeric_limits<double>::infinity();
  State s{zoo::arm()};
  const auto untouched = s.out;
  const auto with = [](std::vector<double> x, std::size_t i, double value) {
    x[i] = value;
    return x;
  };
  EXPECT_EQ(message_of<ValueError>([&] { s.dynamics.inverse(with(s.q, 2, nan), s.v, s.a, s.out); }),
            "q[2] is nan, expected a finite number");
  EXPECT_EQ(message_of<ValueError>([&] { s.dynamics.inverse(s.q, with(s.v, 0, inf), s.a, s.out); }),
            "v[0] is inf, expected a finite number");
  EXPECT_EQ(message_of<ValueError>([&] { s.dynamics.inverse(s.q, s.v, with(s.a, 6, -inf), s.out); }),
            "a[6] is -inf, expected a finite number");
  EXPECT_EQ(message_of<ValueError>([&] { s.dynamics.forward(s.q, s.v, with(s.a, 1, nan), s.out); }),
            "tau[1] is nan, expected a finite number");
  std::vector<Force<double>> forces(7);
  forces[4].f.y = nan;
  EXPECT_EQ(message_of<ValueError>([&] { s.dynamics.forward(s.q, s.v, s.a, s.out, {}, {forces}); }),
            "external_forces[4] (body 'link5') is not finite");
  EXPECT_EQ(s.out, untouched);
}

TEST(Dynamics, RefusesToWriteOverItsInputs) {
  State s{zoo::arm()};
  const std::string rest = " overlaps an input, expected memory of its own";
  EXPECT_EQ(message_of<ValueError>([&] { s.dynamics.inverse(s.q, s.v, s.a, s.a); }), "tau" + rest);
  EXPECT_EQ(message_of<ValueError>([&] { s.dynamics.forward(s.q, s.v, s.a, s.v); }), "a" + rest);
  EXPECT_EQ(message_of<ValueError>([&] { s.dynamics.bias(s.q, s.v, s.v); }), "tau" + rest);
  EXPECT_EQ(message_of<ValueError>([&] { s.dynamics.gravity(s.q, s.q); }), "tau" + rest);
  std::vector<double> both(14);
  const View<double> first(both.data(), 7), shifted(both.data() + 6, 7), second(both.data() + 7, 7);
  EXPECT_EQ(message_of<ValueError>([&] { s.dynamics.gravity(first, shifted); }), "tau" + rest);
  s.dynamics.gravity(first, second);
}

TEST(Dynamics, RefusesAQuaternionThatIsNoRotation) {
  State s{zoo::humanoid()};
  s.q[6] += 0.1;
  const std::string message = message_of<ValueError>([&] { s.dynamics.inverse(s.q, s.v, s.a, s.out); });
  EXPECT_TRUE(message.starts_with("q[3] to q[6], the quaternion of joint 'floating_base', has length ")) << message;
  s.dynamics.inverse(normalize(s.model, s.q), s.v, s.a, s.out);
}

TEST(Dynamics, RoundingInAQuaternionDoesNotMatter) {
  State s{zoo::humanoid()};
  s.dynamics.inverse(s.q, s.v, s.a, s.out);
  auto scaled = s.q;
  for (std::size_t k = 3; k < 7; ++k) scaled[k] *= 1 + 1e-7;
  auto other = s.out;
  s.dynamics.inverse(scaled, s.v, s.a, other);
  EXPECT_LT(largest(minus(other, s.out)), 1e-11 * largest(s.out));
}

TEST(Dynamics, AnswersForNamedFrames) {
  State s{zoo::quadruped()};
  s.dynamics.kinematics(s.q, s.v, s.a);
  const Frame shank = s.model.frame("front_left_shank");
  const Frame foot = s.model.frame("front_left_foot");
  const Vec3<double> down{0, 0, -0.2};
  const Vec3<double> expected = s.dynamics.pose(shank).point_back(down), position = s.dynamics.pose(foot).r;
  EXPECT_NEAR(position.x, expected.x, 1e-15);
  EXPECT_NEAR(position.y, expected.y, 1e-15);
  EXPECT_NEAR(position.z, expected.z, 1e-15);
  const Motion<double> V = s.dynamics.velocity(shank), W = s.dynamics.velocity(foot);
  const Vec3<double> moved = V.v + cross(V.w, down);
  EXPECT_NEAR(W.v.x, moved.x, 1e-15);
  EXPECT_NEAR(W.v.z, moved.z, 1e-15);
  EXPECT_NEAR(s.dynamics.acceleration(foot).w.y, s.dynamics.acceleration(shank).w.y, 1e-15);
  EXPECT_EQ(message_of<ValueError>([&] { (void)s.model.frame("tail"); }),
            "model 'quadruped' has no frame named 'tail'");
}

TEST(Dynamics, DoesNotAnswerForFramesItHasNotComputed) {
  State s{zoo::arm()};
  const Frame frame = s.model.frame("flange");
  const std::string expected = "poses and velocities are not known; call kinematics(q, v, a) first";
  EXPECT_EQ(message_of<ValueError>([&] { (void)s.dynamics.pose(frame); }), expected);
  s.dynamics.kinematics(s.q);
  (void)s.dynamics.pose(frame);
  s.dynamics.inverse(s.q, s.v, s.a, s.out);
  EXPECT_EQ(message_of<ValueError>([&] { (void)s.dynamics.velocity(frame); }), expected);
  s.dynamics.kinematics(s.q);
  EXPECT_EQ(message_of<ValueError>([&] { (void)s.dynamics.acceleration({.body = 7}); }),
            "the frame does not belong to model 'arm'");
}

TEST(Dynamics, OneModelServesManyThreads) {
  const Model model = zoo::humanoid();
  std::vector<std::vector<double>> results(8);
  std::vector<std::thread> threads;
  for (auto& result : results)
    threads.emplace_back([&model, &result] {
      State s{model};
      for (int i = 0; i < 200; ++i) s.dynamics.inverse(s.q, s.v, s.a, s.out);
      result = s.out;
    });
  for (std::thread& thread : threads) thread.join();
  for (const auto& result : results) EXPECT_EQ(result, results[0]);
}

TEST(Dynamics, RobotsOfOneJointAndOfManyWork) {
  const Index many = unless_sanitized(100'000, 20'000);
  for (const Model& model :
       {zoo::chain(1), zoo::star(1), zoo::snake(1), zoo::auto_tree(1), zoo::chain(many), zoo::star(many)}) {
    State s{model};
    s.dynamics.inverse(s.q, s.v, s.a, s.out);
    auto a = s.out;
    const ForwardInfo info = s.dynamics.forward(s.q, s.v, s.out, a, {.residual = true});
    EXPECT_LT(info.residual, 1e-13) << model.name();
  }
}

}  // namespace
}  // namespace treefix::testing
