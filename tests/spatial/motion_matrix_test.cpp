// Laws of treefix/spatial/motion_matrix.hpp.
#include <treefix/spatial/motion_matrix.hpp>

#include <gtest/gtest.h>

#include <treefix/base/random.hpp>

#include "spatial/matrix6.hpp"

namespace treefix::test {
namespace {

template <class T>
class MotionMatrixLaws : public ::testing::Test {};
using Scalars_ = ::testing::Types<double, Quad>;
TYPED_TEST_SUITE(MotionMatrixLaws, Scalars_, ScalarNames);

template <class T>
Vec3<T> some(Random& random) {
  return {uniform<T>(random), uniform<T>(random), uniform<T>(random)};
}
template <class T>
MotionMatrix<T> some_matrix(Random& random) {
  MotionMatrix<T> A;
  for (Force<T>& row : A.rows) row = {some<T>(random), some<T>(random)};
  return A;
}
template <class T>
Matrix6<T> matrix(const MotionMatrix<T>& A) {
  const auto& r = A.rows;
  return blocks(Mat3<T>{r[0].n, r[1].n, r[2].n}, Mat3<T>{r[0].f, r[1].f, r[2].f}, Mat3<T>{r[3].n, r[4].n, r[5].n},
                Mat3<T>{r[3].f, r[4].f, r[5].f});
}

TYPED_TEST(MotionMatrixLaws, AreThoseOfMatrices) {
  using T = TypeParam;
  Random random(1);
  for (int repetition = 0; repetition < 50; ++repetition) {
    const auto A = some_matrix<T>(random), B = some_matrix<T>(random);
    EXPECT_TRUE(near(components(matrix(A * B)), components(matrix(A) * matrix(B))));
    EXPECT_TRUE(near(components(matrix_of<T>([&](Vec3<T> w, Vec3<T> v) { return A * Motion<T>{w, v}; })),
                     components(matrix(A))));
    EXPECT_TRUE(near(components(matrix_of<T>([&](Vec3<T> n, Vec3<T> f) { return transpose_times(A, Force<T>{n, f}); })),
                     components(transpose(matrix(A)))));
    const Transform<T> X{{some<T>(random), some<T>(random), some<T>(random)}, some<T>(random)};  // of any matrix
    EXPECT_TRUE(near(components(matrix(A * X)), components(matrix(A) * test::matrix(X))));
    const Motion<T> a{some<T>(random), some<T>(random)}, x{some<T>(random), some<T>(random)};
    const Force<T> b{some<T>(random), some<T>(random)};
    MotionMatrix<T> less = A;
    less.subtract_outer(a, b);
    EXPECT_TRUE(near(less * x, A * x - dot(b, x) * a));
    const T power = dot(b, A * x), same = dot(transpose_times(A, b), x);
    EXPECT_TRUE(near(power, same));
  }
}

TYPED_TEST(MotionMatrixLaws, IdentityLeavesMotionsAlone) {
  using T = TypeParam;
  Random random(3);
  const Motion<T> x{some<T>(random), some<T>(random)};
  EXPECT_TRUE(near(MotionMatrix<T>::identity() * x, x, 0));
}

}  // namespace
}  // namespace treefix::test
