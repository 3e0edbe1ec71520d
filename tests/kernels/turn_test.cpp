// Laws of treefix/kernels/turn.hpp, articulated.hpp and crba.hpp: rotations about an axis and translations along one
// are changes of coordinates of spatial/ without the terms that are zero.
#include <treefix/kernels/aba.hpp>
#include <treefix/kernels/crba.hpp>

#include <spatial/values.hpp>

#include "support/rooms.hpp"

namespace treefix::test {
namespace {

template <class T>
class KernelTurns : public SpatialTest<T> {
 protected:
  static inline const Vec3<T> x{T(1), T(0), T(0)}, y{T(0), T(1), T(0)}, z{T(0), T(0), T(1)};

  struct Turned {
    Turn<T> turn;
    Mat3<T> about_x, about_z;
  };
  static Turned turn(Draw<T>& draw) {
    const auto [sine, cosine] = sine_cosine(draw.scalar(-4, 4));
    return {{cosine, sine}, turned(x, sine, cosine), turned(z, sine, cosine)};
  }
};
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

TYPED_TEST(KernelTurns, ByRightAnglesGiveTheNumbersOfTurns) {
  using T = TypeParam;
  this->repeat([](Draw<T>& draw) {
    const Vec3<T> v = draw.vec3();
    const Mat3<T> E = draw.mat3();
    for_each_constant<4>([&](auto n) {
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
    });
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
    const Mat3<T> U = draw.mat3();
    EXPECT_TRUE(near(plus_spin_x(a, U, p), a + U * (p * this->x), 4));
    EXPECT_TRUE(near(plus_spin_y(a, U, p), a + U * (p * this->y), 4));
    EXPECT_TRUE(near(plus_spin_z(a, U, p), a + U * (p * this->z), 4));
  });
}

TYPED_TEST(KernelTurns, SpinIsWhatAccelerationAndVelocityDoToAPoint) {
  using T = TypeParam;
  this->repeat([](Draw<T>& draw) {
    const Vec3<T> w = draw.vec3(), dw = draw.vec3(), p = draw.vec3();
    EXPECT_TRUE(near(spin(w, dw) * p, cross(dw, p) + cross(w, cross(w, p)), 16));
  });
}

TYPED_TEST(KernelTurns, OfArticulatedInertiasAreChangesOfCoordinates) {
  using T = TypeParam;
  this->repeat([this](Draw<T>& draw) {
    const auto [turn, about_x, about_z] = this->turn(draw);
    const T p = draw.scalar();
    const ArticulatedInertia<T> A = draw.articulated();
    const auto changed = [&](auto f) {
      ArticulatedInertia<T> B = A;
      f(B);
      return B;
    };
    EXPECT_TRUE(near(changed([&](auto& B) { move_x(p, B); }), move_origin(A, p * this->x), 16));
    EXPECT_TRUE(near(changed([&](auto& B) { move_y(p, B); }), move_origin(A, p * this->y), 16));
    EXPECT_TRUE(near(changed([&](auto& B) { move_z<false>(p, B); }), move_origin(A, p * this->z), 16));
    const auto& t = turn;
    const Transform<T> X{about_x, {}}, Z{about_z, {}};
    EXPECT_TRUE(near(changed([&](auto& B) { turn_back_x<false>(t, B); }), X.back(A), 16));
    EXPECT_TRUE(near(changed([&](auto& B) { turn_back_z<false>(t, B); }), Z.back(A), 16));
  });
}

TYPED_TEST(KernelTurns, OfFlatInertiasAreThoseOfAllOthers) {
  using T = TypeParam;
  this->repeat([this](Draw<T>& draw) {
    const auto [turn, about_x, about_z] = this->turn(draw);
    const T p = draw.scalar();
    ArticulatedInertia<T> flat = draw.articulated();
    flat.I.xz = flat.I.yz = flat.I.zz = flat.H.z.x = flat.H.z.y = flat.H.z.z = T(0);
    ArticulatedInertia<T> A = flat, B = flat;
    move_z<true>(p, A);
    move_z<false>(p, B);
    EXPECT_TRUE(near(A, B, 0));
    turn_back_z<true>(turn, A);
    turn_back_z<false>(turn, B);
    EXPECT_TRUE(near(A, B, 0));
    turn_back_x<true>(turn, A);
    turn_back_x<false>(turn, B);
    EXPECT_TRUE(near(A, B, 4));
  });
}

template <class T>
Inertia<T> inertia_of(const Composite<T>& b) {
  return {b.m, b.h, rotational_inertia(b.S)};
}

TYPED_TEST(KernelTurns, OfCompositesAreChangesOfCoordinates) {
  using T = TypeParam;
  this->repeat([this](Draw<T>& draw) {
    const auto [turn, about_x, about_z] = this->turn(draw);
    const T p = draw.scalar();
    const Inertia<T> I = draw.inertia();
    const auto changed = [&](auto f) {
      Composite<T> b{I.m, I.h, second_moments(I.I)};
      f(b);
      return inertia_of(b);
    };
    const auto moved = [&](const Vec3<T>& by) { return Transform<T>{Mat3<T>::identity(), by}.back(I); };
    EXPECT_TRUE(near(changed([](auto&) {}), I, 4));
    EXPECT_TRUE(near(changed([&](auto& b) { move_x(p, b); }), moved(p * this->x), 32));
    EXPECT_TRUE(near(changed([&](auto& b) { move_y(p, b); }), moved(p * this->y), 32));
    EXPECT_TRUE(near(changed([&](auto& b) { move_z(p, b); }), moved(p * this->z), 32));
    const auto& t = turn;
    const Transform<T> X{about_x, {}}, Z{about_z, {}};
    EXPECT_TRUE(near(changed([&](auto& b) { turn_back_x(t, b); }), X.back(I), 32));
    EXPECT_TRUE(near(changed([&](auto& b) { turn_back_z(t, b); }), Z.back(I), 32));
  });
}

/// A placement: a mount, then an axis.
template <class T>
struct DrawnPlacement {
  Mount<T> mount;
  Axis<T> axis;
  Turn<T> turn;
  Transform<T> over_mount, over_axis;
};
/// A placement whose mount and axis are turned by this many right angles, or by arbitrary angles if that is negative.
template <class T>
DrawnPlacement<T> draw_placement(Draw<T>& draw, int right_angles) {
  const Vec3<T> x{T(1), T(0), T(0)}, z{T(0), T(0), T(1)};
  DrawnPlacement<T> placement;
  auto [s0, c0] = sine_cosine(draw.scalar(-4, 4));
  auto [s1, c1] = sine_cosine(draw.scalar(-4, 4));
  if (right_angles >= 0) {
    s0 = s1 = T((right_angles == 1) - (right_angles == 3));
    c0 = c1 = T((right_angles == 0) - (right_angles == 2));
  }
  const auto [s2, c2] = sine_cosine(draw.scalar(-4, 4));
  placement.mount = {c0, s0, right_angles == 0 ? T(0) : draw.scalar(), draw.scalar()};
  placement.axis.cos_alpha = c1;
  placement.axis.sin_alpha = s1;
  placement.axis.a = draw.scalar();
  placement.axis.d = right_angles == 0 ? T(0) : draw.scalar();
  placement.turn = {c2, s2};
  const Mat3<T> one = Mat3<T>::identity();
  placement.over_mount =
      Transform<T>{one, {T(0), placement.mount.b, placement.mount.lift}} * Transform<T>{turned(z, s0, c0), {}};
  placement.over_axis = Transform<T>{turned(z, s2, c2), {T(0), T(0), placement.axis.d}} *
                        Transform<T>{turned(x, s1, c1), {placement.axis.a, T(0), T(0)}};
  return placement;
}

TYPED_TEST(KernelTurns, PathsOverAnAxisAndAMountArePlacements) {
  using T = TypeParam;
  for (int right_angles = -1; right_angles < 4; ++right_angles)
    this->repeat([right_angles](Draw<T>& draw) {
      const DrawnPlacement<T> w = draw_placement<T>(draw, right_angles);
      const Force<T> F = draw.force();
      EXPECT_TRUE(near(back_over(w.axis, w.turn, w.axis.d, F), w.over_axis.back(F), 16));
      EXPECT_TRUE(near(back_over(w.mount, F), w.over_mount.back(F), 16));
      const ArticulatedInertia<T> given = draw.articulated();
      ArticulatedInertia<T> A = given;
      ArticulatedBody<T> B{given, F};
      back_over<false>(w.axis, w.turn, w.axis.d, A);
      with_turn(w.mount, [&](const auto& turn) { back_over(w.mount, B, turn); });
      EXPECT_TRUE(near(A, w.over_axis.back(given), 64));
      EXPECT_TRUE(near(B.A, w.over_mount.back(given), 64));
      EXPECT_TRUE(near(B.p, w.over_mount.back(F), 16));
      ArticulatedInertia<T> C = given, flat = given;
      flat.I.xz = flat.I.yz = flat.I.zz = T(0);
      flat.H.z = {};
      ArticulatedInertia<T> D = flat;
      bool is_known = true;
      with_alpha(w.axis, [&](auto alpha) {
        using R = decltype(alpha);
        is_known = !std::is_same_v<R, AnyAlpha>;
        EXPECT_TRUE(near(back_over<R>(w.axis, w.turn, w.axis.d, F), w.over_axis.back(F), 16));
        back_over<false, R>(w.axis, w.turn, w.axis.d, C), back_over<true, R>(w.axis, w.turn, w.axis.d, D);
      });
      constexpr bool is_number = requires(T a) { a == a; };  // nothing is known about lanes
      EXPECT_EQ(is_known, is_number && right_angles >= 0 && right_angles != 2);  // opposite axes are rare
      EXPECT_TRUE(near(C, w.over_axis.back(given), 64));
      EXPECT_TRUE(near(D, w.over_axis.back(flat), 64));
      const Inertia<T> I = draw.inertia();
      Composite<T> b{I.m, I.h, second_moments(I.I)}, c = b;
      back_over(w.axis, w.turn, w.axis.d, b);
      back_over(w.mount, c);
      EXPECT_TRUE(near(inertia_of(b), w.over_axis.back(I), 64));
      EXPECT_TRUE(near(inertia_of(c), w.over_mount.back(I), 64));
      const Motion<T> m = draw.motion();
      Motion<T> over = m, past = m;
      out_over(w.axis, w.turn, w.axis.d, over.w, over.v);
      out_over(w.mount, past.w, past.v);
      EXPECT_TRUE(near(over, w.over_axis * m, 16));
      EXPECT_TRUE(near(past, w.over_mount * m, 16));
    });
}

}  // namespace
}  // namespace treefix::test
