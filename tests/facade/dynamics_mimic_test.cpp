// Dynamics of models with mimic joints.
#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include <treefix/base/random.hpp>

#include "support/messages.hpp"
#include "support/mimic.hpp"
#include "support/robot.hpp"

namespace treefix::testing {
namespace {

using Vector = std::vector<double>;

/// A robot with mimic joints, and the same state of its mechanism; oracles are in coordinates of the mechanism.
struct Pair {
  const MimicRobot& robot;
  const Model& model = robot.coupled;
  Dynamics dynamics{model}, full{robot.independent};
  Vector q = random_configuration(model, 1), v = random_velocity(model, 2), a = random_velocity(model, 3);
  Vector full_q = robot.full_q(q), full_v = robot.full_v(v), full_a = robot.full_v(a);
  Vector out = Vector(v.size(), 7.0), full_out = Vector(full_v.size());
  std::vector<Force<double>> forces{static_cast<std::size_t>(model.nbody()), Force<double>{{1, -2, 3}, {4, 5, -6}}};
  Dynamics::External external{forces};

  Vector reduced() const { return robot.reduced(full_out); }
};

::testing::AssertionResult close(const Vector& x, const Vector& y, double tolerance = 1e-13) {
  const double error = largest(minus(x, y)), size = 1 + largest(y);
  if (x.size() == y.size() && error <= tolerance * size) return ::testing::AssertionSuccess();
  return ::testing::AssertionFailure() << "differ by " << error << ", size " << size;
}

TEST(DynamicsMimic, TorquesAreThoseOfTheMechanismThroughTheRatios) {
  for (const MimicRobot& robot : random_mimic_robots(100)) {
    Pair p{robot};
    p.dynamics.inverse(p.q, p.v, p.a, p.out, {}, p.external);
    p.full.inverse(p.full_q, p.full_v, p.full_a, p.full_out, {}, p.external);
    EXPECT_TRUE(close(p.out, p.reduced())) << describe(p.model);
    p.dynamics.bias(p.q, p.v, p.out, p.external);
    p.full.bias(p.full_q, p.full_v, p.full_out, p.external);
    EXPECT_TRUE(close(p.out, p.reduced())) << describe(p.model);
    p.dynamics.gravity(p.q, p.out);
    p.full.gravity(p.full_q, p.full_out);
    EXPECT_TRUE(close(p.out, p.reduced())) << describe(p.model);
  }
}

TEST(DynamicsMimic, TheMassMatrixIsGTransposedHGAndSymmetric) {
  for (const MimicRobot& robot : random_mimic_robots(100)) {
    Pair p{robot};
    const std::size_t n = p.v.size(), full = p.full_v.size();
    Vector H(n * n), H_full(full * full), expected(n * n);
    p.dynamics.mass_matrix(p.q, H);
    p.full.mass_matrix(p.full_q, H_full);
    const auto G = robot.G();
    for (std::size_t i = 0; i < full; ++i)
      for (std::size_t j = 0; j < full; ++j)
        for (std::size_t k = 0; k < n; ++k)
          for (std::size_t l = 0; l < n; ++l) expected[k * n + l] += G[i][k] * G[j][l] * H_full[i * full + j];
    EXPECT_TRUE(close(H, expected)) << describe(p.model);
    for (std::size_t k = 0; k < n; ++k)
      for (std::size_t l = 0; l < k; ++l) EXPECT_EQ(H[k * n + l], H[l * n + k]);
  }
}

TEST(DynamicsMimic, ForwardLeavesAResidualOfAFewDepthEpsilon) {
  for (const MimicRobot& robot : random_mimic_robots(200)) {
    Pair p{robot};
    const ForwardInfo info = p.dynamics.forward(p.q, p.v, p.a, p.out, {.residual = true}, p.external);
    EXPECT_EQ(info.method, ForwardMethod::mass_matrix);
    const auto depth = static_cast<double>(p.model.mechanism().tree.depth());
    EXPECT_LT(info.residual, 10 * (depth + 4) * epsilon<double>()) << describe(p.model);
    const ForwardInfo again =
        p.dynamics.forward(p.q, p.v, p.a, p.out, {.method = ForwardMethod::mass_matrix}, p.external);
    EXPECT_TRUE(std::isnan(again.residual)) << "not requested";
  }
}

TEST(DynamicsMimic, ForwardUndoesInverse) {
  for (const MimicRobot& robot : random_mimic_robots(100)) {
    Pair p{robot};
    p.dynamics.inverse(p.q, p.v, p.a, p.out, {}, p.external);
    Vector a = p.out;
    p.dynamics.forward(p.q, p.v, p.out, a, {}, p.external);
    EXPECT_TRUE(close(a, p.a, 1e-8)) << describe(p.model);
  }
}

TEST(DynamicsMimic, PosesEnergiesAndMomentaAreThoseOfTheMechanism) {
  for (const MimicRobot& robot : random_mimic_robots(60)) {
    Pair p{robot};
    const auto near = [](double x, double y) { return std::abs(x - y) <= 1e-13 * (1 + std::abs(y)); };
    EXPECT_TRUE(near(p.dynamics.kinetic_energy(p.q, p.v), p.full.kinetic_energy(p.full_q, p.full_v)));
    EXPECT_TRUE(near(p.dynamics.potential_energy(p.q), p.full.potential_energy(p.full_q)));
    EXPECT_TRUE(near(p.dynamics.momentum(p.q, p.v).n.x, p.full.momentum(p.full_q, p.full_v).n.x));
    EXPECT_TRUE(near(p.dynamics.center_of_mass(p.q).y, p.full.center_of_mass(p.full_q).y));
    p.dynamics.kinematics(p.q, p.v, p.a);
    p.full.kinematics(p.full_q, p.full_v, p.full_a);
    for (Index i = 0; i < p.model.nbody(); ++i) {
      const Frame& frame = p.model.frame(i);
      EXPECT_TRUE(near(p.dynamics.pose(frame).r.z, p.full.pose(frame).r.z));
      EXPECT_TRUE(near(p.dynamics.velocity(frame).v.x, p.full.velocity(frame).v.x));
      EXPECT_TRUE(near(p.dynamics.acceleration(frame).w.y, p.full.acceleration(frame).w.y));
    }
    p.dynamics.kinematics(p.q);  // at rest
    EXPECT_EQ(p.dynamics.velocity(p.model.frame(0)).v.x, 0);
  }
}

TEST(DynamicsMimic, TwoGearsTurnAsOneFlywheel) {
  // two discs on parallel axes, the second turns twice as fast in the opposite direction: J = 1 + 4 · 0.5
  const auto disc = [](const char* name, double inertia) {
    return BodySpec{.name = name,
                    .joint = JointSpec::revolute({0, 0, 1}),
                    .mass = 1,
                    .inertia = Sym3<double>::diagonal(inertia, inertia, inertia)};
  };
  BodySpec small = disc("small", 0.5);
  small.joint.mimic = {"large", -2, 0.3};
  Dynamics dynamics(Builder().body(small).body(disc("large", 1)).build());
  Vector H(1), a(1), tau{6};
  dynamics.mass_matrix(Vector{0.1}, H);
  EXPECT_DOUBLE_EQ(H[0], 3);
  dynamics.forward(Vector{0.1}, Vector{5}, tau, a);
  EXPECT_DOUBLE_EQ(a[0], 2);
  EXPECT_DOUBLE_EQ(dynamics.kinetic_energy(Vector{0}, Vector{2}), 6);
  dynamics.kinematics(Vector{0.1}, Vector{1});
  EXPECT_DOUBLE_EQ(dynamics.velocity(dynamics.model().frame("small")).w.z, -2);
  EXPECT_NEAR(dynamics.pose(dynamics.model().frame("small")).E.x.y, std::sin(-0.2 + 0.3), 1e-15);
}

TEST(DynamicsMimic, RatioZeroLocksTheJoint) {
  Random random(3);
  BodySpec arm = random_body(random, "arm", "", JointSpec::revolute({0, 1, 0}));
  BodySpec tool = random_body(random, "tool", "arm", JointSpec::revolute({0, 0, 1}));
  tool.joint.mimic = {"arm", 0, 0.7};
  BodySpec welded = tool;
  welded.joint = JointSpec::fixed();
  welded.placement = Transform<double>{turned(Vec3<double>{0, 0, 1}, 0.7), {}} * welded.placement;
  Dynamics locked(Builder().body(arm).body(tool).build()), fixed(Builder().body(arm).body(welded).build());
  const Vector q{0.4}, v{-2}, tau{0.9};
  Vector a(1), b(1);
  locked.forward(q, v, tau, a);
  fixed.forward(q, v, tau, b);
  EXPECT_NEAR(a[0], b[0], 1e-12 * std::abs(b[0]));
}

TEST(DynamicsMimic, ErrorsAreAboutTheCoordinatesOfTheUserAndNothingIsWritten) {
  BodySpec follower{.name = "follower", .joint = JointSpec::revolute({0, 0, 1}), .mass = 1};
  follower.inertia = Sym3<double>::identity();
  BodySpec leader = follower, ball = follower;
  follower.joint.mimic = {"leader", 2, 0};
  leader.name = "leader";
  ball.name = "ball";
  ball.joint = JointSpec::spherical();
  Dynamics dynamics(Builder("gears").body(follower).body(leader).body(ball).build());
  const Vector q{0, 0, 0, 0, 1}, v{0, 0, 0, 0};
  Vector out(4, 7.0), both(4);
  EXPECT_EQ(message_of<DimensionError>([&] { dynamics.gravity(Vector(6), out); }), "q has 6 entries, expected 5");
  EXPECT_EQ(message_of<DimensionError>([&] { dynamics.bias(q, Vector(5), out); }), "v has 5 entries, expected 4");
  EXPECT_EQ(message_of<ValueError>([&] { dynamics.gravity(Vector{0, 0, 0, 0, 2}, out); }),
            "q[1] to q[4], the quaternion of joint 'ball', has length 2, expected 1; normalize(q) scales it");
  EXPECT_EQ(message_of<ValueError>([&] { dynamics.bias(q, both, both); }),
            "tau overlaps an input, expected memory of its own");
  EXPECT_EQ(message_of<ValueError>([&] { dynamics.forward(q, v, v, out, {.method = ForwardMethod::aba}); }),
            "method aba does not support mimic joints, which model 'gears' has");
  EXPECT_EQ(out, Vector(4, 7.0));
}

}  // namespace
}  // namespace treefix::testing
