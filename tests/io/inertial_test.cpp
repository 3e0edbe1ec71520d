// Laws of treefix/io/inertial.hpp.
#include <treefix/io/inertial.hpp>

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include <treefix/base/random.hpp>
#include <treefix/base/text.hpp>
#include <treefix/spatial/rotation.hpp>

#include "io/elements.hpp"

namespace treefix::test {

namespace {

using io::Inertial, io::is_massless;

/// What check_inertial does: accepted, and the only problem as text.
struct Verdict {
  bool accepted;
  std::string problem;
};
Verdict verdict(const Inertial& inertial, bool moves = true) {
  io::Report report("f");
  const bool accepted = check_inertial({}, inertial, report, moves);
  EXPECT_EQ(accepted, !report.has_errors());
  const auto count = problems_of(report).size();
  EXPECT_LE(count, 1U);
  return {accepted, count == 0 ? "" : only_problem(report)};
}

Mat3<double> random_rotation(Random& random) {
  return turned(Quaternion<double>{random.normal(), random.normal(), random.normal(), random.normal()});
}

/// Moments of inertia that are sound, violate the triangle inequality or are negative, and the words of the message.
struct Moments {
  Vec3<double> values;
  const char* words;  // empty: sound
};
constexpr Moments moment_kinds[] = {{{1, 2, 2.5}, ""},
                                    {{1, 1, 1.9}, ""},
                                    {{1, 2, 3.1}, "triangle inequality"},
                                    {{5, 1, 1}, "triangle inequality"},
                                    {{1, 2, -0.1}, "not positive definite"},
                                    {{-1, -1, -1}, "not positive definite"}};

TEST(Inertial, IsJudgedTheSameInAllAxesAndUnits) {
  Random random(1);
  for (const auto& [values, words] : moment_kinds)
    for (int trial = 0; trial < 40; ++trial) {
      const double mass = std::pow(10, random.uniform(-6, 6)), size = std::pow(10, random.uniform(-6, 6));
      const Sym3<double> moments = (mass * size) * Sym3<double>::diagonal(values.x, values.y, values.z);
      const Inertial inertial{
          mass, {random.normal(), random.normal(), random.normal()}, rotate(random_rotation(random), moments)};
      const Verdict moving = verdict(inertial), carried = verdict(inertial, false);
      const bool negative = std::string_view(words).starts_with("not");
      EXPECT_NE(moving.problem.find(words), std::string::npos) << moving.problem;
      EXPECT_NE(carried.problem.find(words), std::string::npos) << carried.problem;
      EXPECT_EQ(moving.problem.empty(), *words == '\0') << moving.problem;
      EXPECT_EQ(moving.accepted, !negative);
      EXPECT_TRUE(carried.accepted) << "only the sum with the body that carries it matters";
      EXPECT_EQ(is_sound(inertial), moving.problem.empty());
    }
}

TEST(Inertial, OfZeroMassAndInertiaIsAcceptedWithoutAProblem) {
  EXPECT_EQ(verdict({}).problem, "");
  EXPECT_TRUE(is_massless({}));
  EXPECT_FALSE(is_massless({.mass = 1}));
  EXPECT_FALSE(is_massless({.inertia = Sym3<double>::identity()}));
  EXPECT_NE(verdict({.mass = 1}).problem.find("inertia is singular"), std::string::npos);
  EXPECT_NE(verdict({.inertia = Sym3<double>::identity()}).problem.find("mass is zero but inertia is not"),
            std::string::npos);
}

TEST(Inertial, BeyondTheBoundsOfItsMessageIsRefused) {
  constexpr double inf = std::numeric_limits<double>::infinity();
  const auto with_mass = [](double mass) { return Inertial{mass, {}, Sym3<double>::diagonal(1, 2, 2.5)}; };
  const auto with_moments = [](double scale) {
    return Inertial{1, {}, Sym3<double>::diagonal(scale / 2, scale, 0.8 * scale)};
  };
  const auto expect_bounds = [&](const auto& with, double least, double most) {
    for (const double inside : {least, most}) {
      EXPECT_EQ(verdict(with(inside)).problem, "");
      EXPECT_TRUE(is_sound(with(inside)));
    }
    for (const double outside : {std::nextafter(least, 0), std::nextafter(most, inf), inf}) {
      const Verdict found = verdict(with(outside));
      EXPECT_FALSE(found.accepted);
      EXPECT_NE(found.problem.find(concat("expected ", least, " to ", most)), std::string::npos) << found.problem;
      EXPECT_FALSE(is_sound(with(outside)));
    }
  };
  expect_bounds(with_mass, 1e-20, 1e20);
  expect_bounds(with_moments, 1e-40, 1e30);
  EXPECT_EQ(verdict(with_mass(-1e-300)).problem, "f: error: mass is -1e-300, expected zero or more");
}

TEST(Position, IsNearUpToTheLongestLengthInEveryDirection) {
  constexpr double inf = std::numeric_limits<double>::infinity(), nan = std::numeric_limits<double>::quiet_NaN();
  for (const double far : {std::nextafter(io::longest, inf), inf, nan})
    for (const double sign : {-1.0, 1.0})
      for (int k = 0; k < 3; ++k) {
        const auto on_axis = [&](double x) { return Vec3<double>{k == 0 ? x : 1, k == 1 ? x : 1, k == 2 ? x : 1}; };
        io::Report report("f");
        EXPECT_TRUE(check_position({}, "pos", on_axis(sign * io::longest), report));
        EXPECT_FALSE(report.has_errors());
        EXPECT_FALSE(check_position({}, "pos", on_axis(sign * far), report));
        EXPECT_TRUE(only_problem(report).starts_with("f: error: pos is (")) << only_problem(report);
        Inertial inertial{1, on_axis(sign * far), Sym3<double>::identity()};
        EXPECT_FALSE(verdict(inertial).accepted || is_sound(inertial));
      }
}

}  // namespace

}  // namespace treefix::test
