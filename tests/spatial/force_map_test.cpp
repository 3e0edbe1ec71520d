// Laws of treefix/spatial/force_map.hpp.
#include <treefix/spatial/force_map.hpp>

#include <gtest/gtest.h>

#include "spatial/matrix6.hpp"

namespace treefix::test {
namespace {

template <class T>
class ForceMapLaws : public ::testing::Test {};
using Scalars_ = ::testing::Types<double, Quad>;
TYPED_TEST_SUITE(ForceMapLaws, Scalars_, ScalarNames);

template <class T>
Vec3<T> some(Random& random) {
  return {uniform<T>(random), uniform<T>(random), uniform<T>(random)};
}
template <class T>
ForceMap<T> some_map(Random& random) {
  const auto rows = [&] { return Mat3<T>{some<T>(random), some<T>(random), some<T>(random)}; };
  return {rows(), rows(), rows(), rows()};
}
template <class T>
Matrix6<T> matrix(const ForceMap<T>& Y) {
  return blocks(Y.nn, Y.nf, Y.fn, Y.ff);
}

TYPED_TEST(ForceMapLaws, AreThoseOfMatrices) {
  using T = TypeParam;
  Random random(1);
  for (int repetition = 0; repetition < 50; ++repetition) {
    const auto Y = some_map<T>(random), Z = some_map<T>(random);
    const auto product = matrix(Y) * matrix(Z), by_map = matrix(Y * Z);
    EXPECT_TRUE(near(components(by_map), components(product)));
    EXPECT_TRUE(near(components(matrix_of<T>([&](Vec3<T> n, Vec3<T> f) { return Y * Force<T>{n, f}; })),
                     components(matrix(Y))));
    EXPECT_TRUE(
        near(components(matrix_of<T>([&](Vec3<T> w, Vec3<T> v) { return transpose_times(Y, Motion<T>{w, v}); })),
             components(transpose(matrix(Y)))));
    const Force<T> a{some<T>(random), some<T>(random)}, x{some<T>(random), some<T>(random)};
    const Motion<T> b{some<T>(random), some<T>(random)};
    EXPECT_TRUE(near(minus_outer(Y, a, b) * x, Y * x - dot(b, x) * a));
    const T power = dot(Y * x, b), same = dot(x, transpose_times(Y, b));
    EXPECT_TRUE(near(power, same));
  }
}

TYPED_TEST(ForceMapLaws, OfATransformIsItsTranspose) {
  using T = TypeParam;
  Random random(2);
  for (int repetition = 0; repetition < 50; ++repetition) {
    const Transform<T> X{{some<T>(random), some<T>(random), some<T>(random)}, some<T>(random)};  // of any matrix
    EXPECT_TRUE(near(components(matrix(force_map(X))), components(transpose(test::matrix(X)))));
  }
}

TYPED_TEST(ForceMapLaws, OfNothingLeavesForcesAlone) {
  using T = TypeParam;
  Random random(3);
  const Force<T> x{some<T>(random), some<T>(random)};
  EXPECT_TRUE(near(ForceMap<T>{} * x, x, 0));
}

}  // namespace
}  // namespace treefix::test
