// Descriptions that Builder accepts when it is tolerant, and those that it always refuses (treefix/model/validate.hpp,
// leaves.hpp).
#include <limits>

#include <model/robots.hpp>

#include <treefix/dynamics.hpp>
#include <treefix/model/leaves.hpp>

namespace treefix::test {
namespace {

using S = Sym3<double>;

const Mat3<double> askew = turned(Quaternion<double>{0.3, -0.2, 0.5, 0.8});

/// A body with this mass and inertia, on a joint.
BodySpec with(double mass, const S& inertia, JointSpec joint = JointSpec::revolute({0, 0, 1}), Vec3<double> com = {}) {
  return {.name = "b", .joint = std::move(joint), .mass = mass, .com = com, .inertia = inertia};
}

std::string problem_of(const BodySpec& body, bool tolerant) {
  try {
    Builder().tolerant(tolerant).body(body).build();
  } catch (const ModelError& error) {
    EXPECT_EQ(error.problems().size(), 1U) << error.what();
    return error.problems()[0].text;
  }
  return {};
}

bool is_told(const std::string& problem, const char* word) { return problem.find(word) != std::string::npos; }

TEST(Tolerant, TakesWhatIsOnlyDoubtful) {
  const auto expect_taken = [](const BodySpec& body, const char* strict_says) {
    EXPECT_EQ(problem_of(body, true), "");
    EXPECT_TRUE(is_told(problem_of(body, false), strict_says)) << problem_of(body, false);
  };
  expect_taken(with(1, S::diagonal(1, 1, 2.1)), "triangle inequality");
  expect_taken(with(0, S::diagonal(1, 1, 1)), "mass is zero but its inertia is not");
  expect_taken(with(0, S::diagonal(0, 0, 1)), "mass is zero but its inertia is not");
  expect_taken(with(1, S::diagonal(0, 0, 1)), "not positive definite");
  expect_taken(with(1, {}, JointSpec::prismatic({1, 0, 0})), "not positive definite");
  expect_taken(with(1, {}, JointSpec::revolute({0, 0, 1}), {0.1, 0, 0}), "not positive definite");
  expect_taken(with(1, S::diagonal(0, 0, 1), JointSpec::planar(), {0.1, 0, 0}), "not positive definite");
}

TEST(Tolerant, ComputesWithWhatItTook) {
  // a point mass at a distance: J = m r²
  Dynamics dynamics(Builder().tolerant().body(with(2, {}, JointSpec::revolute({0, 0, 1}), {0.5, 0, 0})).build());
  std::vector<double> H(1);
  dynamics.mass_matrix(std::vector<double>{0.3}, H);
  EXPECT_DOUBLE_EQ(H[0], 0.5);
}

TEST(Tolerant, RefusesWhatCannotBeComputedWith) {
  const double inf = std::numeric_limits<double>::infinity();
  for (const bool tolerant : {false, true}) {
    EXPECT_TRUE(is_told(problem_of(with(-1, S::identity()), tolerant), "mass is -1"));
    EXPECT_TRUE(is_told(problem_of(with(inf, S::identity()), tolerant), "mass is inf"));
    EXPECT_TRUE(is_told(problem_of(with(1, S::diagonal(1, 1, -1)), tolerant), "not positive definite"));
    EXPECT_TRUE(is_told(problem_of(with(0, S::diagonal(1, 1, -1)), tolerant), "not positive definite"));
    EXPECT_TRUE(is_told(problem_of(with(0, {}), tolerant), "neither it nor what it carries has mass"));
  }
}

TEST(Tolerant, RefusesALeafThatDoesNotResistItsJoint) {
  const char* told =
      "body 'b': it moves, but its inertia does not resist the motion of its joint; give it mass and "
      "inertia, or give its joint an armature";
  const Vec3<double> along{0.1, -0.2, 0.3};
  const JointSpec joints[] = {JointSpec::spherical(), JointSpec::planar(), JointSpec::free(),
                              JointSpec::revolute(along)};
  for (const JointSpec& joint : joints) {
    EXPECT_EQ(problem_of(with(1, {}, joint, along), true), told) << "a point mass turns about itself";
    EXPECT_EQ(problem_of(with(1e-9, {}, joint, 1e-3 * along), true), told);
    BodySpec driven = with(1, {}, joint, along);
    driven.joint.armature.assign(static_cast<std::size_t>(velocity_count(joint.kind)), 1e-6);
    EXPECT_EQ(problem_of(driven, true), "");
  }
  EXPECT_EQ(problem_of(with(0, S::identity(), JointSpec::prismatic(along)), true), told);
  EXPECT_EQ(problem_of(with(0, S::identity(), JointSpec::helical(along, 0.1)), true), "");
  EXPECT_EQ(problem_of(with(1, S::diagonal(1, 1, 0), JointSpec::revolute({0, 0, 1})), true), told);
}

TEST(Tolerant, TakesVeryLightBodies) {
  for (const JointSpec& joint : {JointSpec::revolute({1, 2, 3}), JointSpec::prismatic({1, 2, 3}),
                                 JointSpec::spherical(), JointSpec::planar(), JointSpec::free()})
    for (const double mass : {1e-9, 1e-15}) {
      EXPECT_EQ(problem_of(with(mass, mass * 1e-6 * S::diagonal(1, 1.5, 1.2), joint, {0.01, 0.02, 0.03}), true), "");
      EXPECT_EQ(problem_of(with(mass, mass * 1e-6 * S::diagonal(1, 1.5, 1.2), joint, {0.01, 0.02, 0.03}), false), "");
    }
}

TEST(Tolerant, CountsWhatIsFixedToALeaf) {
  // two point masses off the axis in different directions resist every turn; placed and offset in any way
  const Transform<double> placement = placed<double>({0.3, 0, 0}, askew), offset = placed<double>({0, 0.4, 0}, askew);
  const auto model = [&](double second) {
    return Builder()
        .tolerant()
        .body(with(1, {}, JointSpec::spherical(), {0, 0, 0.5}))
        .body({.name = "fixed", .parent = "b", .placement = placement, .offset = offset, .mass = second});
  };
  EXPECT_EQ(model(1).build().nbody(), 1);
  EXPECT_THROW(model(0).build(), ModelError);
}

TEST(Tolerant, TakesSingularBodiesThatCarryOthers) {
  BodySpec point = with(1, {}, JointSpec::spherical());
  const Model model = Builder().tolerant().body(point).body(moving("tip", "b")).build();
  EXPECT_EQ(model.nbody(), 2);
}

TEST(Leaves, AMotorMayTurnNothingButItsRotor) {
  BodySpec rotor{.name = "rotor", .joint = JointSpec::revolute({0, 0, 1})};
  rotor.joint.armature = {0.1};
  EXPECT_EQ(problem_of(rotor, false), "");
  // but it gives no inertia to a massless body that carries the rotor
  BodySpec carrier{.name = "carrier", .joint = JointSpec::revolute({1, 0, 0})};
  rotor.parent = "carrier";
  try {
    Builder().body(carrier).body(rotor).build();
    FAIL() << "nothing was thrown";
  } catch (const ModelError& error) {
    ASSERT_EQ(error.problems().size(), 1U);
    EXPECT_EQ(error.problems()[0].text, "body 'carrier': it moves, but neither it nor what it carries has mass");
  }
}

TEST(Warnings, AreKept) {
  Diagnostic warning;
  warning.severity = Diagnostic::Severity::warning;
  warning.element = "<inertial> of link 'arm'";
  const Model model = Builder().warnings({warning}).build();
  ASSERT_EQ(model.warnings().size(), 1U);
  EXPECT_EQ(model.warnings()[0].element, warning.element);
  EXPECT_TRUE(Builder().build().warnings().empty());
}

}  // namespace
/// A fixed body only counts together with the body that carries it.
TEST(Tolerant, TakesNegativeInertiasThatTheirCarrierCompensates) {
  const auto problems = [](const S& of_tip) -> std::string {
    Builder builder;
    builder.tolerant().body(with(1, S::diagonal(1, 1, 1)));
    builder.body({.name = "tip", .parent = "b", .mass = 0.1, .inertia = of_tip});
    try {
      builder.build();
    } catch (const ModelError& error) {
      return error.what();
    }
    return {};
  };
  EXPECT_EQ(problems(S::diagonal(-0.5, 1, 1)), "");
  EXPECT_EQ(problems(S::diagonal(-2, 1, 1)),
            "model 'robot' cannot be built, 1 problem:\n  body 'b': its inertia, including that of bodies fixed to it, "
            "is not positive definite");
}

}  // namespace treefix::test
