// Laws of treefix/spatial/vec3.hpp.
#include <spatial/values.hpp>

namespace treefix::test {
namespace {

template <class T>
class Vec3Laws : public SpatialTest<T> {};
TYPED_TEST_SUITE(Vec3Laws, Scalars, ScalarNames);

template <class T>
Mat3<T> scaled_identity(const T& s) {
  return s * Mat3<T>::identity();
}

TYPED_TEST(Vec3Laws, CrossOfTwoAxesIsTheThird) {
  using T = TypeParam;
  const auto [x, y, z] = Mat3<T>::identity();
  EXPECT_TRUE(near(cross(x, y), z, 0));
  EXPECT_TRUE(near(cross(y, z), x, 0));
  EXPECT_TRUE(near(cross(z, x), y, 0));
  EXPECT_TRUE(near(cross(x, x), Vec3<T>{}, 0));
}

TYPED_TEST(Vec3Laws, CrossIsBilinearAndAlternates) {
  using T = TypeParam;
  this->repeat([](Draw<T>& draw) {
    const T s = draw.scalar();
    const Vec3<T> a = draw.vec3(), b = draw.vec3(), c = draw.vec3();
    EXPECT_TRUE(near(cross(s * a + b, c), s * cross(a, c) + cross(b, c)));
    EXPECT_TRUE(near(cross(a, b), -cross(b, a)));
  });
}

TYPED_TEST(Vec3Laws, CrossIsNormalToItsFactorsAndHasTheLengthOfLagrange) {
  using T = TypeParam;
  this->repeat([](Draw<T>& draw) {
    const Vec3<T> a = draw.vec3(), b = draw.vec3(), c = cross(a, b);
    EXPECT_TRUE(near(dot(a, c), T(0)));
    EXPECT_TRUE(near(dot(b, c), T(0)));
    EXPECT_TRUE(near(dot(c, c), dot(a, a) * dot(b, b) - dot(a, b) * dot(a, b)));
  });
}

TYPED_TEST(Vec3Laws, DotIsTheSumOverTheAxes) {
  using T = TypeParam;
  this->repeat([](Draw<T>& draw) {
    const Vec3<T> a = draw.vec3(), b = draw.vec3();
    const auto [x, y, z] = Mat3<T>::identity();
    EXPECT_TRUE(near(dot(a, x) * x + dot(a, y) * y + dot(a, z) * z, a, 0));
    EXPECT_TRUE(near(dot(a, b), a.x * b.x + a.y * b.y + a.z * b.z));
  });
}

TYPED_TEST(Vec3Laws, VectorsFormAVectorSpace) {
  using T = TypeParam;
  this->repeat([](Draw<T>& draw) {
    const T s = draw.scalar();
    const Vec3<T> a = draw.vec3(), b = draw.vec3();
    EXPECT_TRUE(near(s * (a - b), a * s + (-s) * b));
    EXPECT_TRUE(near(a + (-a), Vec3<T>{}, 0));
    Vec3<T> c = a;
    c += b;
    EXPECT_TRUE(near(c, a + b, 0));
    c -= b;
    EXPECT_TRUE(near(c, a));
  });
}

template <class T>
class Mat3Laws : public SpatialTest<T> {};
TYPED_TEST_SUITE(Mat3Laws, Scalars, ScalarNames);

TYPED_TEST(Mat3Laws, ColumnsAreTheImagesOfTheAxes) {
  using T = TypeParam;
  this->repeat([](Draw<T>& draw) {
    const Mat3<T> A = draw.mat3(), I = Mat3<T>::identity();
    EXPECT_TRUE(near(A * I.x, Vec3<T>{A.x.x, A.y.x, A.z.x}, 0));
    EXPECT_TRUE(near(A * I.y, Vec3<T>{A.x.y, A.y.y, A.z.y}, 0));
    EXPECT_TRUE(near(A * I.z, Vec3<T>{A.x.z, A.y.z, A.z.z}, 0));
  });
}

TYPED_TEST(Mat3Laws, ProductIsOneMapAfterTheOther) {
  using T = TypeParam;
  this->repeat([](Draw<T>& draw) {
    const Mat3<T> A = draw.mat3(), B = draw.mat3(), I = Mat3<T>::identity();
    const Vec3<T> v = draw.vec3();
    EXPECT_TRUE(near((A * B) * v, A * (B * v)));
    EXPECT_TRUE(near(A * I, A, 0));
    EXPECT_TRUE(near(I * A, A, 0));
  });
}

TYPED_TEST(Mat3Laws, TransposeIsTheAdjoint) {
  using T = TypeParam;
  this->repeat([](Draw<T>& draw) {
    const Mat3<T> A = draw.mat3(), B = draw.mat3();
    const Vec3<T> a = draw.vec3(), b = draw.vec3();
    EXPECT_TRUE(near(dot(A * a, b), dot(a, transpose(A) * b)));
    EXPECT_TRUE(near(transpose(A * B), transpose(B) * transpose(A)));
    EXPECT_TRUE(near(transpose_times(A, a), transpose(A) * a));
  });
}

TYPED_TEST(Mat3Laws, MatricesFormAVectorSpace) {
  using T = TypeParam;
  this->repeat([](Draw<T>& draw) {
    const T s = draw.scalar();
    const Mat3<T> A = draw.mat3(), B = draw.mat3();
    const Vec3<T> v = draw.vec3();
    EXPECT_TRUE(near((s * (A + B)) * v, s * (A * v) + s * (B * v)));
    EXPECT_TRUE(near((A - B) + B, A));
    Mat3<T> C = A;
    C += B;
    EXPECT_TRUE(near(C, A + B, 0));
  });
}

TYPED_TEST(Mat3Laws, HatIsTheMatrixOfTheCrossProduct) {
  using T = TypeParam;
  this->repeat([](Draw<T>& draw) {
    const Vec3<T> v = draw.vec3(), w = draw.vec3();
    const Mat3<T> A = draw.mat3();
    EXPECT_TRUE(near(hat(v) * w, cross(v, w)));
    EXPECT_TRUE(near(transpose(hat(v)), hat(-v), 0));
    EXPECT_TRUE(near(cross(v, A), hat(v) * A));
  });
}

TYPED_TEST(Mat3Laws, OuterProductProjectsOnItsSecondFactor) {
  using T = TypeParam;
  this->repeat([](Draw<T>& draw) {
    const Vec3<T> a = draw.vec3(), b = draw.vec3(), v = draw.vec3();
    EXPECT_TRUE(near(outer(a, b) * v, dot(b, v) * a));
  });
}

template <class T>
class Sym3Laws : public SpatialTest<T> {};
TYPED_TEST_SUITE(Sym3Laws, Scalars, ScalarNames);

TYPED_TEST(Sym3Laws, FullIsSymmetricAndActsTheSame) {
  using T = TypeParam;
  this->repeat([](Draw<T>& draw) {
    const Sym3<T> A = draw.sym3(), B = draw.sym3();
    const T s = draw.scalar();
    const Vec3<T> v = draw.vec3();
    EXPECT_TRUE(near(full(A), transpose(full(A)), 0));
    EXPECT_TRUE(near(A * v, full(A) * v));
    EXPECT_TRUE(near(symmetric(full(A)), A, 0));
    EXPECT_TRUE(near(full(A + s * B), full(A) + s * full(B)));
    EXPECT_TRUE(near(full(A - B), full(A) - full(B), 0));
    Sym3<T> C = A;
    C += B;
    EXPECT_TRUE(near(C, A + B, 0));
  });
}

TYPED_TEST(Sym3Laws, DiagonalHasItsNumbersOnTheDiagonal) {
  using T = TypeParam;
  const Mat3<T> D = full(Sym3<T>::diagonal(T(2), T(3), T(5)));
  EXPECT_TRUE(near(D, Mat3<T>{{T(2), T(0), T(0)}, {T(0), T(3), T(0)}, {T(0), T(0), T(5)}}, 0));
  EXPECT_TRUE(near(trace(Sym3<T>::diagonal(T(2), T(3), T(5))), T(10), 0));
  EXPECT_TRUE(near(full(Sym3<T>::identity()), Mat3<T>::identity(), 0));
}

TYPED_TEST(Sym3Laws, RotateIsTheProductWithEFromBothSides) {
  using T = TypeParam;
  this->repeat([](Draw<T>& draw) {
    const Mat3<T> E = draw.mat3();  // the identity needs no rotation
    const Sym3<T> A = draw.sym3();
    EXPECT_TRUE(near(full(rotate(E, A)), E * full(A) * transpose(E)));
  });
}

TYPED_TEST(Sym3Laws, RotationKeepsTheTrace) {
  using T = TypeParam;
  this->repeat([](Draw<T>& draw) {
    const Sym3<T> A = draw.sym3();
    EXPECT_TRUE(near(trace(rotate(draw.rotation(), A)), trace(A)));
  });
}

TYPED_TEST(Sym3Laws, AnticommutatorIsTheSumOfBothProductsOfHats) {
  using T = TypeParam;
  this->repeat([](Draw<T>& draw) {
    const Vec3<T> a = draw.vec3(), b = draw.vec3();
    const Mat3<T> sum = hat(a) * hat(b) + hat(b) * hat(a);
    EXPECT_TRUE(near(full(anticommutator(a, b)), sum));
    EXPECT_TRUE(near(sum, outer(a, b) + outer(b, a) - scaled_identity(T(2) * dot(a, b))));
  });
}

TYPED_TEST(Sym3Laws, CastFromDoubleKeepsEveryNumberInEveryLane) {
  using T = TypeParam;
  Draw<double> draw(1);
  const Vec3<double> v = draw.vec3();
  const Mat3<double> A = draw.mat3();
  const Sym3<double> S = draw.sym3();
  const auto expect_same = [](const auto& cast_value, const auto& value) {
    const auto x = components(cast_value);
    const auto y = components(value);
    ASSERT_EQ(x.size(), y.size());
    for (std::size_t i = 0; i < x.size(); ++i)
      for (int lane = 0; lane < Lane<T>::count; ++lane)
        EXPECT_EQ(Lane<T>::get(x[i], lane), static_cast<Element<T>>(y[i])) << i;
  };
  expect_same(cast<T>(v), v);
  expect_same(cast<T>(A), A);
  expect_same(cast<T>(S), S);
}

}  // namespace
}  // namespace treefix::test
