// Laws of treefix/spatial/transform.hpp: a group, and how it acts on motions, forces and inertias.
#include <spatial/matrix6.hpp>

namespace treefix::test {
namespace {

template <class T>
class TransformLaws : public SpatialTest<T> {};
TYPED_TEST_SUITE(TransformLaws, Scalars, ScalarNames);

TYPED_TEST(TransformLaws, TransformsFormAGroup) {
  using T = TypeParam;
  this->repeat([](Draw<T>& draw) {
    const Transform<T> X = draw.transform(), Y = draw.transform(), Z = draw.transform(), one{};
    EXPECT_TRUE(near((X * Y) * Z, X * (Y * Z)));
    EXPECT_TRUE(near(one * X, X, 0));
    EXPECT_TRUE(near(X * one, X, 0));
    EXPECT_TRUE(near(inverse(X) * X, one));
    EXPECT_TRUE(near(X * inverse(X), one));
    EXPECT_TRUE(near(inverse(X * Y), inverse(Y) * inverse(X)));
  });
}

TYPED_TEST(TransformLaws, ActionOnMotionsAndForcesIsTheMatrixOfTheBook) {
  using T = TypeParam;
  this->repeat([](Draw<T>& draw) {
    const Transform<T> X = draw.transform();
    const auto motions = matrix_of<T>([&](Vec3<T> w, Vec3<T> v) { return X * Motion<T>{w, v}; });
    const auto forces = matrix_of<T>([&](Vec3<T> n, Vec3<T> f) { return X * Force<T>{n, f}; });
    EXPECT_TRUE(near(motions, matrix(X)));
    EXPECT_TRUE(near(forces, force_matrix(X)));
  });
}

TYPED_TEST(TransformLaws, BackOnForcesIsTheTransposedMatrix) {
  using T = TypeParam;
  this->repeat([](Draw<T>& draw) {
    const Transform<T> X = draw.transform();
    const auto back = matrix_of<T>([&](Vec3<T> n, Vec3<T> f) { return X.back(Force<T>{n, f}); });
    EXPECT_TRUE(near(back, transpose(matrix(X))));
  });
}

TYPED_TEST(TransformLaws, ActionOfAProductIsOneActionAfterTheOther) {
  using T = TypeParam;
  this->repeat([](Draw<T>& draw) {
    const Transform<T> X = draw.transform(), Y = draw.transform();
    const Motion<T> m = draw.motion();
    const Force<T> f = draw.force();
    const Inertia<T> I = draw.inertia();
    const ArticulatedInertia<T> A = draw.articulated();
    EXPECT_TRUE(near((X * Y) * m, X * (Y * m)));
    EXPECT_TRUE(near((X * Y) * f, X * (Y * f)));
    EXPECT_TRUE(near((X * Y) * I, X * (Y * I), 128));
    EXPECT_TRUE(near((X * Y) * A, X * (Y * A), 128));
  });
}

TYPED_TEST(TransformLaws, BackIsTheActionOfTheInverse) {
  using T = TypeParam;
  this->repeat([](Draw<T>& draw) {
    const Transform<T> X = draw.transform();
    const Motion<T> m = draw.motion();
    const Force<T> f = draw.force();
    const Inertia<T> I = draw.inertia();
    const ArticulatedInertia<T> A = draw.articulated();
    EXPECT_TRUE(near(X.back(m), inverse(X) * m));
    EXPECT_TRUE(near(X.back(f), inverse(X) * f));
    EXPECT_TRUE(near(X.back(I), inverse(X) * I));
    EXPECT_TRUE(near(X.back(A), inverse(X) * A));
    EXPECT_TRUE(near(X.back(X * m), m));
    EXPECT_TRUE(near(X.back(X * f), f));
    EXPECT_TRUE(near(X.back(X * I), I));
    EXPECT_TRUE(near(X.back(X * A), A));
  });
}

TYPED_TEST(TransformLaws, PowerIsTheSameInEveryFrame) {
  using T = TypeParam;
  this->repeat([](Draw<T>& draw) {
    const Transform<T> X = draw.transform();
    const Motion<T> m = draw.motion();
    const Force<T> f = draw.force();
    EXPECT_TRUE(near(dot(X * f, X * m), dot(f, m)));
    EXPECT_TRUE(near(dot(f, X * m), dot(X.back(f), m)));
  });
}

TYPED_TEST(TransformLaws, CrossProductsAreTheSameInEveryFrame) {
  using T = TypeParam;
  this->repeat([](Draw<T>& draw) {
    const Transform<T> X = draw.transform();
    const Motion<T> a = draw.motion(), b = draw.motion();
    const Force<T> f = draw.force();
    EXPECT_TRUE(near(X * cross(a, b), cross(X * a, X * b)));
    EXPECT_TRUE(near(X * cross(a, f), cross(X * a, X * f)));
  });
}

TYPED_TEST(TransformLaws, TransformOfInertiaIsTheTransformOfIts6x6Matrix) {
  using T = TypeParam;
  this->repeat([](Draw<T>& draw) {
    const Transform<T> X = draw.transform();
    const Matrix6<T> there = force_matrix(X), here = matrix(inverse(X)), M = matrix(X);
    const Inertia<T> I = draw.inertia();
    EXPECT_TRUE(near(matrix(X * I), there * matrix(I) * here));
    EXPECT_TRUE(near(matrix(X.back(I)), transpose(M) * matrix(I) * M));
    const ArticulatedInertia<T> A = draw.articulated();
    EXPECT_TRUE(near(matrix(X * A), there * matrix(A) * here));
    EXPECT_TRUE(near(matrix(X.back(A)), transpose(M) * matrix(A) * M));
  });
}

TYPED_TEST(TransformLaws, RigidInertiasTransformAsArticulatedOnes) {
  using T = TypeParam;
  this->repeat([](Draw<T>& draw) {
    const Transform<T> X = draw.transform();
    const Inertia<T> I = draw.inertia();
    const ArticulatedInertia<T> A = I;
    EXPECT_TRUE(near(ArticulatedInertia<T>(X * I), X * A));
    EXPECT_TRUE(near(ArticulatedInertia<T>(X.back(I)), X.back(A)));
  });
}

TYPED_TEST(TransformLaws, MoveOriginIsBackWithoutRotation) {
  using T = TypeParam;
  this->repeat([](Draw<T>& draw) {
    const Vec3<T> p = draw.vec3(), q = draw.vec3();
    const ArticulatedInertia<T> A = draw.articulated();
    const Matrix6<T> M = matrix(Transform<T>{Mat3<T>::identity(), p});
    EXPECT_TRUE(near(matrix(move_origin(A, p)), transpose(M) * matrix(A) * M));
    EXPECT_TRUE(near(move_origin(move_origin(A, p), q), move_origin(A, p + q)));
  });
}

TYPED_TEST(TransformLaws, PointBackFollowsThePointThroughTheFrames) {
  using T = TypeParam;
  this->repeat([](Draw<T>& draw) {
    const Transform<T> X = draw.transform(), Y = draw.transform();
    const Vec3<T> p = draw.vec3();
    EXPECT_TRUE(near(X.point_back(Vec3<T>{}), X.r, 0));
    EXPECT_TRUE(near((X * Y).point_back(p), Y.point_back(X.point_back(p))));
    EXPECT_TRUE(near(X.E * (X.point_back(p) - X.r), p));
  });
}

TYPED_TEST(TransformLaws, AFrameThatIsShiftedAndTurnedSeesARestingPointWhereItIs) {
  using T = TypeParam;
  // a frame at (1, 2, 3), turned a right angle about z: its x is the old y
  const Transform<T> X{Mat3<T>{{T(0), T(1), T(0)}, {T(-1), T(0), T(0)}, {T(0), T(0), T(1)}}, {T(1), T(2), T(3)}};
  EXPECT_TRUE(near(X.point_back({T(1), T(0), T(0)}), Vec3<T>{T(1), T(3), T(3)}, 0));
  // turning about the old z axis moves the new origin: ω × r = (−2, 1, 0), in new axes (1, 2, 0)
  const Motion<T> m = X * Motion<T>{{T(0), T(0), T(1)}, {}};
  EXPECT_TRUE(near(m, Motion<T>{{T(0), T(0), T(1)}, {T(1), T(2), T(0)}}, 0));
  // a force along the old x through the old origin: moment −r × f = (0, −3, 2), in new axes (−3, 0, 2)
  const Force<T> f = X * Force<T>{{}, {T(1), T(0), T(0)}};
  EXPECT_TRUE(near(f, Force<T>{{T(-3), T(0), T(2)}, {T(0), T(-1), T(0)}}, 0));
}

TYPED_TEST(TransformLaws, CastKeepsRotationAndPosition) {
  using T = TypeParam;
  Draw<double> draw(1);
  const Transform<double> X = draw.transform();
  EXPECT_TRUE(near(cast<T>(X).E, cast<T>(X.E), 0));
  EXPECT_TRUE(near(cast<T>(X).r, cast<T>(X.r), 0));
}

}  // namespace
}  // namespace treefix::test
