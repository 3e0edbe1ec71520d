#include <treefix/reference/kinematics.hpp>

#include <gtest/gtest.h>

#include "support/robot.hpp"

namespace treefix::testing {
namespace {

constexpr Quad interval = Quad(1e-10);

double size(const Motion<Quad>& m) { return plain(sqrt(dot(m.w, m.w) + dot(m.v, m.v))); }

TEST(Kinematics, VelocitiesAreTheRatesOfPoses) {
  for (const Model& model : many_models(40)) {
    Robot<Quad> robot(model), later = robot.moved(interval), earlier = robot.moved(-interval);
    for (Robot<Quad>* r : {&robot, &later, &earlier}) r->kinematics();
    for (Index i = 0; i < robot.m.nbody(); ++i) {
      // X(t+h) X(t−h)⁻¹ = 1 − 2h crm(V) + O(h³): read ω and v off it
      const Transform<Quad> D = later.w.X0[i] * inverse(earlier.w.X0[i]);
      const Quad s = 1 / (2 * interval);
      const Motion<Quad> V{{s * D.E.y.z, s * D.E.z.x, s * D.E.x.y}, s * (-(D.E * -D.r))};
      EXPECT_LT(size(V - robot.w.V[i]), 1e-8) << describe(model) << ", body " << i;
    }
  }
}

TEST(Kinematics, AccelerationsAreTheRatesOfVelocities) {
  for (const Model& model : many_models(40)) {
    Robot<Quad> robot(model), later = robot.moved(interval), earlier = robot.moved(-interval);
    for (Robot<Quad>* r : {&robot, &later, &earlier}) r->kinematics();
    for (Index i = 0; i < robot.m.nbody(); ++i) {
      // in root coordinates the rate of a spatial velocity is the spatial acceleration
      const Motion<Quad> rate =
          (1 / (2 * interval)) * (later.w.X0[i].back(later.w.V[i]) - earlier.w.X0[i].back(earlier.w.V[i]));
      EXPECT_LT(size(rate - robot.w.X0[i].back(robot.w.A[i])), 1e-14 * (1 + size(rate)))
          << describe(model) << ", body " << i;
    }
  }
}

TEST(Kinematics, ClassicalAccelerationIsTheSecondRateOfPosition) {
  for (const Model& model : many_models(20)) {
    Robot<Quad> robot(model);
    // the path q ⊕ (v t + a t²/2) turns with the joints, so its second rate is a only for joints without curvature
    bool curved = false;
    for (const auto& joint : robot.m.joints) curved |= joint.dof() > 1;
    if (curved) continue;
    constexpr Quad h = Quad(1e-8);
    Robot<Quad> later = robot.moved(h), earlier = robot.moved(-h);
    for (Robot<Quad>* r : {&robot, &later, &earlier}) r->kinematics();
    for (Index i = 0; i < robot.m.nbody(); ++i) {
      const Vec3<Quad> rate = (1 / (h * h)) * (later.w.X0[i].r + earlier.w.X0[i].r - Quad(2) * robot.w.X0[i].r);
      const Vec3<Quad> a = transpose_times(robot.w.X0[i].E, classical_acceleration(robot.w.A[i], robot.w.V[i]));
      const Vec3<Quad> off = rate - a;
      EXPECT_LT(plain(abs(off.x) + abs(off.y) + abs(off.z)), 1e-12) << describe(model) << ", body " << i;
    }
  }
}

}  // namespace
}  // namespace treefix::testing
