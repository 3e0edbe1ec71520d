// Laws of treefix/spatial/inertia.hpp.
#include <spatial/matrix6.hpp>

namespace treefix::test {
namespace {

template <class T>
class InertiaLaws : public SpatialTest<T> {};
TYPED_TEST_SUITE(InertiaLaws, Scalars, ScalarNames);

template <class T, class I>
Matrix6<T> momentum_matrix(const I& inertia) {
  return matrix_of<T>([&](Vec3<T> w, Vec3<T> v) { return inertia * Motion<T>{w, v}; });
}

TYPED_TEST(InertiaLaws, MomentumIsTheProductWithThe6x6Matrix) {
  using T = TypeParam;
  this->repeat([](Draw<T>& draw) {
    const Inertia<T> I = draw.inertia();
    EXPECT_TRUE(near(momentum_matrix<T>(I), matrix(I)));
    const ArticulatedInertia<T> A = draw.articulated();
    EXPECT_TRUE(near(momentum_matrix<T>(A), matrix(A)));
  });
}

TYPED_TEST(InertiaLaws, RigidInertiaIsAnArticulatedInertia) {
  using T = TypeParam;
  this->repeat([](Draw<T>& draw) {
    const Inertia<T> I = draw.inertia();
    EXPECT_TRUE(near(matrix(ArticulatedInertia<T>(I)), matrix(I), 0));
  });
}

TYPED_TEST(InertiaLaws, SumsAddTheMomenta) {
  using T = TypeParam;
  this->repeat([](Draw<T>& draw) {
    const Motion<T> m = draw.motion();
    const Inertia<T> I = draw.inertia(), J = draw.inertia();
    EXPECT_TRUE(near((I + J) * m, I * m + J * m));
    Inertia<T> K = I;
    K += J;
    EXPECT_TRUE(near(K, I + J, 0));
    const ArticulatedInertia<T> A = draw.articulated(), B = draw.articulated();
    EXPECT_TRUE(near((A + B) * m, A * m + B * m));
    EXPECT_TRUE(near((A - B) * m, A * m - B * m));
    ArticulatedInertia<T> C = A;
    C += B;
    EXPECT_TRUE(near(C, A + B, 0));
  });
}

TYPED_TEST(InertiaLaws, KineticEnergyIsSymmetricInTwoMotions) {
  using T = TypeParam;
  this->repeat([](Draw<T>& draw) {
    const Motion<T> a = draw.motion(), b = draw.motion();
    const Inertia<T> I = draw.inertia();
    const ArticulatedInertia<T> A = draw.articulated();
    EXPECT_TRUE(near(dot(I * a, b), dot(I * b, a)));
    EXPECT_TRUE(near(dot(A * a, b), dot(A * b, a)));
  });
}

TYPED_TEST(InertiaLaws, FromComIsTheInertiaOfAParticleCloud) {
  using T = TypeParam;
  this->repeat([](Draw<T>& draw) {
    // two opposite pairs of particles around c: momentum is the sum over the particles, whatever the motion
    const Vec3<T> c = draw.vec3(), d[] = {draw.vec3(), draw.vec3()};
    const T mass = draw.scalar(0.5, 2), quarter = T(0.25) * mass;
    const Motion<T> m = draw.motion();
    Force<T> sum;
    Mat3<T> Ic;
    for (const Vec3<T>& arm : {d[0], -d[0], d[1], -d[1]}) {
      const Vec3<T> p = c + arm, f = quarter * (m.v + cross(m.w, p));
      sum += Force<T>{cross(p, f), f};
      Ic += quarter * (transpose(hat(arm)) * hat(arm));
    }
    EXPECT_TRUE(near(Inertia<T>::from_com(mass, c, symmetric(Ic)) * m, sum));
  });
}

TYPED_TEST(InertiaLaws, SymmetricOuterIsTheOuterProductOfTwoParallelForces) {
  using T = TypeParam;
  this->repeat([](Draw<T>& draw) {
    const Force<T> a = draw.force(), b = draw.scalar() * a;
    const Motion<T> m = draw.motion();
    EXPECT_TRUE(near(symmetric_outer(a, b) * m, dot(b, m) * a));
  });
}

TYPED_TEST(InertiaLaws, SymmetricOuterIsRightInEverySumThatIsSymmetric) {
  using T = TypeParam;
  this->repeat([](Draw<T>& draw) {
    // a bᵀ + b aᵀ: neither term is symmetric, the sum is
    const Force<T> a = draw.force(), b = draw.force();
    const Motion<T> m = draw.motion();
    EXPECT_TRUE(near((symmetric_outer(a, b) + symmetric_outer(b, a)) * m, dot(b, m) * a + dot(a, m) * b));
  });
}

TYPED_TEST(InertiaLaws, CastFromDoubleKeepsMassFirstAndSecondMoments) {
  using T = TypeParam;
  Draw<double> draw(1);
  const Inertia<double> I = draw.inertia();
  const Inertia<T> J = cast<T>(I);
  EXPECT_TRUE(near(J.m, static_cast<T>(I.m), 0));
  EXPECT_TRUE(near(J.h, cast<T>(I.h), 0));
  EXPECT_TRUE(near(J.I, cast<T>(I.I), 0));
  const Motion<double> m = draw.motion();
  EXPECT_TRUE(near(cast<T>(m).w, cast<T>(m.w), 0));
  EXPECT_TRUE(near(cast<T>(m).v, cast<T>(m.v), 0));
  const Force<double> f = draw.force();
  EXPECT_TRUE(near(cast<T>(f).n, cast<T>(f.n), 0));
  EXPECT_TRUE(near(cast<T>(f).f, cast<T>(f.f), 0));
}

}  // namespace
}  // namespace treefix::test
