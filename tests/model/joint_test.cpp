// Laws of treefix/model/joint.hpp: X_J, S and integrate describe one and the same motion.
#include <numbers>

#include <model/robots.hpp>
#include <spatial/matrix6.hpp>

#include <treefix/base/random.hpp>
#include <treefix/model/manifold.hpp>
#include <treefix/spatial/exponential.hpp>

namespace treefix::test {
namespace {

template <class T>
class JointLaws : public ::testing::Test {
 protected:
  /// Tests the law at random states of a robot with every kind of joint.
  template <class Law>
  static void for_every_joint(Law law) {
    const Mechanism<T> m = convert<T>(every_joint().mechanism());
    Random random(1);
    for (int repetition = 0; repetition < 20; ++repetition) {
      std::vector<T> q = random_vector<T>(random, m.nq, 2);
      const std::vector<T> v = random_vector<T>(random, m.nv);
      for (const Joint<T>& joint : m.joints) {
        SCOPED_TRACE(to_string(joint.kind));
        law(joint, q, v);
      }
    }
  }
};
TYPED_TEST_SUITE(JointLaws, Scalars, ScalarNames);

TYPED_TEST(JointLaws, MotionIsTheSumOfTheColumnsTimesTheirRates) {
  using T = TypeParam;
  this->for_every_joint([](const Joint<T>& joint, const std::vector<T>&, const std::vector<T>& v) {
    Motion<T> sum;
    for (int k = 0; k < joint.dof(); ++k) sum += v[static_cast<std::size_t>(joint.v + k)] * joint_column(joint, k);
    EXPECT_TRUE(near(joint_motion<T>(joint, v), sum));
  });
}

TYPED_TEST(JointLaws, TorqueIsThePowerOfEachColumnAndNothingElseIsWritten) {
  using T = TypeParam;
  Draw<T> draw(2);
  this->for_every_joint([&](const Joint<T>& joint, const std::vector<T>&, const std::vector<T>& v) {
    const Force<T> f = draw.force();
    std::vector<T> tau(v.size(), T(99)), expected = tau;  // entries of other joints stay unchanged
    joint_torque(joint, f, tau.data() + joint.v);
    for (int k = 0; k < joint.dof(); ++k)
      expected[static_cast<std::size_t>(joint.v + k)] = dot(joint_column(joint, k), f);
    EXPECT_TRUE(near(tau, expected, 1));  // of 99
  });
}

TYPED_TEST(JointLaws, TransformIsARotationAndAShift) {
  using T = TypeParam;
  this->for_every_joint([](const Joint<T>& joint, const std::vector<T>& q, const std::vector<T>&) {
    const Transform<T> X = joint_transform<T>(joint, q);
    EXPECT_TRUE(near(X * inverse(X), Transform<T>{}));
  });
}

TYPED_TEST(JointLaws, NeutralPutsTheBodyOnItsPlacement) {
  using T = TypeParam;
  const Mechanism<T> m = convert<T>(every_joint().mechanism());
  std::vector<T> q(static_cast<std::size_t>(m.nq));
  neutral<T>(m, q);
  for (const Joint<T>& joint : m.joints)
    EXPECT_TRUE(near(joint_transform<T>(joint, q), joint.X_tree, 4)) << to_string(joint.kind);
}

template <class T>
class JointFlow : public ::testing::Test {};
TYPED_TEST_SUITE(JointFlow, OrderedScalars, ScalarNames);

TYPED_TEST(JointFlow, IntegrateMovesTheBodyAlongItsConstantVelocity) {
  using T = TypeParam;
  const Mechanism<T> m = convert<T>(every_joint().mechanism());
  Random random(1);
  for (int repetition = 0; repetition < 20; ++repetition) {
    const std::vector<T> q = random_position(m, random), v = random_vector<T>(random, m.nv);
    std::vector<T> p(q.size());
    integrate<T>(m, q, v, p);
    for (const Joint<T>& joint : m.joints) {
      // from the old place of the body to the new one: the exponential of S v
      const Motion<T> Sv = joint_motion<T>(joint, v);
      const Transform<T> X = joint_transform<T>(joint, p) * inverse(joint_transform<T>(joint, q));
      const Transform<T> expected{turned(exponential(Sv.w)), exponential_translation(Sv.w) * Sv.v};
      EXPECT_TRUE(near(X, expected, 256)) << to_string(joint.kind);
    }
  }
}

TEST(JointFlow, RateOfTheTransformIsMinusTheCrossProductWithSv) {
  // dX/dt = −crm(S v) X [Featherstone 2008, eq. 2.45], by central differences whose error is of the order of h²
  using T = Quad;
  const Mechanism<T> m = convert<T>(every_joint().mechanism());
  const T h = T(1e-9);
  Random random(1);
  for (int repetition = 0; repetition < 10; ++repetition) {
    const std::vector<T> q = random_position(m, random), v = random_vector<T>(random, m.nv);
    std::vector<T> step, back, ahead(q.size()), behind(q.size());
    for (const T& x : v) {
      step.push_back(h * x);
      back.push_back(-h * x);
    }
    integrate<T>(m, q, step, ahead);
    integrate<T>(m, q, back, behind);
    for (const Joint<T>& joint : m.joints) {
      const auto after = components(matrix(joint_transform<T>(joint, ahead)));
      const auto before = components(matrix(joint_transform<T>(joint, behind)));
      const auto expected = components(-crm(joint_motion<T>(joint, v)) * matrix(joint_transform<T>(joint, q)));
      for (std::size_t i = 0; i < expected.size(); ++i) {
        const T rate = (after[i] - before[i]) / (T(2) * h);
        EXPECT_LT(static_cast<double>(abs(rate - expected[i])), 1e-16) << to_string(joint.kind);
      }
    }
  }
}

TEST(JointKinds, HaveTheDocumentedNumbersOfCoordinates) {
  struct Row {
    JointKind kind;
    const char* name;
    int nq, nv, quaternion;
  };
  for (const Row& row : {Row{JointKind::fixed, "fixed", 0, 0, -1}, Row{JointKind::revolute, "revolute", 1, 1, -1},
                         Row{JointKind::prismatic, "prismatic", 1, 1, -1}, Row{JointKind::helical, "helical", 1, 1, -1},
                         Row{JointKind::spherical, "spherical", 4, 3, 0}, Row{JointKind::planar, "planar", 3, 3, -1},
                         Row{JointKind::free, "free", 7, 6, 3}}) {
    EXPECT_EQ(to_string(row.kind), row.name);
    EXPECT_EQ(position_count(row.kind), row.nq) << row.name;
    EXPECT_EQ(velocity_count(row.kind), row.nv) << row.name;
    EXPECT_EQ(quaternion_offset(row.kind), row.quaternion) << row.name;
  }
}

TEST(JointKinds, PutTheBodyWhereTheirCoordinatesSay) {
  // without placement: the position of the body in its parent, read off the coordinates by hand
  const auto X = [](Joint<double> joint, std::vector<double> q) { return joint_transform<double>(joint, q); };
  const Motion<double> S{{0, 0, 1}, {0, 0, 0.5}};
  const auto expect_at = [](const Transform<double>& pose, Vec3<double> r, Vec3<double> x_axis) {
    EXPECT_TRUE(near(pose.r, r, 4));
    EXPECT_TRUE(near(pose.E.x, x_axis, 4));
  };
  const double quarter = std::numbers::pi / 2, half = std::sqrt(0.5);
  expect_at(X({JointKind::revolute, 0, 0, {S.w, {}}, {}}, {quarter}), {}, {0, 1, 0});
  expect_at(X({JointKind::prismatic, 0, 0, {{}, S.w}, {}}, {3}), {0, 0, 3}, {1, 0, 0});
  expect_at(X({JointKind::helical, 0, 0, S, {}}, {quarter}), {0, 0, quarter / 2}, {0, 1, 0});
  expect_at(X({JointKind::spherical, 0, 0, {}, {}}, {0, 0, half, half}), {}, {0, 1, 0});
  expect_at(X({JointKind::planar, 0, 0, {}, {}}, {1, 2, quarter}), {1, 2, 0}, {0, 1, 0});
  expect_at(X({JointKind::free, 0, 0, {}, {}}, {1, 2, 3, 0, 0, half, half}), {1, 2, 3}, {0, 1, 0});
  expect_at(X({JointKind::fixed, 0, 0, {}, placed<double>({1, 2, 3})}, {}), {1, 2, 3}, {1, 0, 0});
}

}  // namespace
}  // namespace treefix::test
