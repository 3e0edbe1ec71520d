// Laws of treefix/papers/forward/element_ends.hpp.
#include <treefix/papers/forward/element_ends.hpp>

#include <gtest/gtest.h>

#include <treefix/primitives/cholesky.hpp>

#include "support/articulated.hpp"

namespace treefix::testing {
namespace {

using papers::detail::resistance;

constexpr const double* no_armature = nullptr;

/// Joints of all kinds with a random body and, for some, armature.
template <class Law>
void for_each_carried_body(Law law) {
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    const Robot<double> robot(
        zoo::random_tree({.n = 30, .seed = seed, .joints = "RPHSLF", .armature = seed % 2 == 0 ? 0.3 : 0.0}));
    for (Index i = 0; i < robot.m.nbody(); ++i)
      law(robot.m.inertia(i), robot.m.joint(i), &robot.m.armature(robot.m.joint(i).v));
  }
}

TEST(Resistance, IsAFractionThatHasNoUnits) {
  for_each_carried_body([](const Inertia<double>& I, const Joint<double>& joint, const double* armature) {
    const double found = resistance(I, joint, armature);
    EXPECT_GT(found, 0);
    EXPECT_LE(found, 1);
    // kilograms
    for (const double unit : {1e-6, 1e6}) {
      double scaled[6];
      for (int k = 0; k < joint.dof(); ++k) scaled[k] = unit * armature[k];
      EXPECT_NEAR(resistance({unit * I.m, unit * I.h, unit * I.I}, joint, scaled), found, 1e-12);
    }
    // metres; a helical joint and armature on several coordinates have other units
    for (const double unit : {1e-3, 1e3}) {
      Joint<double> in_unit = joint;
      if (joint.kind == JointKind::helical) in_unit.S.v = unit * joint.S.v;
      const Inertia<double> longer{I.m, unit * I.h, (unit * unit) * I.I};
      EXPECT_NEAR(resistance(longer, in_unit, no_armature), resistance(I, joint, no_armature), 1e-12);
    }
  });
}

TEST(Resistance, OfOneDegreeOfFreedomIsItsPartOfTheInertia) {
  for_each_carried_body([](const Inertia<double>& I, const Joint<double>& joint, const double* armature) {
    if (joint.dof() != 1) return;
    const Motion<double>& S = joint.S;
    const double all = trace(I.I) * dot(S.w, S.w) + I.m * dot(S.v, S.v) + *armature;
    EXPECT_NEAR(resistance(I, joint, armature), (dot(I * S, S) + *armature) / all, 1e-14);
  });
}

TEST(Resistance, IsNoneWithoutMassAndAboutAPoint) {
  for_each_carried_body([](const Inertia<double>&, const Joint<double>& joint, const double*) {
    EXPECT_EQ(resistance({}, joint, no_armature), 0);
    if (joint.kind == JointKind::prismatic || joint.kind == JointKind::helical) return;
    const Vec3<double> along = joint.kind == JointKind::planar ? Vec3<double>{0, 0, 1} : joint.S.w;
    const Inertia<double> point = Inertia<double>::from_com(2, 0.3 * along, {});
    EXPECT_LT(resistance(point, joint, no_armature), 1e-12);
  });
}

/// Whether H of the bodies first … last of a chain, alone and with what is before them at rest, has pivots above least.
bool is_definite(Robot<double>& robot, Index first, Index last, double least) {
  Mechanism<double> m = robot.m;
  for (Index i = last + 1; i < m.nbody(); ++i) at(m.inertias, i) = {};
  std::vector<double> H(static_cast<std::size_t>(m.nv * m.nv)), part;
  crba(m, robot.q, robot.w, H);
  const Index begin = m.joint(first).v, end = m.joint(last).v + m.joint(last).dof();
  for (Index i = begin; i < end; ++i)
    for (Index j = begin; j < end; ++j) part.push_back(at(H, i * m.nv + j));
  factor_cholesky<double>(end - begin, part);
  for (Index i = 0; i < end - begin; ++i)
    if (!(at(part, i * (end - begin) + i) > least)) return false;
  return true;
}

TEST(ElementEnds, LeaveNoElementThatMovesWithoutInertia) {
  Random random(1);
  int ends = 0, others = 0;
  for (std::uint64_t trial = 0; trial < 400; ++trial) {
    std::string joints;
    for (Index k = 2 + random.below(7); k > 0; --k) joints += "RPHSL"[random.below(5)];
    Robot<double> robot(chain_of(joints, trial), trial);
    for (Index i = 0; i + 1 < robot.m.nbody(); ++i)
      if (random.below(2) == 0) weaken(robot, i, random.below(2) == 0 ? Lack::mass : Lack::moment);
    if (trial % 3 == 0) at(robot.m.armatures, random.below(robot.m.nv)) = 0.5;
    if (!is_definite(robot, 0, robot.m.nbody() - 1, 1e-3)) continue;
    const ScanModel<double> model(robot.m);
    const std::vector<char> may_end = element_ends(model);
    ASSERT_EQ(ssize(may_end), robot.m.nbody());
    for (Index last = 0; last < robot.m.nbody(); ++last) {
      at(may_end, last) != 0 ? ++ends : ++others;
      for (Index first = 0; first <= last && at(may_end, last) != 0; ++first) {
        const bool begins = first == 0 || at(may_end, first - 1) != 0;
        EXPECT_TRUE(!begins || is_definite(robot, first, last, 1e-6)) << joints << ", " << first << " to " << last;
      }
    }
  }
  EXPECT_GT(ends, 100);
  EXPECT_GT(others, 100);
}

// A point mass off its axis does not resist every motion, but it resists that of its own joint.
TEST(ElementEnds, AreAllBodiesOfAChainWhoseJointsResistOneByOne) {
  Random random(2);
  for (std::uint64_t trial = 0; trial < 40; ++trial) {
    Robot<double> robot(chain_of("RRPRHPRR", trial));
    const auto n = robot.m.nbody();
    for (Index i = 0; i < n; ++i) {
      const Vec3<double> axis = robot.m.joint(i).S.w, side{axis.y, axis.z, axis.x};
      at(robot.m.inertias, i) = Inertia<double>::from_com(1, cross(axis, side) + random.uniform(-1, 1) * axis, {});
      EXPECT_LT(resistance<double>(robot.m.inertia(i), {.kind = JointKind::free}, no_armature), least_resistance);
    }
    EXPECT_EQ(element_ends(ScanModel<double>(robot.m)), std::vector<char>(static_cast<std::size_t>(n), 1));
  }
}

TEST(ElementEnds, AreAllBodiesOfARobotThatHasMassEverywhere) {
  for (const Model& model : random_models(60)) {
    const ScanModel<double> scan(model.mechanism());
    for (const char end : element_ends(scan)) EXPECT_EQ(end, 1) << describe(model);
  }
}

}  // namespace
}  // namespace treefix::testing
