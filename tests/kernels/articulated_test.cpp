// Laws of treefix/kernels/articulated.hpp.
#include <treefix/kernels/articulated.hpp>

#include "support/placements.hpp"

namespace treefix::test {
namespace {

template <class T>
class KernelArticulated : public TurnTest<T> {};
TYPED_TEST_SUITE(KernelArticulated, Scalars, ScalarNames);

TYPED_TEST(KernelArticulated, TurnsAndMovesAreChangesOfCoordinates) {
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

TYPED_TEST(KernelArticulated, FlatInertiasTurnAndMoveLikeAllOthers) {
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

TYPED_TEST(KernelArticulated, PathsOverAnAxisAndAMountArePlacements) {
  using T = TypeParam;
  this->for_each_placement([](Draw<T>& draw, const DrawnPlacement<T>& w) {
    const Force<T> F = draw.force();
    const ArticulatedInertia<T> given = draw.articulated();
    ArticulatedInertia<T> A = given, C = given, flat = given;
    flat.I.xz = flat.I.yz = flat.I.zz = T(0);
    flat.H.z = {};
    ArticulatedInertia<T> D = flat;
    back_over<false>(w.axis, w.turn, w.axis.d, A);
    EXPECT_TRUE(near(A, w.over_axis.back(given), 64));
    with_alpha(w.axis, [&](auto alpha) {
      using R = decltype(alpha);
      back_over<false, R>(w.axis, w.turn, w.axis.d, C);
      back_over<true, R>(w.axis, w.turn, w.axis.d, D);
    });
    EXPECT_TRUE(near(C, w.over_axis.back(given), 64));
    EXPECT_TRUE(near(D, w.over_axis.back(flat), 64));
    ArticulatedBody<T> B{given, F};
    with_turn(w.mount, [&](const auto& turn) { back_over(w.mount, B, turn); });
    EXPECT_TRUE(near(B.A, w.over_mount.back(given), 64));
    EXPECT_TRUE(near(B.p, w.over_mount.back(F), 16));
  });
}

template <class Law>
void for_many_draws(Law law) {
  Draw<double> draw(3);
  for (int again = 0; again < repetitions; ++again) law(draw);
}

TEST(KernelArticulated, AMassAtAPointIsAMassAtTheOriginMoved) {
  for_many_draws([](Draw<double>& draw) {
    const Vec3<double> r = draw.vec3();
    const Sym3<double> M = draw.sym3();
    EXPECT_TRUE(near(mass_at(r, M), move_origin(ArticulatedInertia<double>{{}, {}, M}, r), 16));
  });
}

struct WholeAxis : Axis<double> {
  double m = 0, hz = 0, Szz = 0;
};

TEST(KernelArticulated, AddsTheRigidInertiaOfABody) {
  for_many_draws([](Draw<double>& draw) {
    const ArticulatedInertia<double> given = draw.articulated();
    const double m = draw.scalar();
    const Vec3<double> h = draw.vec3();
    const Sym3<double> S = draw.sym3();
    const auto expect_sum = [&](const auto& body, const Inertia<double>& I) {
      ArticulatedInertia<double> A = given;
      add_inertia(body, A);
      EXPECT_TRUE(near(A, given + ArticulatedInertia<double>(I), 4));
    };
    expect_sum(GeneralBody<double>{.m = m, .h = h, .S = S}, {m, h, rotational_inertia(S)});
    WholeAxis axis;
    axis.hx = h.x;
    axis.hy = h.y;
    axis.Sxx = S.xx;
    axis.Sxy = S.xy;
    axis.Syy = S.yy;
    axis.Sxz = S.xz;
    axis.Syz = S.yz;
    expect_sum(static_cast<const Axis<double>&>(axis),
               {0, {h.x, h.y, 0}, rotational_inertia(Sym3<double>{S.xx, S.xy, S.yy, S.xz, S.yz, 0})});
    axis.m = m;
    axis.hz = h.z;
    axis.Szz = S.zz;
    expect_sum(axis, {m, h, rotational_inertia(S)});
  });
}

TEST(KernelArticulated, TheLastChildReplacesWhatIsInTheSlotAndOthersAddToIt) {
  for_many_draws([](Draw<double>& draw) {
    ArticulatedBody<double> slots[3];
    const ArticulatedBody<double> last{draw.articulated(), draw.force()}, other{draw.articulated(), draw.force()};
    const ArticulatedBody<double> before{draw.articulated(), draw.force()};
    for (ArticulatedBody<double>& slot : slots) slot = before;
    LaneGroup<double> g;
    g.articulated = slots;
    const auto expect_slot = [&](const ArticulatedInertia<double>& A, const Force<double>& p) {
      EXPECT_TRUE(near(slots[1].A, A, 0));
      EXPECT_TRUE(near(slots[1].p, p, 0));
    };
    hand_on({.from = 1, .is_last_child = true}, g, last);
    expect_slot(last.A, last.p);
    hand_on({.from = 1, .is_last_child = false}, g, other);
    expect_slot(last.A + other.A, last.p + other.p);
    for (const int neighbour : {0, 2}) EXPECT_TRUE(near(slots[neighbour].A, before.A, 0));
  });
}

}  // namespace
}  // namespace treefix::test
