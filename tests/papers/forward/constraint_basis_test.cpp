// Laws of treefix/papers/forward/constraint_basis.hpp.
#include <treefix/papers/forward/constraint_basis.hpp>

#include <gtest/gtest.h>

#include "support/robot.hpp"

namespace treefix::testing {
namespace {

double product(const Force<Quad>& a, const Force<Quad>& b) { return plain(dot(a, Motion<Quad>{b.n, b.f})); }

/// Calls law(joint, W, armatures) for joints of every kind, with axes in all directions and armatures from 0 to 2.
template <class Law>
void for_each_joint(Law law) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const Robot<Quad> robot(
        zoo::random_tree({.n = 30, .seed = seed, .joints = "RPHSLF", .armature = seed % 2 == 0 ? 2.0 : 0.0}));
    for (const Joint<Quad>& joint : robot.m.joints)
      law(joint, ConstraintBasis<Quad>(joint, robot.m.armatures).W, robot.m.armatures);
  }
}

TEST(ConstraintBasis, OfBearingsIsOrthonormalAndNotFeltByTheMotor) {
  for_each_joint([](const Joint<Quad>& joint, const Force<Quad>(&W)[6], const auto&) {
    const int bearings = 6 - joint.dof();
    for (int a = 0; a < bearings; ++a) {
      for (int b = 0; b < bearings; ++b) EXPECT_NEAR(product(W[a], W[b]), a == b ? 1 : 0, 1e-32);
      for (int k = 0; k < joint.dof(); ++k) EXPECT_NEAR(plain(dot(W[a], joint_column(joint, k))), 0, 1e-32);
    }
  });
}

TEST(ConstraintBasis, OfMotorsIsFeltByTheirCoordinateTimesTheRootOfArmature) {
  for_each_joint([](const Joint<Quad>& joint, const Force<Quad>(&W)[6], const auto& armatures) {
    for (int k = 0; k < joint.dof(); ++k)
      for (int l = 0; l < joint.dof(); ++l) {
        EXPECT_NEAR(plain(dot(motor_force(joint, k), joint_column(joint, l))), k == l ? 1 : 0, 1e-32);
        const Quad root_R = sqrt(at(armatures, joint.v + k));
        EXPECT_NEAR(plain(dot(W[6 - joint.dof() + k], joint_column(joint, l))), k == l ? plain(root_R) : 0, 1e-15);
      }
  });
}

TEST(ConstraintBasis, ForcesOfMotorsAreFeltAsTheirTorques) {
  Robot<Quad> robot(zoo::random_tree({.n = 30, .seed = 2, .joints = "RPHSLF"}));
  for (const Joint<Quad>& joint : robot.m.joints) {
    Quad felt[6] = {};
    joint_torque(joint, motor_forces<Quad>(joint, robot.a), felt);
    for (int k = 0; k < joint.dof(); ++k) EXPECT_NEAR(plain(felt[k] - at(robot.a, joint.v + k)), 0, 1e-31);
  }
}

}  // namespace
}  // namespace treefix::testing
