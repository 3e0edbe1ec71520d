// Laws of treefix/model/shapes.hpp.
#include <model/robots.hpp>

namespace treefix::test {
namespace {

using Vec = Vec3<double>;

Inertia<double> inertia_of(const BodySpec& body) {
  return Inertia<double>::from_com(body.mass, body.com, body.inertia);
}

TEST(Shapes, ABoxIsTheSumOfItsEightOctants) {
  const Vec com{0.1, -0.2, 0.3}, size{0.4, 0.6, 1};
  Inertia<double> sum;
  for (const double x : {-0.1, 0.1})
    for (const double y : {-0.15, 0.15})
      for (const double z : {-0.25, 0.25}) sum += inertia_of(box({.name = ""}, 0.25, com + Vec{x, y, z}, 0.5 * size));
  EXPECT_TRUE(near(inertia_of(box({.name = ""}, 2, com, size)), sum));
}

TEST(Shapes, ACylinderIsTheSumOfItsHalves) {
  const Vec from{0.1, -0.2, 0.3}, to{1, 0.5, -0.4}, middle = 0.5 * (from + to);
  const Inertia<double> sum =
      inertia_of(cylinder({.name = ""}, 1, from, middle, 0.2)) + inertia_of(cylinder({.name = ""}, 1, middle, to, 0.2));
  EXPECT_TRUE(near(inertia_of(cylinder({.name = ""}, 2, from, to, 0.2)), sum));
}

TEST(Shapes, KnownMomentsOfSolids) {
  const BodySpec rod = cylinder({.name = ""}, 3, {}, {0, 0, 2}, 0.5);
  EXPECT_TRUE(near(rod.com, Vec{0, 0, 1}, 0));
  EXPECT_EQ(rod.mass, 3);
  // m r²/2 along the axis, m (3 r² + l²)/12 across
  EXPECT_TRUE(near(rod.inertia, Sym3<double>::diagonal(1.1875, 1.1875, 0.375), 4));
  const BodySpec disc = cylinder({.name = ""}, 4, {1, 2, 3}, {1, 2, 3}, 0.5);  // no length, so no direction
  EXPECT_TRUE(near(disc.inertia, 0.25 * Sym3<double>::identity(), 4));
  const BodySpec brick = box({.name = ""}, 12, {1, 2, 3}, {1, 2, 3});
  EXPECT_TRUE(near(brick.inertia, Sym3<double>::diagonal(13, 10, 5), 4));
  EXPECT_TRUE(near(brick.com, Vec{1, 2, 3}, 0));
}

TEST(Shapes, KeepTheRestOfTheBody) {
  const BodySpec body = box({.name = "b", .parent = "p", .joint = JointSpec::planar("j")}, 1, {}, {1, 1, 1});
  EXPECT_EQ(body.name, "b");
  EXPECT_EQ(body.parent, "p");
  EXPECT_EQ(body.joint.name, "j");
  EXPECT_EQ(body.joint.kind, JointKind::planar);
}

TEST(Shapes, ACylinderTurnsWithItsAxis) {
  const Mat3<double> E = turned(Quaternion<double>{0.1, -0.4, 0.3, 0.8});
  const BodySpec straight = cylinder({.name = ""}, 2, {}, {0, 0, 0.7}, 0.1);
  const BodySpec askew = cylinder({.name = ""}, 2, {}, 0.7 * E.z, 0.1);  // along the z of a turned frame
  EXPECT_TRUE(near(askew.inertia, rotate(transpose(E), straight.inertia)));
}

}  // namespace
}  // namespace treefix::test
