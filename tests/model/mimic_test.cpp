// Laws of treefix/model/mimic.hpp, and what Builder makes of mimic joints.
#include <cmath>
#include <limits>

#include <model/robots.hpp>
#include <support/mimic.hpp>

#include <treefix/base/text.hpp>
#include <treefix/model/manifold.hpp>

namespace treefix::test {
namespace {

using Numbers = std::vector<double>;
using testing::MimicRobot, testing::random_mimic_robots;

constexpr double inf = std::numeric_limits<double>::infinity();

TEST(Mimic, HaveNoCoordinatesAndNameTheirLeader) {
  BodySpec leader = moving("leader");
  leader.joint.lower = {-1};
  leader.joint.velocity_limit = {3};
  leader.joint.damping = {0.1};
  BodySpec finger = following("finger", "leader", -0.5, 0.25);
  finger.joint.lower = {-9};
  finger.joint.effort_limit = {9};
  finger.joint.damping = {9};
  finger.joint.friction = {9};
  const Model model = Builder().body(finger).body(on(moving("ball"), JointSpec::spherical())).body(leader).build();
  EXPECT_EQ(model.nbody(), 3);
  EXPECT_EQ(model.nq(), 5);
  EXPECT_EQ(model.nv(), 4);
  EXPECT_EQ(model.mechanism().nq, 6);
  EXPECT_EQ(model.mechanism().nv, 5);
  const JointInfo follower = model.joint("finger"), led_by = model.joint("leader"), ball = model.joint("ball");
  EXPECT_EQ(follower.leader, led_by.body);
  EXPECT_EQ(follower.ratio, -0.5);
  EXPECT_EQ(follower.offset, 0.25);
  EXPECT_EQ(follower.nq, 0);
  EXPECT_EQ(follower.nv, 0);
  EXPECT_EQ(follower.q, led_by.q);
  EXPECT_EQ(follower.v, led_by.v);
  EXPECT_EQ(led_by.leader, root);
  EXPECT_EQ(led_by.q, 4);
  EXPECT_EQ(led_by.v, 3);
  EXPECT_EQ(led_by.nq, 1);
  EXPECT_EQ(ball.leader, root);
  EXPECT_EQ(ball.q, 0);
  EXPECT_EQ(ball.nq, 4);
  // limits and friction of the mimic joint are dropped
  EXPECT_EQ(model.limits().lower, (Numbers{-inf, -inf, -inf, -inf, -1}));
  EXPECT_EQ(model.limits().velocity, (Numbers{inf, inf, inf, 3}));
  EXPECT_EQ(model.limits().effort, (Numbers{inf, inf, inf, inf}));
  EXPECT_EQ(model.passive().damping, (Numbers{0, 0, 0, 0.1}));
  EXPECT_EQ(model.passive().friction, (Numbers{0, 0, 0, 0}));
}

TEST(Mimic, AreAbsentFromAModelThatNamesNone) {
  const Model model = every_joint();
  EXPECT_TRUE(model.mimic().empty());
  EXPECT_EQ(model.nq(), model.mechanism().nq);
  EXPECT_EQ(model.nv(), model.mechanism().nv);
  EXPECT_EQ(model.joint(0).leader, root);
}

TEST(Mimic, ExpandAsTheirDescriptionSays) {
  for (const MimicRobot& robot : random_mimic_robots(60)) {
    const MimicCoupling& coupling = robot.coupled.mimic();
    const Numbers q = random_configuration(robot.coupled, 4), v = random_velocity(robot.coupled, 5);
    Numbers full_q(static_cast<std::size_t>(robot.independent.nq()));
    Numbers full_v(static_cast<std::size_t>(robot.independent.nv()));
    expand_configuration<double>(coupling, q, full_q);
    expand_velocity<double>(coupling, v, full_v);
    EXPECT_TRUE(near(full_q, robot.full_q(q), 8));
    EXPECT_TRUE(near(full_v, robot.full_v(v), 8));
    Numbers back_q(q.size()), back_v(v.size());
    select_configuration<double>(coupling, full_q, back_q);
    select_velocity<double>(coupling, full_v, back_v);
    EXPECT_EQ(back_q, q);
    EXPECT_EQ(back_v, v);
  }
}

TEST(Mimic, TorquesAreReducedByTheTransposeOfTheExpansion) {
  for (const MimicRobot& robot : random_mimic_robots(60)) {
    const MimicCoupling& coupling = robot.coupled.mimic();
    const Numbers v = random_velocity(robot.coupled, 5), torque = random_velocity(robot.independent, 6);
    Numbers full(torque.size()), reduced(v.size()), scale(v.size());
    expand_velocity<double>(coupling, v, full);
    reduce_torques<double>(coupling, torque, reduced);
    double power = 0, expected = 0;
    for (std::size_t k = 0; k < v.size(); ++k) power += reduced[k] * v[k];
    for (std::size_t k = 0; k < full.size(); ++k) expected += torque[k] * full[k];
    EXPECT_NEAR(power, expected, 1e-13 * (1 + std::abs(expected)));
    Numbers sizes = torque;
    for (double& x : sizes) x = std::abs(x);
    reduce_scales<double>(coupling, sizes, scale);
    for (std::size_t k = 0; k < v.size(); ++k) EXPECT_LE(std::abs(reduced[k]), scale[k] * (1 + 1e-14));
  }
}

TEST(Mimic, HaveNoPartInConfigurations) {
  for (const MimicRobot& robot : random_mimic_robots(40)) {
    const Model& model = robot.coupled;
    const Numbers q = random_configuration(model, 1), v = random_velocity(model, 2);
    ASSERT_EQ(ssize(q), model.nq());
    ASSERT_EQ(ssize(v), model.nv());
    require_configuration(model, "q", q);
    require_configuration(model, "q", neutral(model));
    EXPECT_TRUE(near(difference(model, q, integrate(model, q, v)), v, 512));
    EXPECT_TRUE(near(normalize(model, q), q, 4));
    // other joints move as they do without mimic joints
    const Numbers moved = integrate(robot.independent, robot.full_q(q), robot.full_v(v));
    EXPECT_TRUE(near(robot.full_q(integrate(model, q, v)), moved, 64));
  }
}

}  // namespace
}  // namespace treefix::test
