// Laws of treefix/reference/residual.hpp.
#include <treefix/reference/residual.hpp>

#include <limits>

#include <gtest/gtest.h>

#include "spatial/values.hpp"
#include "support/robot.hpp"

namespace treefix::testing {
namespace {

using Numbers = std::vector<double>;

/// Σ |terms| of the torques for robot.a with external forces.
template <class T>
std::vector<T> scale_of(Robot<T>& robot, const ExternalForces<T>& external) {
  robot.id(robot.a, external);
  std::vector<T> scale = robot.vector();
  torque_scale(robot.m, robot.a, external, robot.w, scale);
  return scale;
}

/// The causes of torques. The scale must include each of them, also without the others.
enum class Cause { all, velocity, acceleration, rotors, gravity, force };

void leave_only(Cause cause, Robot<double>& robot) {
  if (cause == Cause::all) return;
  if (cause != Cause::velocity) robot.v = robot.vector();
  if (cause != Cause::acceleration && cause != Cause::rotors) robot.a = robot.vector();
  if (cause != Cause::gravity) robot.m.gravity = {};
  if (cause != Cause::force) robot.forces.assign(robot.forces.size(), {});
  if (cause == Cause::rotors) robot.m.inertias.assign(robot.m.inertias.size(), {});
}

TEST(TorqueScale, IsAtLeastTheTorqueOfEachCause) {
  for (const Model& model : many_models(60))
    for (const Cause cause :
         {Cause::all, Cause::velocity, Cause::acceleration, Cause::rotors, Cause::gravity, Cause::force})
      for (const ExternalFrame frame : {ExternalFrame::of_body, ExternalFrame::of_root}) {
        Robot<double> robot(model);
        leave_only(cause, robot);
        const Numbers tau = robot.id(robot.a, robot.external(frame)), scale = scale_of(robot, robot.external(frame));
        for (std::size_t k = 0; k < tau.size(); ++k)
          EXPECT_LE(abs(tau[k]), scale[k] * (1 + 1e-12)) << describe(model) << ", cause " << static_cast<int>(cause);
      }
}

TEST(TorqueScale, DoesNotDependOnTheDirectionsOfFrames) {
  test::Draw<double> draw(1);
  for (const Model& model : many_models(40)) {
    Robot<double> robot(model), other(model);
    // bodies whose joint has an axis can be described in any frame at the same point
    std::vector<Transform<double>> turns;
    const Transform<double> root_turn{draw.rotation(), {}};
    other.m.gravity = root_turn.E * robot.m.gravity;
    for (Index i = 0; i < robot.m.nbody(); ++i) {
      Joint<double>& joint = at(other.m.joints, i);
      turns.push_back(has_axis(joint.kind) ? Transform<double>{draw.rotation(), {}} : Transform<double>{});
      const Transform<double>& own = turns.back();
      const Transform<double>& parent = robot.m.parent(i) == root ? root_turn : at(turns, robot.m.parent(i));
      joint.X_tree = own * joint.X_tree * inverse(parent);
      joint.S = own * joint.S;
      at(other.m.inertias, i) = own * robot.m.inertia(i);
      at(other.forces, i) = own * at(robot.forces, i);
    }
    const Numbers scale = scale_of(robot, robot.external()), turned_scale = scale_of(other, other.external());
    for (std::size_t k = 0; k < scale.size(); ++k)
      EXPECT_NEAR(turned_scale[k], scale[k], 1e-12 * scale[k]) << describe(model) << ", coordinate " << k;
  }
}

TEST(TorqueScale, GrowsWithTheUnitOfMassAndResidualsDoNot) {
  for (const Model& model : many_models(40)) {
    Robot<double> robot(model), heavy(model);
    for (Inertia<double>& I : heavy.m.inertias) I = {8 * I.m, 8 * I.h, 8 * I.I};
    for (double& armature : heavy.m.armatures) armature *= 8;
    for (Force<double>& F : heavy.forces) F = 8. * F;
    const Numbers scale = scale_of(robot, robot.external()), other = scale_of(heavy, heavy.external());
    Numbers tau = robot.v, heavy_tau = tau;
    for (double& x : heavy_tau) x *= 8;
    // a power of two: no rounding differs
    for (std::size_t k = 0; k < scale.size(); ++k) EXPECT_EQ(other[k], 8 * scale[k]) << describe(model);
    EXPECT_EQ(heavy.residual(robot.a, heavy_tau, heavy.external()), robot.residual(robot.a, tau, robot.external()));
  }
}

TEST(ScaledResidual, IsRoundingForTheTorquesOfAnAcceleration) {
  for (const Model& model : many_models(40)) {
    Robot<double> robot(model);
    Robot<Quad> exact(model);
    exact.q = cast_all<Quad>(robot.q);
    Numbers tau;
    for (const Quad& x : exact.id(exact.a, exact.external())) tau.push_back(plain(x));
    EXPECT_LE(robot.residual(robot.a, tau, robot.external()),
              4 * static_cast<double>(robot.depth() + 4) * epsilon<double>())
        << describe(model);
  }
}

TEST(ScaledResidual, MeasuresAWrongTorqueByTheForcesThatCancelInIt) {
  for (const Model& model : random_models(20)) {
    Robot<Quad> robot(model);
    const auto tau = robot.id(robot.a, robot.external()), scale = scale_of(robot, robot.external());
    for (std::size_t k = 0; k < tau.size(); ++k)
      for (const double error : {1e-9, -1e-3}) {
        auto wrong = tau;
        wrong[k] += Quad(error) * scale[k];
        const Quad expected = Quad(std::abs(error)) * scale[k] / (scale[k] + abs(wrong[k]));
        EXPECT_LE(plain(abs(robot.residual(robot.a, wrong, robot.external()) - expected)), 1e-25) << describe(model);
      }
  }
}

TEST(LargestScaled, IsTheLargestQuotient) {
  Random random(1);
  for (std::size_t n = 0; n < 10; ++n)
    for (int again = 0; again < 20; ++again) {
      Numbers residual, tau, scale;
      double worst = 0;
      for (std::size_t k = 0; k < n; ++k) {
        residual.push_back(random.uniform(-1, 1));
        tau.push_back(random.uniform(-1, 1));
        scale.push_back(random.uniform(0, 2));
        worst = std::max(worst, std::abs(residual[k] - tau[k]) / (scale[k] + std::abs(tau[k])));
      }
      EXPECT_EQ(largest_scaled<double>(residual, tau, scale), worst);
    }
}

TEST(LargestScaled, OfZerosIsZero) {
  // a coordinate on which no force acts
  EXPECT_EQ(largest_scaled<double>(Numbers{0, 1}, Numbers{0, 1}, Numbers{0, 0}), 0);
}

TEST(LargestScaled, KeepsNotANumberWhereverItIs) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (std::size_t n = 1; n < 5; ++n)
    for (std::size_t bad = 0; bad < n; ++bad)
      for (int which = 0; which < 3; ++which) {
        Numbers all[] = {Numbers(n, 2), Numbers(n, 1), Numbers(n, 1)};
        all[which][bad] = nan;
        EXPECT_TRUE(std::isnan(largest_scaled<double>(all[0], all[1], all[2]))) << which;
      }
}

}  // namespace
}  // namespace treefix::testing
