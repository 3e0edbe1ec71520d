// Laws of treefix/kernels/aba_general.hpp: one joint of a prepared model is an ArticulatedJoint.
#include <treefix/kernels/aba_general.hpp>

#include <treefix/primitives/articulated_joint.hpp>

#include "support/placements.hpp"

namespace treefix::test {
namespace {

/// A body on a joint of this kind that hangs from body 0, or from the root, with random values of everything.
template <JointKind kind>
struct DrawnJoint {
  static constexpr int n = velocity_count(kind);
  static constexpr int v = 2;  // its coordinates are not the first

  Prepared<double> m;
  Turn<double> turns[2];
  Place<double> places[1];
  Force<double> F[2], G[v + n];
  double d[v + n], tau[v + n], a[v + n];
  ArticulatedBody<double> slots[2];
  LaneGroup<double> g;
  Inertia<double> inertia;
  Transform<double> X;  // from the frame before its mount
  ArticulatedBody<double> children, load;  // what hangs from the body; the same with the body

  DrawnJoint(Draw<double>& draw, bool on_root, bool with_armature)
      : inertia(Inertia<double>::from_com(draw.scalar(0, 1), draw.vec3(), Sym3<double>::diagonal(0.2, 0.3, 0.4))),
        children{draw.definite(), draw.force()} {
    m.bodies.resize(2);
    m.bodies[1] = {.kind = kind, .parent = on_root ? -1 : 0, .v = v, .general = 0};
    m.general_bodies = {{.pitch = draw.scalar(), .m = inertia.m, .h = inertia.h, .S = second_moments(inertia.I)}};
    for (int k = 0; k < v + n; ++k) {
      m.armatures.push_back(with_armature ? draw.scalar(0, 1) : 0);
      tau[k] = draw.scalar();
      d[k] = a[k] = 0;
    }
    F[1] = draw.force();
    const DrawnPlacement<double> placement = draw_placement<double>(draw, -1);
    m.axes = {{}, placement.axis};
    turns[1] = placement.turn;
    places[0] = {draw.transform(), placement.axis.d};
    X = has_axis(kind) ? placement.over_axis : places[0].X;
    load = {children.A + ArticulatedInertia<double>(inertia), children.p + F[1]};
    g.turns = turns;
    g.places = places;
    g.F = F;
    g.G = G;
    g.d = d;
    g.tau = tau;
    g.a = a;
    g.articulated = slots;
  }
  DrawnJoint(const DrawnJoint&) = delete;
  DrawnJoint& operator=(const DrawnJoint&) = delete;
  ~DrawnJoint() = default;

