// Laws of treefix/model/configuration.hpp.
#include <algorithm>
#include <numbers>

#include <model/robots.hpp>

#include <treefix/base/random.hpp>
#include <treefix/model/manifold.hpp>
#include <treefix/model/zoo.hpp>

namespace treefix::test {
namespace {

template <class T>
class ConfigurationLaws : public ::testing::Test {
 protected:
  /// Tests the law on a chain with every kind of joint and on a random tree of them.
  template <class Law>
  static void repeat(Law law) {
    for (const Model& model :
         {every_joint(), zoo::random_tree({.n = 12, .seed = 4, .joints = "RPHSLF", .root = "F"})}) {
      const Mechanism<T> m = convert<T>(model.mechanism());
      Random random(1);
      for (int i = 0; i < 20; ++i) law(m, random);
    }
  }

  static std::vector<T> integrated(const Mechanism<T>& m, const std::vector<T>& q, const std::vector<T>& v) {
    std::vector<T> out(q.size());
    integrate<T>(m, q, v, out);
    return out;
  }
  static std::vector<T> differed(const Mechanism<T>& m, const std::vector<T>& from, const std::vector<T>& to) {
    std::vector<T> v(static_cast<std::size_t>(m.nv));
    difference<T>(m, from, to, v);
    return v;
  }
  static std::vector<T> times(T s, std::vector<T> v) {
    for (T& x : v) x = s * x;
    return v;
  }
  /// q and −q are the same orientation: the one with w ≥ 0 stands for both.
  static std::vector<T> one_sign(const Mechanism<T>& m, std::vector<T> q) {
    for (const Joint<T>& joint : m.joints) {
      const int offset = quaternion_offset(joint.kind);
      if (offset < 0) continue;
      const auto a = q.begin() + joint.q + offset;
      if (a[3] < T(0)) std::transform(a, a + 4, a, [](T x) { return -x; });
    }
    return q;
  }
};
TYPED_TEST_SUITE(ConfigurationLaws, OrderedScalars, ScalarNames);

constexpr double close = 512;  // ε: a body that turns by π and moves by 2 on a curve

TYPED_TEST(ConfigurationLaws, DifferenceUndoesIntegrateBelowHalfATurn) {
  using T = TypeParam;
  this->repeat([this](const Mechanism<T>& m, Random& random) {
    // √3 · 1.7 < π for every rotation vector
    const std::vector<T> q = random_position(m, random), v = random_vector<T>(random, m.nv, 1.7);
    EXPECT_TRUE(near(this->differed(m, q, this->integrated(m, q, v)), v, close));
  });
}

TYPED_TEST(ConfigurationLaws, IntegrateUndoesDifference) {
  using T = TypeParam;
  this->repeat([this](const Mechanism<T>& m, Random& random) {
    const std::vector<T> from = random_position(m, random), to = random_position(m, random);
    const std::vector<T> arrived = this->integrated(m, from, this->differed(m, from, to));
    EXPECT_TRUE(near(this->one_sign(m, arrived), this->one_sign(m, to), close));
  });
}

TYPED_TEST(ConfigurationLaws, StandingStillChangesNothing) {
  using T = TypeParam;
  this->repeat([this](const Mechanism<T>& m, Random& random) {
    const std::vector<T> q = random_position(m, random), zero(static_cast<std::size_t>(m.nv));
    EXPECT_TRUE(near(this->integrated(m, q, zero), q, 4));
    EXPECT_TRUE(near(this->differed(m, q, q), zero, 8));
  });
}

TYPED_TEST(ConfigurationLaws, MovingTwiceIsMovingTheSumOfTheTimes) {
  using T = TypeParam;
  this->repeat([this](const Mechanism<T>& m, Random& random) {
    const std::vector<T> q = random_position(m, random), v = random_vector<T>(random, m.nv, 2);
    const T s = uniform<T>(random), t = uniform<T>(random);
    const auto twice = this->integrated(m, this->integrated(m, q, this->times(s, v)), this->times(t, v));
    EXPECT_TRUE(near(twice, this->integrated(m, q, this->times(s + t, v)), close));
  });
}

TYPED_TEST(ConfigurationLaws, TheWayBackIsTheWayThereReversed) {
  using T = TypeParam;
  this->repeat([this](const Mechanism<T>& m, Random& random) {
    const std::vector<T> q = random_position(m, random), v = random_vector<T>(random, m.nv, 1.5);
    const std::vector<T> p = this->integrated(m, q, v);
    EXPECT_TRUE(near(this->differed(m, p, q), this->times(T(-1), v), close));
  });
}

TYPED_TEST(ConfigurationLaws, IntegrateMayWriteOverItsInput) {
  using T = TypeParam;
  this->repeat([this](const Mechanism<T>& m, Random& random) {
    std::vector<T> q = random_position(m, random);
    const std::vector<T> v = random_vector<T>(random, m.nv), expected = this->integrated(m, q, v);
    integrate<T>(m, q, v, q);
    EXPECT_TRUE(near(q, expected, 0));
  });
}

TYPED_TEST(ConfigurationLaws, NormalizeScalesQuaternionsAndLeavesTheRest) {
  using T = TypeParam;
  this->repeat([](const Mechanism<T>& m, Random& random) {
    const std::vector<T> q = random_vector<T>(random, m.nq, 3);
    std::vector<T> p = q;
    normalize<T>(m, p);
    for (const Joint<T>& joint : m.joints) {
      const int offset = quaternion_offset(joint.kind);
      for (int k = 0; k < position_count(joint.kind); ++k) {
        const auto i = static_cast<std::size_t>(joint.q + k);
        if (offset < 0 || k < offset) {
          EXPECT_TRUE(near(p[i], q[i], 0));
        }
      }
      if (offset < 0) continue;
      const auto before = quaternion_at<T>(View<const T>(q), joint.q + offset);
      const auto after = quaternion_at<T>(View<const T>(p), joint.q + offset);
      EXPECT_TRUE(near(squared_norm(after), T(1), 8));
      EXPECT_TRUE(near(turned(after), turned(before)));
      EXPECT_GT(after.w * before.w, T(0)) << "the sign stays";
    }
  });
}

TEST(Configuration, NeutralIsZeroWithUnitQuaternions) {
  const std::vector<double> expected{0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1};
  EXPECT_EQ(neutral(every_joint()), expected);
}

TEST(Configuration, DifferenceTakesTheShorterWayRound) {
  const Model model = Builder().body(box({.name = "b", .joint = JointSpec::spherical()}, 1, {}, {1, 1, 1})).build();
  // almost a full turn about x, written with a positive w and with a negative one, is a small turn back
  const double half = std::numbers::pi - 0.05;
  for (const double sign : {1.0, -1.0}) {
    const std::vector<double> to{sign * std::sin(half), 0, 0, sign * std::cos(half)};
    const std::vector<double> v = difference(model, neutral(model), to);
    EXPECT_NEAR(v[0], -0.1, 1e-14);
    EXPECT_NEAR(v[1], 0, 1e-14);
  }
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

TEST(RandomConfiguration, WithoutBothLimitsIsATurnOrAMetreEitherWay) {
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
