// Laws of treefix/model/configuration.hpp.
#include <algorithm>
#include <numbers>

#include <model/robots.hpp>

#include <treefix/base/random.hpp>
#include <treefix/model/manifold.hpp>
#include <treefix/model/zoo.hpp>

namespace treefix::test {
namespace {

TEST(Configuration, NeutralIsZeroWithUnitQuaternions) {
  const std::vector<double> expected{0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1};
  EXPECT_EQ(neutral(every_joint()), expected);
}

TEST(Configuration, AFullTurnOfARevoluteJointIsAFullTurn) {
  const Model model = zoo::chain(1);
  const double turn = 2 * std::numbers::pi;
  EXPECT_EQ(difference(model, std::vector{0.0}, std::vector{turn}), std::vector{turn});
}

TEST(Configuration, FunctionsOfAModelAreThoseOfItsMechanism) {
  const Model model = every_joint();
  const Mechanism<double>& m = model.mechanism();
  Random random(3);
  const std::vector<double> q = random_position(m, random), p = random_position(m, random);
  const std::vector<double> v = random_vector<double>(random, m.nv);
  std::vector<double> out(q.size()), w(v.size());
  integrate<double>(m, q, v, out);
  EXPECT_EQ(integrate(model, q, v), out);
  difference<double>(m, q, p, w);
  EXPECT_EQ(difference(model, q, p), w);
  std::vector<double> scaled = q;
  for (double& x : scaled) x *= 3;
  out = scaled;
  normalize<double>(m, out);
  EXPECT_EQ(normalize(model, scaled), out);
}

TEST(Configuration, WrongSizesAreNamed) {
  const Model model = every_joint();
  const std::vector<double> q = neutral(model), v(static_cast<std::size_t>(model.nv())), none;
  const auto offender = [](const auto& call) {
    try {
      call();
    } catch (const DimensionError& error) {
      return error.argument();
    }
    return std::string("nothing thrown");
  };
  EXPECT_EQ(offender([&] { integrate(model, none, v); }), "q");
  EXPECT_EQ(offender([&] { integrate(model, q, q); }), "v");
  EXPECT_EQ(offender([&] { difference(model, v, q); }), "from");
  EXPECT_EQ(offender([&] { difference(model, q, v); }), "to");
  EXPECT_EQ(offender([&] { normalize(model, v); }), "q");
}

TEST(RandomConfiguration, IsTheSameForTheSameSeedEverywhere) {
  const Model model = every_joint();
  EXPECT_EQ(random_configuration(model, 5), random_configuration(model, 5));
  EXPECT_NE(random_configuration(model, 5), random_configuration(model, 6));
  EXPECT_EQ(random_velocity(model, 5), random_velocity(model, 5));
  EXPECT_NE(random_velocity(model, 5), random_velocity(model, 6));
  // computed independently of the library: (bits >> 11) 2^-53 of SplitMix64, scaled to [−π, π] and to [−1, 1]
  EXPECT_DOUBLE_EQ(random_configuration(model, 1)[0], 0.4182187111452049);
  EXPECT_DOUBLE_EQ(random_velocity(model, 1)[0], 0.1331231503445618);
}

TEST(RandomConfiguration, StaysWithinTheLimits) {
  const Model model = zoo::arm();
  const Limits& limits = model.limits();
  std::vector<double> lowest = limits.upper, highest = limits.lower;
  for (std::uint64_t seed = 0; seed < 1000; ++seed) {
    const std::vector<double> q = random_configuration(model, seed);
    for (std::size_t i = 0; i < q.size(); ++i) {
      ASSERT_TRUE(limits.lower[i] <= q[i] && q[i] <= limits.upper[i]) << i;
      lowest[i] = std::min(lowest[i], q[i]);
      highest[i] = std::max(highest[i], q[i]);
    }
  }
  for (std::size_t i = 0; i < lowest.size(); ++i)  // and uses them
    EXPECT_GT(highest[i] - lowest[i], 0.98 * (limits.upper[i] - limits.lower[i]));
}

TEST(RandomConfiguration, WithoutBothLimitsIsWithinHalfATurnOrAMetreOfZero) {
  JointSpec half = JointSpec::prismatic({1, 0, 0});
  half.lower = {5};  // one limit does not give an interval
  const Model model = Builder()
                          .body(box({.name = "a", .joint = half}, 1, {}, {1, 1, 1}))
                          .body(box({.name = "b", .joint = JointSpec::planar()}, 1, {}, {1, 1, 1}))
                          .build();
  const std::vector<double> range{1, 1, 1, std::numbers::pi};
  std::vector<double> largest(4);
  for (std::uint64_t seed = 0; seed < 1000; ++seed) {
    const std::vector<double> q = random_configuration(model, seed);
    for (std::size_t i = 0; i < q.size(); ++i) largest[i] = std::max(largest[i], std::abs(q[i]));
  }
  for (std::size_t i = 0; i < largest.size(); ++i) {
    EXPECT_LE(largest[i], range[i]);
    EXPECT_GT(largest[i], 0.95 * range[i]);
  }
}

TEST(RandomConfiguration, QuaternionsAreUniformOverAllRotations) {
  const Model model = Builder().body(box({.name = "b", .joint = JointSpec::free()}, 1, {}, {1, 1, 1})).build();
  constexpr int n = 20'000;
  std::vector<double> mean(4), square(4), fourth(4);
  Mat3<double> rotations{};
  for (std::uint64_t seed = 0; seed < n; ++seed) {
    const std::vector<double> q = random_configuration(model, seed);
    for (std::size_t k = 0; k < 4; ++k) {
      const double x = q[3 + k];
      mean[k] += x / n;
      square[k] += x * x / n;
      fourth[k] += x * x * x * x / n;
    }
    EXPECT_NEAR(squared_norm(quaternion_at<double>(View<const double>(q), 3)), 1, 1e-14);
    rotations += (1.0 / n) * turned(quaternion_at<double>(View<const double>(q), 3));
  }
  for (std::size_t k = 0; k < 4; ++k) {  // moments of a coordinate on the 3-sphere, to five standard deviations
    EXPECT_NEAR(mean[k], 0, 0.018);
    EXPECT_NEAR(square[k], 0.25, 0.009);
    EXPECT_NEAR(fourth[k], 0.125, 0.007);
  }
  for (const double x : components(rotations)) EXPECT_NEAR(x, 0, 0.021);
}

TEST(RandomConfiguration, VelocitiesAreBetweenMinusOneAndOne) {
  const std::vector<double> v = random_velocity(zoo::chain(1000), 1);
  ASSERT_EQ(v.size(), 1000U);
  const auto [least, most] = std::minmax_element(v.begin(), v.end());
  EXPECT_TRUE(-1 <= *least && *least < -0.98 && 0.98 < *most && *most <= 1);
}

TEST(ConfigurationCalls, RefuseWhatIsNoConfigurationByName) {
  const Model model = Builder().body(box({.name = "b", .joint = JointSpec::free("base")}, 1, {}, {1, 1, 1})).build();
  const std::vector<double> q = neutral(model), v(6, 0.1);
  const auto message = [](auto call) -> std::string {
    try {
      call();
    } catch (const ValueError& error) {
      return error.what();
    }
    return "nothing was thrown";
  };
  auto nan = q, zero = q, doubled = q;
  nan[1] = std::nan("");
  zero[6] = 0;
  doubled[6] = 2;
  auto infinite = v;
  infinite[5] = std::numeric_limits<double>::infinity();
  EXPECT_EQ(message([&] { integrate(model, nan, v); }), "q[1] is nan, expected a finite number");
  EXPECT_EQ(message([&] { integrate(model, q, infinite); }), "v[5] is inf, expected a finite number");
  EXPECT_EQ(message([&] { difference(model, q, nan); }), "to[1] is nan, expected a finite number");
  EXPECT_EQ(message([&] { difference(model, doubled, q); }),
            "from[3] to from[6], the quaternion of joint 'base', has length 2, expected 1; normalize(q) scales it");
  EXPECT_EQ(message([&] { normalize(model, zero); }),
            "q[3] to q[6], the quaternion of joint 'base', has length 0, expected more than zero");
  EXPECT_EQ(normalize(model, doubled), q);
}

}  // namespace
}  // namespace treefix::test