  Motion<double> S(int k) const {
    double unit[6] = {};
    unit[k] = 1;
    return general_motion(kind, m.general_bodies[0], unit);
  }
  ArticulatedJoint<double, n> joint() const {
    return {[this](int k) { return S(k); }, [this](int k) { return m.armatures[v + static_cast<std::size_t>(k)]; },
            [this](int k) { return tau[v + k]; }, load};
  }
};

/// Calls law(kind) for every kind but revolute, many times.
template <class Law>
void for_each_general_kind(Law law) {
  for (const JointKind kind : general_kinds()) with_general(kind, law);
}

template <class Law>
void for_many_draws(Law law) {
  Draw<double> draw(1);
  for (int again = 0; again < repetitions; ++again) law(draw);
}

constexpr double units = 2000;  // of rounding: 6 × 6 systems are solved

TEST(AbaGeneral, ColumnsAreTheForcesThatTheMotionsOfTheJointNeed) {
  for_each_general_kind([](auto kind) {
    for_many_draws([&](Draw<double>& draw) {
      const DrawnJoint<kind()> drawn(draw, false, false);
      for_each_constant<velocity_count(kind())>([&](auto k) {
        const Force<double> U = column<kind(), k()>(drawn.m.general_bodies[0], drawn.children.A);
        EXPECT_TRUE(near(U, drawn.children.A * drawn.S(k), 16)) << to_string(kind()) << k();
      });
    });
  });
}

TEST(AbaGeneral, InwardABodyIsAnArticulatedJoint) {
  for_each_general_kind([](auto kind) {
    for_many_draws([&](Draw<double>& draw) {
      for (const bool on_root : {false, true})
        for (const bool with_armature : {false, true}) {
          DrawnJoint<kind()> drawn(draw, on_root, with_armature);
          const auto joint = drawn.joint();
          ArticulatedBody<double> x = drawn.children;
          general_articulated<kind()>(drawn.m, 1, drawn.g, x);
          for (int k = 0; k < drawn.n; ++k)
            EXPECT_TRUE(near(drawn.d[drawn.v + k], joint.d[k], units)) << to_string(kind());
          if (on_root) continue;
          for (int k = 0; k < drawn.n; ++k)
            EXPECT_TRUE(near(drawn.G[drawn.v + k], joint.G[k], units)) << to_string(kind());
          const ArticulatedBody<double> passed_on = joint.across(drawn.load, {});
          EXPECT_TRUE(near(x.A, drawn.X.back(passed_on.A), units)) << to_string(kind());
          EXPECT_TRUE(near(x.p, drawn.X.back(passed_on.p), units)) << to_string(kind());
        }
    });
  });
}

/// The accelerations that an ArticulatedJoint has if the frame before the mount accelerates with `from`.
template <JointKind kind>
void expect_accelerations(const DrawnJoint<kind>& drawn, const Accelerating<double>& from,
                          const Accelerating<double>& got) {
  const auto joint = drawn.joint();
  const bool on_root = drawn.m.bodies[1].parent < 0;
  Motion<double> A = on_root ? Motion<double>{} : drawn.X * Motion<double>{from.dw, from.a};
  const Motion<double> before = A;
  for (int k = 0; k < drawn.n; ++k) {
    const double a = joint.d[k] - dot(joint.G[k], before);
    EXPECT_TRUE(near(drawn.a[drawn.v + k], a, units)) << to_string(kind);
    A += a * drawn.S(k);
  }
  EXPECT_TRUE(near(got.dw, A.w, units)) << to_string(kind);
  EXPECT_TRUE(near(got.a, A.v, units)) << to_string(kind);
}

TEST(AbaGeneral, OutwardTheJointAndItsFarSideAccelerate) {
  for_each_general_kind([](auto kind) {
    for_many_draws([&](Draw<double>& draw) {
      for (const bool on_root : {false, true}) {
        DrawnJoint<kind()> drawn(draw, on_root, true);
        ArticulatedBody<double> x = drawn.children;
        general_articulated<kind()>(drawn.m, 1, drawn.g, x);
        const Accelerating<double> from =
            on_root ? Accelerating<double>{} : Accelerating<double>{draw.vec3(), draw.vec3()};
        Accelerating<double> b = from;
        general_accelerate<kind()>(drawn.m, 1, drawn.g, b);
        expect_accelerations(drawn, from, b);
      }
    });
  });
}

TEST(AbaGeneral, YieldingIsTheSchurComplementOfTheRotation) {
  for_many_draws([](Draw<double>& draw) {
    const ArticulatedInertia<double> A = draw.definite();
    const Vec3<double> u = draw.vec3(), f = draw.vec3();
    const Yielding<double> y = yield_angular(A, u);
    const Mat3<double> Y{y.Y[0], y.Y[1], y.Y[2]};
    EXPECT_TRUE(near(A.I * Vec3<double>{y.d[0], y.d[1], y.d[2]}, u, units));
    EXPECT_TRUE(near(full(A.I) * Y, A.H, units));
    EXPECT_TRUE(near(y.M, A.M - symmetric(transpose(A.H) * Y), units));
    EXPECT_TRUE(near(with_moment(y, u, f), f + transpose_times(Y, u), 16));
  });
}

TEST(AbaGeneral, ABallPassesOnWhatAnArticulatedJointDoes) {
  for_many_draws([](Draw<double>& draw) {
    DrawnJoint<JointKind::spherical> drawn(draw, false, false);
    const auto joint = drawn.joint();
    ArticulatedBody<double> x = drawn.children;
    ball_articulated(drawn.m, {.first = 1, .from = 1, .is_last_child = true}, drawn.g, x);
    const ArticulatedBody<double> passed_on = joint.across(drawn.load, {});
    EXPECT_TRUE(near(drawn.slots[1].A, drawn.X.back(passed_on.A), units));
    EXPECT_TRUE(near(drawn.slots[1].p, drawn.X.back(passed_on.p), units));
    for (int k = 0; k < 3; ++k) EXPECT_TRUE(near(drawn.d[drawn.v + k], joint.d[k], units));
    const Accelerating<double> from{draw.vec3(), draw.vec3()};
    Accelerating<double> b = from;
    ball_accelerate(drawn.m, 1, drawn.g, b);
    expect_accelerations(drawn, from, b);
  });
}

TEST(AbaGeneral, AFreeBodyOnTheRootAcceleratesAsAnArticulatedJoint) {
  for_many_draws([](Draw<double>& draw) {
    for (const bool with_armature : {false, true}) {
      DrawnJoint<JointKind::free> drawn(draw, true, with_armature);
      const auto joint = drawn.joint();
      ArticulatedBody<double> x = drawn.children;
      free_articulated(drawn.m, 1, drawn.g, x);
      for (int k = 0; k < 6; ++k) EXPECT_TRUE(near(drawn.d[drawn.v + k], joint.d[k], units));
    }
  });
}

}  // namespace
}  // namespace treefix::test
