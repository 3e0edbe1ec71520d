// Laws of treefix/model/manifold.hpp.
#include <treefix/model/manifold.hpp>

#include <algorithm>
#include <numbers>

#include <model/robots.hpp>

#include <treefix/base/random.hpp>
#include <treefix/model/zoo.hpp>

namespace treefix::test {
namespace {

template <class T>
class ManifoldLaws : public ::testing::Test {
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
TYPED_TEST_SUITE(ManifoldLaws, OrderedScalars, ScalarNames);

constexpr double close = 512;  // ε: a body that turns by π and moves by 2 on a curve

TYPED_TEST(ManifoldLaws, DifferenceUndoesIntegrateBelowHalfATurn) {
  using T = TypeParam;
  this->repeat([this](const Mechanism<T>& m, Random& random) {
    // √3 · 1.7 < π for every rotation vector
    const std::vector<T> q = random_position(m, random), v = random_vector<T>(random, m.nv, 1.7);
    EXPECT_TRUE(near(this->differed(m, q, this->integrated(m, q, v)), v, close));
  });
}

TYPED_TEST(ManifoldLaws, IntegrateUndoesDifference) {
  using T = TypeParam;
  this->repeat([this](const Mechanism<T>& m, Random& random) {
    const std::vector<T> from = random_position(m, random), to = random_position(m, random);
    const std::vector<T> arrived = this->integrated(m, from, this->differed(m, from, to));
    EXPECT_TRUE(near(this->one_sign(m, arrived), this->one_sign(m, to), close));
  });
}

TYPED_TEST(ManifoldLaws, StandingStillChangesNothing) {
  using T = TypeParam;
  this->repeat([this](const Mechanism<T>& m, Random& random) {
    const std::vector<T> q = random_position(m, random), zero(static_cast<std::size_t>(m.nv));
    EXPECT_TRUE(near(this->integrated(m, q, zero), q, 4));
    EXPECT_TRUE(near(this->differed(m, q, q), zero, 8));
  });
}

TYPED_TEST(ManifoldLaws, MovingTwiceIsMovingTheSumOfTheTimes) {
  using T = TypeParam;
  this->repeat([this](const Mechanism<T>& m, Random& random) {
    const std::vector<T> q = random_position(m, random), v = random_vector<T>(random, m.nv, 2);
    const T s = uniform<T>(random), t = uniform<T>(random);
    const auto twice = this->integrated(m, this->integrated(m, q, this->times(s, v)), this->times(t, v));
    EXPECT_TRUE(near(twice, this->integrated(m, q, this->times(s + t, v)), close));
  });
}

TYPED_TEST(ManifoldLaws, TheWayBackIsTheWayThereReversed) {
  using T = TypeParam;
  this->repeat([this](const Mechanism<T>& m, Random& random) {
    const std::vector<T> q = random_position(m, random), v = random_vector<T>(random, m.nv, 1.5);
    const std::vector<T> p = this->integrated(m, q, v);
    EXPECT_TRUE(near(this->differed(m, p, q), this->times(T(-1), v), close));
  });
}

TYPED_TEST(ManifoldLaws, IntegrateMayWriteOverItsInput) {
  using T = TypeParam;
  this->repeat([this](const Mechanism<T>& m, Random& random) {
    std::vector<T> q = random_position(m, random);
    const std::vector<T> v = random_vector<T>(random, m.nv), expected = this->integrated(m, q, v);
    integrate<T>(m, q, v, q);
    EXPECT_TRUE(near(q, expected, 0));
  });
}

TYPED_TEST(ManifoldLaws, NormalizeScalesQuaternionsAndLeavesTheRest) {
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

/// The configuration where the parent frames of all free and spherical joints are turned and shifted.
template <class T>
std::vector<T> seen_from(const Mechanism<T>& m, const Quaternion<T>& turn, const Vec3<T>& shift, std::vector<T> q) {
  const View<T> all = q;
  for (const Joint<T>& joint : m.joints) {
    const int offset = quaternion_offset(joint.kind);
    if (offset >= 0)
      treefix::detail::put(all, joint.q + offset, turn * quaternion_at(View<const T>(q), joint.q + offset));
    if (joint.kind == JointKind::free)
      treefix::detail::put(all, joint.q, shift + transpose_times(turned(turn), vector_at(View<const T>(q), joint.q)));
  }
  return q;
}

TYPED_TEST(ManifoldLaws, VelocitiesDoNotDependOnTheFrameFromWhichTheyAreSeen) {
  using T = TypeParam;
  this->repeat([this](const Mechanism<T>& m, Random& random) {
    const auto number = [&] { return uniform<T>(random); };
    const T x = number(), y = number(), z = number();
    const Quaternion<T> turn = treefix::detail::normalized(Quaternion<T>{x, y, z, T(0.5)});
    const std::vector<T> from = random_position(m, random), to = random_position(m, random);
    const auto moved = [&](const std::vector<T>& q) { return seen_from(m, turn, {z, x, y}, q); };
    // near half a turn the shorter way may change by rounding
    const std::vector<T> v = this->times(T(0.25), this->differed(m, from, to)), near_to = this->integrated(m, from, v);
    EXPECT_TRUE(near(this->differed(m, moved(from), moved(near_to)), v, close));
    EXPECT_TRUE(near(this->integrated(m, moved(from), v), moved(near_to), close));
  });
}

TYPED_TEST(ManifoldLaws, NoDifferenceTurnsByMoreThanHalfATurn) {
  using T = TypeParam;
  this->repeat([this](const Mechanism<T>& m, Random& random) {
    const std::vector<T> v = this->differed(m, random_position(m, random), random_position(m, random));
    for (const Joint<T>& joint : m.joints) {
      if (quaternion_offset(joint.kind) < 0) continue;
      const Vec3<T> w = vector_at(View<const T>(v), joint.v + (joint.kind == JointKind::free ? 3 : 0));
      EXPECT_LE(dot(w, w), T(std::numbers::pi * std::numbers::pi) * (T(1) + T(64) * T(epsilon<float>())));
    }
  });
}

TEST(Manifold, DifferenceTakesTheShorterWayRound) {
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

}  // namespace
}  // namespace treefix::test
