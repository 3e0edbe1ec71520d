// Laws of treefix/kernels/turn.hpp: rotations about an axis and translations along one are those of spatial/ without
// the terms that are zero.
#include <treefix/kernels/turn.hpp>

#include "support/placements.hpp"

namespace treefix::test {
namespace {

template <class T>
class KernelTurns : public TurnTest<T> {};
TYPED_TEST_SUITE(KernelTurns, Scalars, ScalarNames);

TYPED_TEST(KernelTurns, OfVectorsAreRotations) {
  using T = TypeParam;
  this->repeat([this](Draw<T>& draw) {
    const auto [turn, about_x, about_z] = this->turn(draw);
    const Vec3<T> v = draw.vec3();
    EXPECT_TRUE(near(turned_x(turn, v), about_x * v, 4));
    EXPECT_TRUE(near(turned_z(turn, v), about_z * v, 4));
    EXPECT_TRUE(near(back_x(turn, v), transpose_times(about_x, v), 4));
    EXPECT_TRUE(near(back_z(turn, v), transpose_times(about_z, v), 4));
    Mat3<T> E = draw.rotation(), F = E;
    turn_axes(turn, E.x, E.y);
    EXPECT_TRUE(near(E, about_z * F, 8));
  });
}

TYPED_TEST(KernelTurns, OfBlocksInPlaceAreRotations) {
  using T = TypeParam;
  this->repeat([this](Draw<T>& draw) {
    const auto [turn, about_x, about_z] = this->turn(draw);
    const Mat3<T> A = draw.mat3(), back = transpose(about_z) * A * about_z;
    const Sym3<T> S = draw.sym3(), symmetric_back = rotate(transpose(about_z), S);
    Mat3<T> B = A;
    turn_back(turn, B.x.x, B.x.y, B.y.x, B.y.y);
    turn_back(turn, B.x.z, B.y.z);
    turn_back(turn, B.z.x, B.z.y);
    EXPECT_TRUE(near(B, back, 16));
    Sym3<T> R = S;
    turn_back(turn, R.xx, R.xy, R.yy);
    turn_back(turn, R.xz, R.yz);
    EXPECT_TRUE(near(R, symmetric_back, 16));
  });
}

TYPED_TEST(KernelTurns, ByRightAnglesGiveTheNumbersOfTurns) {
  using T = TypeParam;
  this->repeat([](Draw<T>& draw) {
    const Vec3<T> v = draw.vec3();
    const Mat3<T> E = draw.mat3();
    const auto law = [&](auto n) {
      const RightAngles<n> known;
      const Turn<T> turn{T(n == 0) - T(n == 2), T(n == 1) - T(n == 3)};
      EXPECT_TRUE(near(turned_z(known, v), turned_z(turn, v), 1));
      EXPECT_TRUE(near(back_z(known, v), back_z(turn, v), 1));
      EXPECT_TRUE(near(back_x(known, v), back_x(turn, v), 1));
      Mat3<T> A = E, B = E;
      turn_back(known, A.x.x, A.x.y);
      turn_back(turn, B.x.x, B.x.y);
      turn_back(known, A.y.x, A.y.y, A.y.z);
      turn_back(turn, B.y.x, B.y.y, B.y.z);
      EXPECT_TRUE(near(A, B, 4));
      A = B = E;
      turn_back(known, A.x.x, A.x.y, A.y.x, A.y.y);
      turn_back(turn, B.x.x, B.x.y, B.y.x, B.y.y);
      EXPECT_TRUE(near(A, B, 4));
    };
    law(std::integral_constant<int, 0>{});
    law(std::integral_constant<int, 1>{});
    law(std::integral_constant<int, 2>{});
    law(std::integral_constant<int, 3>{});
  });
}

TYPED_TEST(KernelTurns, ShiftsAlongAnAxisAreCrossProducts) {
  using T = TypeParam;
  this->repeat([this](Draw<T>& draw) {
    const Vec3<T> a = draw.vec3(), b = draw.vec3();
    const T p = draw.scalar();
    EXPECT_TRUE(near(plus_x_cross(a, p, b), a + cross(p * this->x, b), 4));
    EXPECT_TRUE(near(plus_y_cross(a, p, b), a + cross(p * this->y, b), 4));
    EXPECT_TRUE(near(plus_z_cross(a, p, b), a + cross(p * this->z, b), 4));
    EXPECT_TRUE(near(plus_cross_x(a, b, p), a + cross(b, p * this->x), 4));
    EXPECT_TRUE(near(plus_cross_y(a, b, p), a + cross(b, p * this->y), 4));
    EXPECT_TRUE(near(plus_cross_z(a, b, p), a + cross(b, p * this->z), 4));
    EXPECT_TRUE(near(plus_scaled(a, p, b), a + p * b, 4));
    EXPECT_TRUE(near(minus_scaled(a, p, b), a - p * b, 4));
  });
}

TYPED_TEST(KernelTurns, SpinIsWhatAccelerationAndVelocityDoToAPoint) {
  using T = TypeParam;
  this->repeat([](Draw<T>& draw) {
    const Vec3<T> w = draw.vec3(), dw = draw.vec3(), p = draw.vec3();
    EXPECT_TRUE(near(spin(w, dw) * p, cross(dw, p) + cross(w, cross(w, p)), 16));
  });
}

}  // namespace
}  // namespace treefix::test
