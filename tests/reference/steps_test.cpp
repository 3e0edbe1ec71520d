// Laws of treefix/reference/steps.hpp.
#include <treefix/reference/steps.hpp>

#include <gtest/gtest.h>

#include "spatial/values.hpp"
#include "support/robot.hpp"

namespace treefix::testing {
namespace {

TEST(Steps, PosesAreTheProductsOfAllJointsOnThePathToTheRoot) {
  for (const Model& model : many_models(60)) {
    Robot<Quad> robot(model);
    joint_pass<Quad>(robot.m, robot.q, robot.w);
    robot.w.X0[root].r.x = 1;  // previous contents must not matter
    pose_pass(robot.m, robot.w);
    EXPECT_EQ(test::components(robot.w.X0[root]), test::components(Transform<Quad>{}));
    for (Index i = 0; i < robot.m.nbody(); ++i) {
      Transform<Quad> X;
      for (Index k = i; k != root; k = robot.m.parent(k)) X = X * joint_transform<Quad>(robot.m.joint(k), robot.q);
      EXPECT_TRUE(test::near(robot.w.X0[i], X, 4096)) << describe(model) << ", body " << i;
    }
  }
}

TEST(Steps, MotionsAreSumsOfThoseOfTheJointsOnThePath) {
  // in root coordinates: V = Σ s v, and its rate A = Σ s a + V_i × s v
  for (const Model& model : many_models(60)) {
    Robot<Quad> robot(model);
    robot.kinematics();
    for (Index i = 0; i < robot.m.nbody(); ++i) {
      Motion<Quad> V, A;
      std::vector<Index> path;
      for (Index k = i; k != root; k = robot.m.parent(k)) path.insert(path.begin(), k);
      for (const Index k : path) {
        const Transform<Quad>& X = robot.w.X0[k];
        const Motion<Quad> own = X.back(joint_motion<Quad>(robot.m.joint(k), robot.v));
        V += own;
        A += X.back(joint_motion<Quad>(robot.m.joint(k), robot.a)) + cross(V, own);
      }
      EXPECT_TRUE(test::near(robot.w.X0[i].back(robot.w.V[i]), V, 1e5)) << describe(model) << ", body " << i;
      EXPECT_TRUE(test::near(robot.w.X0[i].back(robot.w.A[i]), A, 1e6)) << describe(model) << ", body " << i;
    }
  }
}

TEST(Steps, ExternalForcesAreSubtractedInBodyCoordinates) {
  for (const Model& model : many_models(60)) {
    Robot<double> robot(model), placed_robot(model);
    joint_pass<double>(robot.m, robot.q, robot.w);
    placed_robot.kinematics();
    for (const ExternalFrame frame : {ExternalFrame::of_body, ExternalFrame::of_root}) {
      for (Index i = 0; i < robot.m.nbody(); ++i) robot.w.F[i] = at(robot.forces, robot.m.nbody() - 1 - i);
      external_pass(robot.m, robot.external(frame), robot.w);
      for (Index i = 0; i < robot.m.nbody(); ++i) {
        const Force<double> given = at(robot.forces, i);
        const Force<double> applied = frame == ExternalFrame::of_root ? placed_robot.w.X0[i] * given : given;
        EXPECT_TRUE(test::near(robot.w.F[i] + applied, at(robot.forces, robot.m.nbody() - 1 - i), 64));
      }
    }
  }
}

TEST(Steps, WithoutExternalForcesNothingChanges) {
  Robot<double> robot(zoo::humanoid());
  for (Index i = 0; i < robot.m.nbody(); ++i) robot.w.F[i] = at(robot.forces, i);
  external_pass(robot.m, ExternalForces<double>{}, robot.w);
  for (Index i = 0; i < robot.m.nbody(); ++i) {
    EXPECT_EQ(test::components(robot.w.F[i]), test::components(at(robot.forces, i)));
    EXPECT_EQ(test::components(external_force(ExternalForces<double>{}, i, robot.w)),
              test::components(Force<double>{}));
  }
}

}  // namespace
}  // namespace treefix::testing
