// Laws of treefix/papers/forward/inverse_inertia.hpp.
#include <treefix/papers/forward/inverse_inertia.hpp>

#include <gtest/gtest.h>

#include <treefix/model/zoo.hpp>

#include "model/robots.hpp"
#include "support/rooms.hpp"

namespace treefix::test {
namespace {

/// A body with others on it: positive definite, with all 21 numbers different.
template <class T>
ArticulatedInertia<T> some_inertia(Draw<T>& draw) {
  ArticulatedInertia<T> J = Inertia<T>::from_com(T(2), draw.vec3(), Sym3<T>::diagonal(T(0.3), T(0.4), T(0.5)));
  for (int k = 0; k < 3; ++k) {
    const Force<T> f = draw.force();
    J += symmetric_outer(f, f);
  }
  return J;
}

TEST(InverseInertia, UndoesTheInertia) {
  Draw<Quad> draw(1);
  for (int k = 0; k < repetitions; ++k) {
    const Motion<Quad> a = draw.motion();
    const Inertia<Quad> body = Inertia<Quad>::from_com(Quad(2), draw.vec3(), Sym3<Quad>::diagonal(1, 2, 2.5));
    EXPECT_TRUE(near(InverseInertia<Quad>(body) * (body * a), a, 1000));
    const ArticulatedInertia<Quad> J = some_inertia(draw);
    EXPECT_TRUE(near(InverseInertia<Quad>(J) * (J * a), a, 1000));
  }
}

TEST(InverseInertia, OfARigidBodyIsThatAboutItsCentreOfMass) {
  const Vec3<double> c{0.1, -0.2, 0.3};
  const InverseInertia<double> inverse(Inertia<double>::from_com(4, c, Sym3<double>::diagonal(1, 2, 2.5)));
  // a force through the centre of mass causes no rotation
  const Vec3<double> f{4, 8, -2};
  EXPECT_TRUE(near(inverse * Force<double>{cross(c, f), f}, Motion<double>{{}, {1, 2, -0.5}}));
  // a couple rotates it about its centre of mass
  const Vec3<double> w{1, 1, 1};
  EXPECT_TRUE(near(inverse * Force<double>{{1, 2, 2.5}, {}}, Motion<double>{w, cross(c, w)}));
}

/// The body with one link replaced.
Mechanism<double> chain_with(Index i, const Inertia<double>& inertia) {
  Mechanism<double> m = zoo::chain(5).mechanism();
  at(m.inertias, i) = inertia;
  return m;
}

TEST(SingularBody, IsTheFirstThatHasNoInverse) {
  const Sym3<double> I = Sym3<double>::diagonal(0.1, 0.1, 0.1);
  const Vec3<double> c{0.1, -0.7, 0.3};
  EXPECT_EQ(singular_body(zoo::chain(5).mechanism()), -1);
  EXPECT_EQ(singular_body(chain_with(3, {})), 3) << "no mass";
  EXPECT_EQ(singular_body(chain_with(2, Inertia<double>::from_com(1, c, {}))), 2) << "a point beside the origin";
  EXPECT_EQ(singular_body(chain_with(0, Inertia<double>::from_com(1, {}, Sym3<double>::diagonal(0, 1, 1)))), 0)
      << "a line";
  const Mat3<double> E = turned(Quaternion<double>{0.3, 0.1, -0.5, 0.7});
  EXPECT_EQ(singular_body(chain_with(4, Inertia<double>::from_com(1, c, rotate(E, Sym3<double>::diagonal(0, 1, 1))))),
            4)
      << "a line askew";
  EXPECT_EQ(singular_body(chain_with(1, {0, {}, I})), 1) << "an inertia without mass";
  EXPECT_EQ(singular_body(zoo::humanoid().mechanism()) >= 0, true) << "massless bodies between the axes of an ankle";
  EXPECT_EQ(singular_body(Mechanism<double>{}), -1);
}

TEST(SingularBody, IsNotOneThatIsOnlyThinOrSmallOrFarAway) {
  const Mat3<double> E = turned(Quaternion<double>{0.3, 0.1, -0.5, 0.7});
  const auto tiny = [&](double mass, double size, double ratio, double lever) {
    const Sym3<double> I = mass * size * size * rotate(E, Sym3<double>::diagonal(1, 1, ratio));
    return chain_with(2, Inertia<double>::from_com(mass, size * lever * Vec3<double>{1, 2, 3}, I));
  };
  EXPECT_EQ(singular_body(tiny(1e-9, 1e-6, 1, 1)), -1);
  EXPECT_EQ(singular_body(tiny(1, 1, 1e-10, 0.5)), -1);
  EXPECT_EQ(singular_body(tiny(1, 0.01, 1, 1e5)), -1);
}

}  // namespace
}  // namespace treefix::test
