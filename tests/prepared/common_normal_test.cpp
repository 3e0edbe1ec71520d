// Laws of treefix/prepared/common_normal.hpp.
#include <treefix/prepared/common_normal.hpp>

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include <treefix/base/random.hpp>

namespace treefix::prepared::detail {
namespace {

using Kind = Normal::Kind;

constexpr Wide rounding = 16 * std::numeric_limits<Wide>::epsilon();

/// The axis of a child: a point and a direction.
struct Line {
  WideVec r, w;
};

WideVec random_wide(Random& random) { return {random.normal(), random.normal(), random.normal()}; }

/// At this angle from z, in a random direction. Meeting: the lines cross near the origin.
Line random_line(Random& random, Wide angle, Wide reach, bool meeting) {
  const Wide turn = random.uniform(-4, 4);
  const Wide sine = std::sin(angle);
  const WideVec w{sine * std::cos(turn), sine * std::sin(turn), std::cos(angle)};
  const WideVec r = random_wide(random);
  return {reach * (meeting ? WideVec{0, 0, r.x} + r.y * w : r), w};
}

constexpr Wide angles[] = {0,     1e-18L, 1e-15L, 1e-12L, 1e-9L, 1e-6L, 1e-4L, 9e-4L,
                           2e-3L, 1e-2L,  0.1L,   1.0L,   1.57L, 2.0L,  3.1L,  3.14159L};

template <class Law>
void for_each_line(Law law) {
  Random random(1);
  for (const Wide angle : angles)
    for (const Wide reach : {0.0L, 1e-9L, 0.3L, 1e6L})
      for (int again = 0; again < 20; ++again) law(random_line(random, angle, reach, again % 2 == 0));
}

TEST(CommonNormal, IsPerpendicularToBothAxes) {
  for_each_line([](const Line& line) {
    const Normal normal = common_normal(line.r, line.w);
    const Wide sine = length(cross(WideVec{0, 0, 1}, line.w));
    EXPECT_LE(std::fabs(length(normal.x) - 1), rounding);
    EXPECT_EQ(normal.x.z, 0);
    EXPECT_LE(std::fabs(dot(normal.x, line.w)), normal.kind == Kind::parallel ? 2 * sine : rounding);
  });
}

TEST(CommonNormal, LeadsFromTheAxisToAPointOfTheOther) {
  for_each_line([](const Line& line) {
    const Normal normal = common_normal(line.r, line.w);
    const Wide size = length(line.r);
    EXPECT_LE(length(cross(normal.foot - line.r, line.w)), 16 * rounding * size) << "the foot is on the other axis";
    if (normal.kind == Kind::far) return;  // also a step along y
    const WideVec step = normal.foot - WideVec{0, 0, normal.lift};
    EXPECT_LE(length(cross(step, normal.x)), 1e4L * rounding * size) << "a step along x leads there";
    EXPECT_TRUE(normal.kind != Kind::parallel || dot(step, normal.x) >= 0);
  });
}

TEST(CommonNormal, IsTheShortestWayBetweenCrossingAxes) {
  Random random(2);
  int found = 0;
  for_each_line([&](const Line& line) {
    const Normal normal = common_normal(line.r, line.w);
    if (normal.kind != Kind::crossing) return;
    ++found;
    const Wide shortest = length(normal.foot - WideVec{0, 0, normal.lift});
    for (int again = 0; again < 10; ++again) {
      const Wide s = random.normal(), t = random.normal();
      EXPECT_GE(length(line.r + t * line.w - WideVec{0, 0, s}), shortest * (1 - 1e-9L));
    }
  });
  EXPECT_GT(found, 100);
}

TEST(CommonNormal, StaysWithinThreeTimesTheDistanceOfTheBodies) {
  for_each_line([](const Line& line) {
    const Normal normal = common_normal(line.r, line.w);
    const Wide limit = 3 * length(line.r) * (1 + rounding);
    EXPECT_LE(std::fabs(normal.lift), limit);
    EXPECT_LE(length(normal.foot - line.r), limit);
  });
}

TEST(CommonNormal, OfAxesAtLessThanAThousandthIsNotUsed) {
  Random random(3);
  for (const Wide angle : angles)
    for (int again = 0; again < 20; ++again) {
      const Line line = random_line(random, angle, 0.3L, again % 2 == 0);
      const Kind kind = common_normal(line.r, line.w).kind;
      const Wide sine = std::sin(angle);
      EXPECT_EQ(kind == Kind::parallel, sine < 1e-16L) << static_cast<double>(angle);
      EXPECT_TRUE(kind != Kind::crossing || sine > 1e-3L) << static_cast<double>(angle);
    }
}

TEST(CommonNormal, DoesNotDependOnTheSenseOfTheOtherAxis) {
  for_each_line([](const Line& line) {
    const Normal one = common_normal(line.r, line.w), other = common_normal(line.r, -line.w);
    EXPECT_EQ(one.kind, other.kind);
    EXPECT_EQ(one.lift, other.lift);
    EXPECT_EQ(length(one.foot - other.foot), 0);
    const WideVec x = one.kind == Kind::parallel ? other.x : -other.x;
    EXPECT_EQ(length(one.x - x), 0);
  });
}

TEST(CommonNormal, IsOfTheKindThatTheCallerHasChosen) {
  Random random(4);
  for (int again = 0; again < 100; ++again) {
    const Line line = random_line(random, random.uniform(0.01, 3), 0.3L, again % 2 == 0);
    for (const Kind kind : {Kind::parallel, Kind::crossing, Kind::far})
      EXPECT_EQ(common_normal(line.r, line.w, kind).kind, kind);
  }
}

}  // namespace
}  // namespace treefix::prepared::detail
