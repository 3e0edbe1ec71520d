// Laws of treefix/model/validate.hpp. What Builder makes of them is in problems_test.cpp and tolerant_test.cpp.
#include <treefix/model/validate.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

#include <model/robots.hpp>

namespace treefix::test {
namespace {

using S = Sym3<double>;

const Mat3<double> oblique = turned(Quaternion<double>{0.3, -0.2, 0.5, 0.8});

TEST(Doubt, IsAboutTheWorstProblem) {
  EXPECT_EQ(doubt(1, S::diagonal(1, 1, 1)), Doubt::none);
  EXPECT_EQ(doubt(0, {}), Doubt::none);
  EXPECT_EQ(doubt(1, S::diagonal(1, 1, 2)), Doubt::none) << "a flat plate";
  EXPECT_EQ(doubt(0, S::diagonal(1, 1, 1)), Doubt::no_mass);
  EXPECT_EQ(doubt(0, S::diagonal(1, 0, 5)), Doubt::no_mass);
  EXPECT_EQ(doubt(1, {}), Doubt::singular);
  EXPECT_EQ(doubt(1, S::diagonal(0, 1, 1)), Doubt::singular);
  EXPECT_EQ(doubt(1, S::diagonal(0, 0, 1)), Doubt::singular);
  EXPECT_EQ(doubt(1, S::diagonal(1, 1, 2.1)), Doubt::triangle);
  EXPECT_EQ(doubt(1, S::diagonal(1, 1, -1e-3)), Doubt::negative);
  EXPECT_EQ(doubt(0, S::diagonal(1, 1, -1e-3)), Doubt::negative);
  EXPECT_EQ(doubt(0, S::diagonal(-1, -1, -1)), Doubt::negative);
  EXPECT_EQ(doubt(1, {1, 2, 1, 0, 0, 1}), Doubt::negative);
  EXPECT_EQ(doubt(0, {0, 1, 0, 0, 0, 0}), Doubt::negative) << "no trace";
}

TEST(Doubt, DoesNotDependOnRoundingOrScale) {
  for (const double scale : {1e-30, 1e-9, 1.0, 1e30}) {
    EXPECT_EQ(doubt(1e-9, scale * S::diagonal(1, 2, 2.5)), Doubt::none);
    EXPECT_EQ(doubt(1e-9, rotate(oblique, scale * S::diagonal(1, 1, 2.1))), Doubt::triangle);
    EXPECT_EQ(doubt(1e-9 * scale, rotate(oblique, scale * S::diagonal(1, 1, -1e-8))), Doubt::negative);
    // zero or very little about one axis or two, rotated: rounding makes it slightly more or less
    for (const S& flat : {S::diagonal(0, 1, 1), S::diagonal(1e-17, 1, 1), S::diagonal(0, 0, 1)})
      EXPECT_NE(doubt(1e-9, rotate(oblique, scale * flat)), Doubt::negative);
    EXPECT_EQ(doubt(1e-9, rotate(oblique, scale * S::diagonal(1e-9, 1, 1))), Doubt::none) << "a long rod";
  }
}

/// Programs that compute inertias write such tiny numbers instead of zeros.
TEST(Doubt, DoesNotTakeNoiseForANegativeInertia) {
  EXPECT_EQ(doubt(0.2675, {0, 0, 0, 1.35525e-20, 0, 0}), Doubt::singular);
  EXPECT_EQ(doubt(1, S::diagonal(-1e-16, 0, 0)), Doubt::singular);
  EXPECT_EQ(doubt(1, S::diagonal(-1e-14, 0, 0)), Doubt::negative);
}

/// The doubt that follows from the principal moments, in exact arithmetic; they must not be near a border between two.
Doubt doubt_of_moments(double mass, double a, double b, double c) {
  const double least = std::min({a, b, c}), most = std::max({a, b, c});
  if (least < 0) return Doubt::negative;
  if (mass == 0) return Doubt::no_mass;
  return 2 * most > a + b + c ? Doubt::triangle : Doubt::none;
}

TEST(Doubt, IsThatOfThePrincipalMomentsInAllAxesAndUnits) {
  Draw<double> draw(1);
  int found[5] = {};
  for (int trial = 0; trial < 5000; ++trial) {
    const double unit = std::pow(10, draw.scalar(-15, 15));
    const double a = draw.scalar(-0.2, 1), b = draw.scalar(-0.2, 1), c = draw.scalar(-0.2, 1);
    const double mass = trial % 4 == 0 ? 0 : unit;
    const bool near_border = std::abs(2 * std::max({a, b, c}) - (a + b + c)) < 1e-6 ||
                             std::abs(std::min({a, b, c})) < 1e-6 || a + b + c < 0.01;
    if (near_border) continue;
    const Doubt expected = doubt_of_moments(mass, a, b, c);
    EXPECT_EQ(doubt(mass, unit * S::diagonal(a, b, c)), expected);
    EXPECT_EQ(doubt(mass, rotate(draw.rotation(), unit * S::diagonal(a, b, c))), expected) << a << " " << b << " " << c;
    ++found[static_cast<int>(expected)];
  }
  for (const Doubt kind : {Doubt::none, Doubt::no_mass, Doubt::triangle, Doubt::negative})
    EXPECT_GT(found[static_cast<int>(kind)], 50);
}

JointSpec with_armature(JointSpec joint, double armature) {
  joint.armature.assign(static_cast<std::size_t>(velocity_count(joint.kind)), armature);
  return joint;
}

TEST(Resists, IsFalseWhereAMotionHasNoKineticEnergy) {
  Draw<double> draw(2);
  for (int trial = 0; trial < 200; ++trial) {
    const Vec3<double> axis = draw.vec3(), com = draw.vec3();
    const double mass = std::pow(10, draw.scalar(-6, 6));
    const JointSpec joints[] = {JointSpec::revolute(axis), JointSpec::prismatic(axis), JointSpec::helical(axis, 0.3),
                                JointSpec::spherical(),    JointSpec::planar(),        JointSpec::free()};
    const Inertia<double> whole =
        Inertia<double>::from_com(mass, com, rotate(draw.rotation(), mass * S::diagonal(1, 2, 2.5)));
    const Inertia<double> point = Inertia<double>::from_com(mass, com, {});
    for (const JointSpec& joint : joints) {
      EXPECT_TRUE(resists(whole, joint));
      EXPECT_FALSE(resists({}, joint));
      EXPECT_TRUE(resists({}, with_armature(joint, 1e-3)));
      EXPECT_FALSE(resists({}, with_armature(joint, 0)));
      // a point turns about the axis through it without energy
      const bool turns_freely = joint.kind == JointKind::spherical || joint.kind == JointKind::free;
      EXPECT_EQ(resists(point, joint), !turns_freely && joint.kind != JointKind::planar);
      EXPECT_TRUE(resists(point, with_armature(joint, 1e-3 * mass)));
    }
    const Inertia<double> on_axis = Inertia<double>::from_com(mass, 0.7 * axis, {});
    EXPECT_FALSE(resists(on_axis, JointSpec::revolute(axis)));
    EXPECT_TRUE(resists(on_axis, JointSpec::helical(axis, 0.3))) << "it moves along the axis";
    // no mass: it turns, but does not move along a line
    const Inertia<double> flywheel{0, {}, whole.I};
    EXPECT_TRUE(resists(flywheel, JointSpec::revolute(axis)) && resists(flywheel, JointSpec::spherical()));
    EXPECT_FALSE(resists(flywheel, JointSpec::prismatic(axis)) || resists(flywheel, JointSpec::planar()));
  }
}

TEST(MotionSubspace, HasAUnitAxisOfAnyLength) {
  Draw<double> draw(3);
  for (const double length : {1e-100, 1.0, 1e100})
    for (int trial = 0; trial < 20; ++trial) {
      const Vec3<double> axis = draw.vec3(), u = (1 / std::sqrt(dot(axis, axis))) * axis;
      EXPECT_TRUE(near(motion_subspace(JointSpec::revolute(length * axis)), Motion<double>{u, {}}, 4));
      EXPECT_TRUE(near(motion_subspace(JointSpec::prismatic(length * axis)), Motion<double>{{}, u}, 4));
      EXPECT_TRUE(near(motion_subspace(JointSpec::helical(length * axis, -0.4)), Motion<double>{u, -0.4 * u}, 4));
    }
  EXPECT_TRUE(near(motion_subspace(JointSpec::planar()), Motion<double>{}, 0));
}

TEST(Placement, IsARotationUpToTheRoundingOfTexts) {
  Draw<double> draw(4);
  const auto problems = [](const Transform<double>& X) {
    Problems found;
    check_placement("frame", "f", X, found);
    for (const auto& [name, text] : found) {
      EXPECT_EQ(name, "f");
      EXPECT_TRUE(text.starts_with("frame 'f': ")) << text;
    }
    return found.size();
  };
  for (int trial = 0; trial < 100; ++trial) {
    const Transform<double> X = draw.transform();
    EXPECT_EQ(problems(X), 0U);
    EXPECT_EQ(problems({(1 + 1e-7) * X.E, X.r}), 0U);
    EXPECT_EQ(problems({(1 + 1e-5) * X.E, X.r}), 1U);
    // one entry that is wrong, whichever it is
    for (int k = 0; k < 9; ++k) {
      Transform<double> wrong = X;
      Vec3<double>& row = k / 3 == 0 ? wrong.E.x : k / 3 == 1 ? wrong.E.y : wrong.E.z;
      double& entry = k % 3 == 0 ? row.x : k % 3 == 1 ? row.y : row.z;
      entry += 0.01;
      EXPECT_EQ(problems(wrong), 1U);
      entry = std::numeric_limits<double>::quiet_NaN();
      EXPECT_EQ(problems(wrong), 1U);
      wrong.r.y = std::numeric_limits<double>::infinity();
      EXPECT_EQ(problems(wrong), 2U) << "one of the rotation, one of the position";
    }
    EXPECT_EQ(problems({-1.0 * X.E, X.r}), 1U) << "a mirror";
  }
}

TEST(Entries, DecideWhetherAMatrixIsZeroAndWhetherATransformIsTheIdentity) {
  EXPECT_TRUE(is_zero(S{}) && is_identity({}));
  EXPECT_EQ(largest_entry(S{}), 0);
  for (int k = 0; k < 6; ++k) {
    S a{};
    double* entries[] = {&a.xx, &a.xy, &a.yy, &a.xz, &a.yz, &a.zz};
    *entries[k] = -1e-300;
    EXPECT_FALSE(is_zero(a));
    EXPECT_EQ(largest_entry(a), 1e-300);
  }
  for (int k = 0; k < 12; ++k) {
    Transform<double> X{};
    double* entries[] = {&X.E.x.x, &X.E.x.y, &X.E.x.z, &X.E.y.x, &X.E.y.y, &X.E.y.z,
                         &X.E.z.x, &X.E.z.y, &X.E.z.z, &X.r.x,   &X.r.y,   &X.r.z};
    *entries[k] += 1e-15;
    EXPECT_FALSE(is_identity(X)) << k;
  }
}

}  // namespace
}  // namespace treefix::test
