// Mass and inertia from geoms.
#include <numbers>

#include <treefix/base/text.hpp>

#include "support.hpp"

namespace treefix::test::mjcf {

namespace {

constexpr double pi = std::numbers::pi;

std::string geom(const std::string& attributes) {
  return hinged("<geom contype='0' conaffinity='0' " + attributes + "/>");
}
std::string inertial(double mass, double x, double y, double z, const std::string& pose = "pos='0 0 0'") {
  return hinged(concat("<inertial ", pose, " mass='", mass, "' diaginertia='", x, " ", y, " ", z, "'/>"));
}

/// Expects the geom and the inertia to give the same body.
void expect_weighs(const std::string& attributes, double mass, double x, double y, double z,
                   const std::string& pose = "pos='0 0 0'") {
  expect_same(robot(geom(attributes)), robot(inertial(mass, x, y, z, pose)), 1e-9 * (1 + mass));
}

TEST(MjcfGeom, SolidsHaveTheMomentsOfTextbooks) {
  const double ball = 4000.0 / 3 * pi;
  expect_weighs("size='.5'", ball * .125, ball * .125 * .1, ball * .125 * .1, ball * .125 * .1);
  expect_weighs("type='box' size='.1 .2 .3'", 48, 48 * .13 / 3, 48 * .1 / 3, 48 * .05 / 3);
  const double rod = 1000 * pi * .01 * .4;
  expect_weighs("type='cylinder' size='.1 .2'", rod, rod * (.01 / 4 + .04 / 3), rod * (.01 / 4 + .04 / 3), rod * .005);
  const double egg = ball * .1 * .2 * .3;
  expect_weighs("type='ellipsoid' size='.1 .2 .3'", egg, egg * .13 / 5, egg * .1 / 5, egg * .05 / 5);
  const double caps = ball * .001, across = rod * (.01 / 4 + .04 / 3) + caps * (.4 * .01 + .04 + .75 * .02);
  expect_weighs("type='capsule' size='.1 .2'", rod + caps, across, across, rod * .005 + caps * .004);
}

TEST(MjcfGeom, ShellsAreWhatIsLeftWhenASolidIsTakenFromALargerOne) {
  // moments of solids with half lengths s + t and s, subtracted, for a thin layer t
  constexpr double t = 1e-5;
  const auto solid = [](double s, double sign) {
    return concat("<geom type='box' contype='0' conaffinity='0' size='", .1 + s, " ", .2 + s, " ", .3 + s,
                  "' density='", sign, "'/>");
  };
  const Model large = read(robot(hinged(solid(t, 1 / t)))), small = read(robot(hinged(solid(0, 1 / t)))),
              shell = read(robot(geom("type='box' size='.1 .2 .3' shellinertia='true' density='1'")));
  EXPECT_NEAR(large.total_mass() - small.total_mass(), shell.total_mass(), 1e-3 * shell.total_mass());
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    const auto q = random_configuration(large, seed), v = random_velocity(large, seed), zero = std::vector<double>(3);
    const auto outer = torques(large, q, zero, v), inner = torques(small, q, zero, v),
               thin = torques(shell, q, zero, v);
    for (std::size_t k = 0; k < 3; ++k) EXPECT_NEAR(outer[k] - inner[k], thin[k], 1e-3 * std::abs(thin[k]) + 1e-6);
  }
}

TEST(MjcfGeom, RoundShellsHaveTheMomentsOfTextbooks) {
  const double ball = 4 * pi * .01;
  expect_weighs("size='.1' shellinertia='true' density='1'", ball, ball * .02 / 3, ball * .02 / 3, ball * .02 / 3);
  const double tube = 2 * pi * .1 * .4, ends = 2 * pi * .01;
  const double tube_across = tube * (.005 + .04 / 3);
  const double across = tube_across + ends * (.0025 + .04);
  expect_weighs("type='cylinder' size='.1 .2' shellinertia='true' density='1'", tube + ends, across, across,
                tube * .01 + ends * .005);
  const double capsule = tube_across + ball * (.02 / 3 + .04 + .02);
  expect_weighs("type='capsule' size='.1 .2' shellinertia='true' density='1'", tube + ball, capsule, capsule,
                tube * .01 + ball * .02 / 3);
}

TEST(MjcfGeom, AMassOverridesTheDensity) {
  expect_weighs("type='box' size='.1 .2 .3' mass='3' density='7'", 3, .13, .1, .05);
  expect_same(robot(geom("type='capsule' size='.1 .2' mass='2'"), "<default><geom density='5'/></default>"),
              robot(geom("type='capsule' size='.1 .2' density='5'"), "<default><geom mass='2'/></default>"));
}

TEST(MjcfGeom, FromtoIsAPose) {
  const std::string along = " pos='1 1 .5' zaxis='2 0 -1'";  // from (0,1,1) to (2,1,0)
  const double half = std::sqrt(5.0) / 2;
  for (const char* type : {"capsule", "cylinder"})
    expect_same(robot(geom(concat("type='", type, "' size='.1' fromto='0 1 1 2 1 0'"))),
                robot(geom(concat("type='", type, "' size='.1 ", half, "'", along))), 1e-8);
  for (const char* type : {"box", "ellipsoid"})
    expect_same(robot(geom(concat("type='", type, "' size='.1' fromto='0 1 1 2 1 0' euler='1 2 3'"))),
                robot(geom(concat("type='", type, "' size='.1 .1 ", half, "'", along))), 1e-8);
}

TEST(MjcfGeom, SeveralMakeOneBodyWithThoseFixedToIt) {
  const std::string one =
      "<geom type='box' contype='0' conaffinity='0' size='.1 .2 .3' pos='.1 .2 .3' euler='10 20 30'/>";
  expect_same(robot(hinged(one + ball)), robot(hinged(one + body("", ball))), 1e-9);
}

TEST(MjcfGeom, GroupsOutsideOfTheRangeWeighNothing) {
  const std::string ghost = "<geom contype='0' conaffinity='0' size='.3' group='4'/>";
  const std::string range = "<compiler inertiagrouprange='0 3'/>";
  expect_same(robot(hinged(ball + ghost), range), robot(hinged(ball)));
  EXPECT_GT(read(robot(hinged(ball + ghost))).total_mass(), 100);
}

TEST(MjcfGeom, InertiafromgeomSaysWhichCounts) {
  const auto with = [](const char* mode) { return concat("<compiler inertiafromgeom='", mode, "'/>"); };
  const std::string massless = "<geom size='.1' mass='0' contype='0' conaffinity='0'/>";
  expect_same(robot(hinged(skewed + ball), with("auto")), robot(hinged(skewed)));
  expect_same(robot(hinged(skewed + ball), with("false")), robot(hinged(skewed)));
  expect_same(robot(hinged(skewed + ball), with("true")), robot(hinged(ball)));
  expect_same(robot(hinged(skewed + massless), with("true")), robot(hinged(skewed)));
}

TEST(MjcfGeom, PlanesAndWorldGeomsWeighNothing) {
  expect_same(robot("<geom type='plane' size='1 1 1'/><geom size='3' contype='0'/>" + hinged(ball)),
              robot(hinged(ball)));
  EXPECT_EQ(read(robot(body("", "<geom type='plane' size='1 1 1' mass='5'/>") + hinged(skewed))).total_mass(), 2);
}

TEST(MjcfGeom, HeightFieldsWeighAsMuJoCoTakesThem) {
  // half of its maximum height, above its base: 2 × 4 × (1.5 + 4) m³
  const std::string asset = "<asset><hfield name='h' nrow='2' ncol='2' size='1 2 3 4'/></asset>";
  expect_same(robot(geom("type='hfield' hfield='h'"), asset), robot(geom("type='box' size='1 2 2.75'")), 1e-6);
}

}  // namespace

}  // namespace treefix::test::mjcf
