// Laws of treefix/prepared/wide.hpp.
#include <treefix/prepared/wide.hpp>

#include <limits>

#include <gtest/gtest.h>

#include <treefix/base/random.hpp>

namespace treefix::prepared::detail {
namespace {

constexpr Wide wide_epsilon = std::numeric_limits<Wide>::epsilon();

/// Directions near and on the axes, and directions where `perpendicular` changes to another axis.
template <class Law>
void for_each_direction(Law law) {
  Random random(1);
  for (const WideVec& axis : {WideVec{1, 0, 0}, WideVec{0, 1, 0}, WideVec{0, 0, 1}, WideVec{0.6L, 0.8L, 0}})
    for (const Wide off : {0.0L, 1e-18L, 1e-9L, 1e-3L, 1.0L})
      for (const Wide sign : {-1.0L, 1.0L})
        law(sign * axis + off * WideVec{random.normal(), random.normal(), random.normal()});
}

TEST(Wide, UnitKeepsTheDirectionAndHasLengthOneAtEverySize) {
  for_each_direction([](const WideVec& v) {
    for (const Wide size : {1e-100L, 1.0L, 1e100L}) {
      const WideVec u = unit(size * v);
      EXPECT_LE(std::fabs(length(u) - 1), 4 * wide_epsilon);
      EXPECT_LE(length(cross(u, v)), 4 * wide_epsilon * length(v));
      EXPECT_GT(dot(u, v), 0);
    }
  });
}

TEST(Wide, PerpendicularIsAUnitVectorAtARightAngle) {
  for_each_direction([](const WideVec& v) {
    const WideVec u = unit(v), e = perpendicular(u);
    EXPECT_LE(std::fabs(length(e) - 1), 4 * wide_epsilon);
    EXPECT_LE(std::fabs(dot(e, u)), 4 * wide_epsilon);
  });
}

TEST(Wide, FrameAtHasItsAxesAndItsOriginWhereTheyAreGiven) {
  Random random(2);
  for_each_direction([&](const WideVec& v) {
    const WideVec z = unit(v), x = perpendicular(z), origin{random.normal(), random.normal(), random.normal()};
    const Transform<Wide> X = frame_at(x, z, origin);
    const auto near_unit = [](const WideVec& got, const WideVec& expected) {
      EXPECT_LE(length(got - expected), 8 * wide_epsilon);
    };
    near_unit(X.E * x, {1, 0, 0});
    near_unit(X.E * z, {0, 0, 1});
    near_unit(X.E * cross(z, x), {0, 1, 0});  // right-handed
    EXPECT_EQ(length(X.point_back({}) - origin), 0);
  });
}

}  // namespace
}  // namespace treefix::prepared::detail
