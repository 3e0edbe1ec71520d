// Laws of treefix/kernels/rnea.hpp.
#include <treefix/kernels/rnea.hpp>

#include <gtest/gtest.h>

#include <treefix/reference/kinematics.hpp>

#include "spatial/values.hpp"
#include "support/robot.hpp"
#include "support/sweeps.hpp"

namespace treefix::testing {
namespace {

using Vector = std::vector<double>;
using test::Draw, test::near;

// --- steps -------------------------------------------------------------------------------------------------

template <class Law>
void repeat(Law law) {
  Draw<double> draw(1);
  for (int again = 0; again < 50; ++again) law(draw);
}

TEST(RneaSteps, AlongAnAxisAddProductsOfAMatrix) {
  repeat([](Draw<double>& draw) {
    const Vec3<double> a = draw.vec3();
    const Mat3<double> U = draw.mat3();
    const double p = draw.scalar();
    EXPECT_TRUE(near(plus_spin_x(a, U, p), a + U * Vec3<double>{p, 0, 0}, 4));
    EXPECT_TRUE(near(plus_spin_y(a, U, p), a + U * Vec3<double>{0, p, 0}, 4));
    EXPECT_TRUE(near(plus_spin_z(a, U, p), a + U * Vec3<double>{0, 0, p}, 4));
  });
}

/// A body whose origin is at rest at this moment: then its acceleration as a point is the linear part of its spatial
/// acceleration.
struct DrawnMotion {
  Vec3<double> w, dw, a;
  explicit DrawnMotion(Draw<double>& draw) : w(draw.vec3()), dw(draw.vec3()), a(draw.vec3()) {}
  Motion<double> V() const { return {w, {}}; }
  Motion<double> A() const { return {dw, a}; }
  Mat3<double> U() const { return spin(w, dw); }
  ClassicalMotion<double> classical() const { return {w, dw, a}; }
};

struct WholeAxis : Axis<double> {
  double m = 0, hz = 0, Szz = 0;
};

TEST(RneaSteps, ForcesAreRatesOfMomentum) {
  repeat([](Draw<double>& draw) {
    const DrawnMotion b(draw);
    const double m = draw.scalar(0, 2);
    const Vec3<double> h = draw.vec3();
    const Sym3<double> S = draw.sym3();
    const auto force = [&](const Inertia<double>& I) { return body_force(I, b.V(), b.A()); };

    WholeAxis axis;
    axis.hx = h.x;
    axis.hy = h.y;
    axis.Sxx = S.xx;
    axis.Sxy = S.xy;
    axis.Syy = S.yy;
    axis.Sxz = S.xz;
    axis.Syz = S.yz;
    const Inertia<double> regrouped{
        0, {h.x, h.y, 0}, rotational_inertia(Sym3<double>{S.xx, S.xy, S.yy, S.xz, S.yz, 0})};
    EXPECT_TRUE(near(body_force(static_cast<const Axis<double>&>(axis), b.a, b.U()), force(regrouped), 32));
    axis.m = m;
    axis.hz = h.z;
    axis.Szz = S.zz;
    EXPECT_TRUE(near(body_force(axis, b.a, b.U()), force({m, h, rotational_inertia(S)}), 32));

    // without the part that regrouping removed for the kind of the joint
    const GeneralBody<double> general{.m = m, .h = h, .S = S};
    const Inertia<double> whole{m, h, rotational_inertia(S)};
    EXPECT_TRUE(near(body_force<JointKind::free>(general, b.a, b.U()), force(whole), 32));
    EXPECT_TRUE(near(body_force<JointKind::planar>(general, b.a, b.U()), force(whole), 32));
    EXPECT_TRUE(near(body_force<JointKind::helical>(general, b.a, b.U()), force(whole), 32));
    EXPECT_TRUE(near(body_force<JointKind::spherical>(general, b.a, b.U()), force({0, h, rotational_inertia(S)}), 32));
    EXPECT_TRUE(near(body_force<JointKind::prismatic>(general, b.a, b.U()), force({m, h, {}}), 32));
  });
}

/// The classical motion of a frame at X from a body.
ClassicalMotion<double> moved_to(const Transform<double>& X, const DrawnMotion& b) {
  const Motion<double> V = X * b.V(), A = X * b.A();
  return {V.w, A.w, classical_acceleration(A, V)};
}

::testing::AssertionResult near_motion(const ClassicalMotion<double>& x, const ClassicalMotion<double>& y) {
  for (const auto& result : {near(x.w, y.w, 32), near(x.dw, y.dw, 32), near(x.a, y.a, 64)})
    if (!result) return result;
  return ::testing::AssertionSuccess();
}

TEST(RneaSteps, MotionsOverAMountAndAnAxisAreThoseOfOtherPointsOfTheBody) {
  const Vec3<double> x{1, 0, 0}, z{0, 0, 1};
  repeat([&](Draw<double>& draw) {
    const DrawnMotion b(draw);
    const double angle = draw.scalar(-4, 4), alpha = draw.scalar(-4, 4), side = draw.scalar(), lift = draw.scalar();
    const Mount<double> mount{std::cos(angle), std::sin(angle), side, lift};
    const Transform<double> X_mount =
        Transform<double>{Mat3<double>::identity(), {0, side, lift}} * Transform<double>{turned(z, angle), {}};
    EXPECT_TRUE(near_motion(over_mount(mount, b.classical()), moved_to(X_mount, b)));
    Axis<double> axis;
    axis.cos_alpha = std::cos(alpha);
    axis.sin_alpha = std::sin(alpha);
    axis.a = side;
    ClassicalMotion<double> over = b.classical();
    turn_over(axis, Turn<double>{std::cos(angle), std::sin(angle)}, b.U(), over);
    const Transform<double> X_axis =
        Transform<double>{turned(z, angle), {}} * Transform<double>{turned(x, alpha), {side, 0, 0}};
    EXPECT_TRUE(near_motion(over, moved_to(X_axis, b)));
  });
}

// --- sweeps ------------------------------------------------------------------------------------------------

void expect_torques(FourStates& four, const Model& model) {
  const auto got = four.sweeps.id(), bias = four.sweeps.bias();
  for (int lane = 0; lane < group_lanes; ++lane) {
    Robot<double>& robot = at(four.robots, lane);
    const Vector tau = robot.id(robot.a, robot.external());
    Vector scale = robot.vector();
    torque_scale(robot.m, robot.a, robot.external(), robot.w, scale);
    const Vector rest = robot.bias(robot.external());
    const double tolerance = 4 * depth_epsilon(robot);
    for (std::size_t k = 0; k < tau.size(); ++k) {
      EXPECT_LE(abs(got[k][lane] - tau[k]), tolerance * scale[k]) << describe(model);
      EXPECT_LE(abs(bias[k][lane] - rest[k]), tolerance * scale[k]) << describe(model);
    }
  }
}

TEST(RneaSweeps, EveryLaneHasTheTorquesOfItsState) {
  for (const Model& model : many_models(200)) {
    FourStates four(model);
    expect_torques(four, model);
  }
}

TEST(RneaSweeps, MayCutRunsAtEveryBody) {
  for (const Model& model : many_models(60))
    for (const Index stride : {1, 2, 3}) {
      FourStates four(model, with_cut_runs(prepare(model.mechanism()), stride));
      expect_torques(four, model);
    }
}

TEST(RneaSweeps, PassOnTheMotionsOfBodies) {
  for (const Model& model : many_models(60)) {
    Robot<double> robot(model);
    Sweeps<double> sweeps(with_cut_runs(prepare(model.mechanism()), 1));
    sweeps.q = robot.q;
    sweeps.v = robot.v;
    sweeps.a = robot.a;
    sweeps.place();
    rnea_out<true>(sweeps.m, sweeps.m.gravity, sweeps.g);
    robot.id(robot.a);
    for (const Segment& s : sweeps.m.segments) {
      if (s.slot < 0) continue;
      const Transform<double>& X = at(sweeps.m.frames, s.end - 1);
      const Motion<double> V = X * robot.w.V[s.end - 1], A = X * robot.w.A[s.end - 1];
      const ClassicalMotion<double>& b = sweeps.g.motions[s.slot];
      EXPECT_TRUE(near(b.w, V.w, 1e3)) << describe(model);
      EXPECT_TRUE(near(b.dw, A.w, 1e3)) << describe(model);
      EXPECT_TRUE(near(b.a, classical_acceleration(A, V), 1e3)) << describe(model);
    }
  }
}

TEST(RneaSweeps, ALaneDoesNotDependOnItsPlaceOrItsNeighbours) {
  for (const Model& model : many_models(60)) {
    FourStates four(model), other(model);
    other.move_one_lane_further();
    expect_shifted_bits(other.sweeps.id(), four.sweeps.id(), model);
    expect_shifted_bits(other.sweeps.bias(), four.sweeps.bias(), model);
  }
}

TEST(RneaSweeps, OfTwoGroupsAtOnceGiveTheSame) {
  for (const Model& model : many_models(100)) {
    FourStates first(model), second(model);
    second.change_some();
    const auto expected = first.sweeps.id(), expected_second = second.sweeps.id();
    const Prepared<double>& m = first.sweeps.m;
    for (FourStates* four : {&first, &second}) {
      four->sweeps.place();
      rnea_out<true>(m, m.gravity, four->sweeps.g);
    }
    rnea_in<true>(m, first.sweeps.g, second.sweeps.g);
    expect_same_bits(first.sweeps.tau, expected, model);
    expect_same_bits(second.sweeps.tau, expected_second, model);
  }
}

}  // namespace
}  // namespace treefix::testing
