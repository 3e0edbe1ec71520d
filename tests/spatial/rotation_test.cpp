// Laws of treefix/spatial/rotation.hpp.
#include <spatial/values.hpp>

namespace treefix::test {
namespace {

template <class T>
class RotationLaws : public SpatialTest<T> {};
TYPED_TEST_SUITE(RotationLaws, Scalars, ScalarNames);

template <class T>
Vec3<T> unit_vector(Draw<T>& draw) {
  const Vec3<T> v{draw.scalar(), draw.scalar(), draw.scalar(0.5, 1)};
  return (T(1) / sqrt(dot(v, v))) * v;
}

template <class T>
Quaternion<T> scaled(const T& s, const Quaternion<T>& a) {
  return {s * a.x, s * a.y, s * a.z, s * a.w};
}

template <class T>
void expect_rotation(const Mat3<T>& E) {
  EXPECT_TRUE(near(E * transpose(E), Mat3<T>::identity()));
  EXPECT_TRUE(near(dot(cross(E.x, E.y), E.z), T(1)));
}

TYPED_TEST(RotationLaws, TurnedIsOrthonormalAndRightHanded) {
  using T = TypeParam;
  this->repeat([](Draw<T>& draw) {
    expect_rotation(turned(unit_vector(draw), draw.scalar(-4, 4)));
    expect_rotation(turned(draw.quaternion()));
  });
}

TYPED_TEST(RotationLaws, ARightAngleAboutZTakesTheOldYForItsX) {
  using T = TypeParam;
  const Vec3<T> z{T(0), T(0), T(1)};
  const Mat3<T> expected{{T(0), T(1), T(0)}, {T(-1), T(0), T(0)}, {T(0), T(0), T(1)}};
  EXPECT_TRUE(near(turned(z, T(1), T(0)), expected, 0));
  EXPECT_TRUE(near(turned(Quaternion<T>{T(0), T(0), T(1), T(1)}), expected, 2));
}

TYPED_TEST(RotationLaws, TurningKeepsTheAxisAndAddsAngles) {
  using T = TypeParam;
  this->repeat([](Draw<T>& draw) {
    const Vec3<T> u = unit_vector(draw);
    const T a = draw.scalar(-3, 3), b = draw.scalar(-3, 3);
    EXPECT_TRUE(near(turned(u, a) * u, u));
    EXPECT_TRUE(near(turned(u, a) * turned(u, b), turned(u, a + b)));
    EXPECT_TRUE(near(turned(u, T(0)), Mat3<T>::identity(), 0));
    EXPECT_TRUE(near(turned(u, -a), transpose(turned(u, a))));
    EXPECT_TRUE(near(turned(u, a), turned(u, sin(a), cos(a)), 0));
  });
}

TYPED_TEST(RotationLaws, AxisAndAngleAgreeWithTheQuaternionOfHalfTheAngle) {
  using T = TypeParam;
  this->repeat([](Draw<T>& draw) {
    const Vec3<T> u = unit_vector(draw);
    const T angle = draw.scalar(-6, 6), half = T(0.5) * angle;
    const Vec3<T> v = sin(half) * u;
    EXPECT_TRUE(near(turned(u, angle), turned(Quaternion<T>{v.x, v.y, v.z, cos(half)})));
  });
}

TYPED_TEST(RotationLaws, ProductOfQuaternionsIsOneTurnInTheFrameOfTheOther) {
  using T = TypeParam;
  this->repeat([](Draw<T>& draw) {
    const Quaternion<T> a = draw.quaternion(), b = draw.quaternion(), c = draw.quaternion();
    EXPECT_TRUE(near(turned(a * b), turned(b) * turned(a)));
    EXPECT_TRUE(near((a * b) * c, a * (b * c)));
    EXPECT_TRUE(near(Quaternion<T>{} * a, a, 0));
    EXPECT_TRUE(near(squared_norm(a * b), squared_norm(a) * squared_norm(b)));
  });
}

TYPED_TEST(RotationLaws, ConjugateTurnsBack) {
  using T = TypeParam;
  this->repeat([](Draw<T>& draw) {
    const Quaternion<T> a = draw.quaternion();
    EXPECT_TRUE(near(turned(conjugate(a)), transpose(turned(a))));
    EXPECT_TRUE(near(a * conjugate(a), Quaternion<T>{T(0), T(0), T(0), squared_norm(a)}));
  });
}

TYPED_TEST(RotationLaws, TheLengthAndSignOfAQuaternionDoNotMatter) {
  using T = TypeParam;
  this->repeat([](Draw<T>& draw) {
    const Quaternion<T> a = draw.quaternion();
    EXPECT_TRUE(near(turned(scaled(draw.scalar(0.1, 10), a)), turned(a)));
    EXPECT_TRUE(near(turned(scaled(T(-1), a)), turned(a), 0));
  });
}

TYPED_TEST(RotationLaws, AQuaternionCarriesVectorsFromTheTurnedFrame) {
  using T = TypeParam;
  this->repeat([](Draw<T>& draw) {
    const Quaternion<T> a = draw.quaternion();
    const Vec3<T> v = draw.vec3();
    const Quaternion<T> image = a * Quaternion<T>{v.x, v.y, v.z, T(0)} * conjugate(a);
    const Vec3<T> u = squared_norm(a) * transpose_times(turned(a), v);
    EXPECT_TRUE(near(image, Quaternion<T>{u.x, u.y, u.z, T(0)}));
    EXPECT_TRUE(near(squared_norm(v), dot(v, v), 0));
  });
}

TYPED_TEST(RotationLaws, OrthonormalizedSquaresAwayASmallStretch) {
  using T = TypeParam;
  this->repeat([](Draw<T>& draw) {
    const Mat3<T> E = draw.rotation();
    const T small = T(sqrt(epsilon<Element<T>>()));
    // a symmetric stretch leaves the nearest rotation where it is
    const Mat3<T> stretched = E * (Mat3<T>::identity() + small * full(draw.sym3()));
    EXPECT_FALSE(near(stretched, E, 1000));
    EXPECT_TRUE(near(orthonormalized(stretched), E));
    expect_rotation(orthonormalized(stretched));
  });
}

TYPED_TEST(RotationLaws, PlacedIsTheFrameAtThatPosition) {
  using T = TypeParam;
  Draw<T> draw(1);
  const Vec3<T> p = draw.vec3();
  const Mat3<T> E = draw.rotation();
  EXPECT_TRUE(near(placed(p, E), Transform<T>{E, p}, 0));
  EXPECT_TRUE(near(placed(p), Transform<T>{Mat3<T>::identity(), p}, 0));
}

}  // namespace
}  // namespace treefix::test
