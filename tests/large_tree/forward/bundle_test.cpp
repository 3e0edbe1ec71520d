// Laws of treefix/large_tree/forward/bundle.hpp.
#include <treefix/large_tree/forward/bundle.hpp>

#include <cmath>
#include <utility>

#include <gtest/gtest.h>

#include <treefix/large_tree/forward/star_join.hpp>

#include "support/bundles.hpp"
#include "support/rooms.hpp"
#include "support/scalars.hpp"

namespace treefix::testing {
namespace {

using test::near;

/// One moving piece, of any length, with bodies of random points.
struct MovingPiece {
  RandomBundle<double> numbers;
  std::vector<OwnInertia<double>> bodies;
  bool with_shears, with_armatures;
  Motion<double> before;  // acceleration of the body before the first
  ArticulatedBody<double> beyond{};  // articulated body beyond the last body, as the last body feels it
  Vec3<double> entry;  // angular velocity of the body before the first

  MovingPiece(Index steps, bool sheared, bool armature, test::Draw<double>& draw)
      : numbers(steps, draw), with_shears(sheared), with_armatures(armature) {
    const auto body = [&] {
      OwnInertia<double> x{};
      for (int point = 0; point < 4; ++point) {
        const double m = draw.scalar(0.1, 1);
        const auto [rx, ry, rz] = draw.vec3();
        const double numbers_of[] = {m,           m * rx,      m * ry,      m * rz,      m * rx * rx,
                                     m * rx * ry, m * ry * ry, m * rx * rz, m * ry * rz, m * rz * rz};
        for (int c = 0; c < 10; ++c) reinterpret_cast<double*>(&x)[c] += numbers_of[c];
      }
      return x;
    };
    for (Index k = 0; k < steps; ++k) bodies.push_back(body());
    before = draw.motion();
    const OwnInertia<double> end = body();
    beyond = {Inertia<double>{end.m,
                              {end.hx, end.hy, end.hz},
                              rotational_inertia(Sym3<double>{end.Sxx, end.Sxy, end.Syy, end.Sxz, end.Syz, end.Szz})},
              draw.force()};
    entry = draw.vec3();
  }

  InertiaBundle<double> bundle() const { return {numbers.bundle(with_shears, with_armatures), bodies.data()}; }
  LaneGroup<double> group() {
    LaneGroup<double> g = numbers.group();
    g.external = numbers.external.data();
    return g;
  }
  Vec3<double> exit() {
    Vec3<double> w = entry;
    bundle_velocities(bundle(), group(), numbers.steps(), w, [](Index, const Vec3<double>&) {});
    return w;
  }
  /// Inverse dynamics: the motions of all bodies, given that of the body before the first, and the forces they need.
  template <bool accelerated, bool sheared>
  std::vector<ClassicalMotion<double>> moved(const LaneGroup<double>& g, ClassicalMotion<double> b) const {
    std::vector<ClassicalMotion<double>> all{b};
    const double none = 0;
    Mat3<double> U = spin(b.w, b.dw);
    const InertiaBundle<double> m = bundle();
    for (Index k = 0; k < numbers.steps(); ++k) {
      shear_out<sheared>(m, k, U, b);
      rnea_outward<accelerated>(m.axis(k, none), k, k, g, b, U);
      all.push_back(b);
    }
    return all;
  }
};

struct NothingHangs {
  static Index next_force() { return -1; }
  static Index next_inertia() { return -1; }
  static void force(Index, const ClassicalMotion<double>&, Force<double>&) {}
  static void inertia(Index, ArticulatedInertia<double>&) {}
};
/// Records the acceleration at every step.
struct Meet {
  std::vector<Accelerating<double>> met{};
  Index next() const { return ssize(met); }
  void operator()(Index, const Accelerating<double>& b) { met.push_back(b); }
};

/// Calls law(with_armature, sheared, piece) for pieces shorter and longer than the steps that sweeps take at a time.
template <class Law>
void for_all_pieces(Law law) {
  test::Draw<double> draw(1);
  for (const Index steps : {1, 2, 15, 16, 17, 40}) {
    MovingPiece a(steps, false, false, draw), b(steps, true, false, draw), c(steps, false, true, draw),
        d(steps, true, true, draw);
    SCOPED_TRACE(steps);
    law(std::false_type{}, std::false_type{}, a);
    law(std::false_type{}, std::true_type{}, b);
    law(std::true_type{}, std::false_type{}, c);
    law(std::true_type{}, std::true_type{}, d);
  }
}

TEST(ForwardBundle, TurnsAngularVelocitiesAsItsBodiesDo) {
  for_all_pieces([](auto, auto sheared, MovingPiece& piece) {
    const LaneGroup<double> g = piece.group();
    const auto motions = piece.moved<false, sheared>(g, {piece.entry, {}, {}});
    Spin<double> spin;
    bundle_spins(piece.bundle(), g, spin);
    EXPECT_TRUE(near(turned(spin, piece.entry), motions.back().w, 1e4));
    const Index end = (piece.numbers.steps() + 1) / 2;
    Vec3<double> w = piece.entry;
    Index met = 0;
    bundle_velocities(piece.bundle(), g, end, w, [&](Index k, const Vec3<double>& here) {
      EXPECT_EQ(k, met++);
      EXPECT_TRUE(near(here, at(motions, k + 1).w, 1e4));
    });
    EXPECT_EQ(met, end);
  });
}

TEST(ForwardBundle, FindsMotionsAndForcesInwardAsOutward) {
  for_all_pieces([](auto, auto sheared, MovingPiece& piece) {
    const LaneGroup<double> g = piece.group();
    const ClassicalMotion<double> first{piece.entry, piece.before.w, piece.before.v};
    ClassicalMotion<double> b = piece.moved<false, sheared>(g, first).back();
    const std::vector<Force<double>> outward = piece.numbers.F;
    NothingHangs nothing;
    bias_steps<sheared>(piece.bundle(), g, 0, piece.numbers.steps(), b, nothing);
    EXPECT_TRUE(near(b.w, first.w, 1e5));
    EXPECT_TRUE(near(b.dw, first.dw, 1e5));
    EXPECT_TRUE(near(b.a, first.a, 1e6));
    for (Index k = 0; k < piece.numbers.steps(); ++k) EXPECT_TRUE(near(at(piece.numbers.F, k), at(outward, k), 1e6));
  });
}

/// The inward sweep of forward dynamics for a piece with a known end. Writes G and d. Returns the articulated body that
/// the body before the first feels, and the reference acceleration that its bias refers to.
template <bool with_armature, bool sheared>
Sweeping<double> swept(MovingPiece& piece, const LaneGroup<double>& g, const ArticulatedBody<double>& end,
                       Reach<double>* reach) {
  Sweeping<double> s;
  s.motion.w = piece.exit();
  s.x = end;
  NothingHangs nothing;
  if (reach)
    bundle_articulated<with_armature, sheared, true>(piece.bundle(), g, 0, piece.numbers.steps(), s, reach, nothing);
  else
    bundle_articulated<with_armature, sheared, false>(piece.bundle(), g, 0, piece.numbers.steps(), s, reach, nothing);
  return s;
}

TEST(ForwardBundle, AcceleratesSoThatInverseDynamicsGivesTheTorques) {
  for_all_pieces([](auto with_armature, auto sheared, MovingPiece& piece) {
    const LaneGroup<double> g = piece.group();
    const Sweeping<double> s = swept<with_armature, sheared>(piece, g, piece.beyond, nullptr);
    Accelerating<double> b{piece.before.w - s.motion.dw, piece.before.v - s.motion.a};
    const Force<double> handed = s.x.A * Motion<double>{b.dw, b.a} + s.x.p;
    Meet meet;
    bundle_accelerate<with_armature, sheared>(piece.bundle(), g, b, meet);
    EXPECT_EQ(ssize(meet.met), piece.numbers.steps());

    const auto motions = piece.moved<true, sheared>(g, {piece.entry, piece.before.w, piece.before.v});
    const ClassicalMotion<double>& last = motions.back();
    EXPECT_TRUE(near(Motion<double>{b.dw, b.a}, Motion<double>{last.dw, last.a}, 1e8));  // its reference is 0 here
    Force<double> F = piece.beyond.A * Motion<double>{last.dw, last.a} + piece.beyond.p;
    const std::vector<double> tau = piece.numbers.tau;
    std::vector<double> needed(tau.size());
    LaneGroup<double> inverse = g;
    inverse.tau = needed.data();
    const double none = 0;
    for (Index k = piece.numbers.steps() - 1; k >= 0; --k) {
      rnea_inward<true, false>(piece.bundle().axis(k, none), k, k, inverse, F);
      shear_back<sheared>(piece.bundle(), k, F);
    }
    const double size = 1 + std::abs(dot(F.n, F.n)) + std::abs(dot(F.f, F.f));
    for (std::size_t k = 0; k < tau.size(); ++k) EXPECT_NEAR(needed[k], tau[k], 1e-9 * size);
    EXPECT_TRUE(near(F, handed, 1e8));
  });
}

TEST(ForwardBundle, AsAnElementJoinedWithItsEndIsTheSweepWithThatEnd) {
  for_all_pieces([](auto with_armature, auto sheared, MovingPiece& piece) {
    const LaneGroup<double> g = piece.group();
    PieceElement<double> element{{}, Reach<double>::nothing()};
    const Sweeping<double> alone = swept<with_armature, sheared>(piece, g, {}, &element.reach);
    element.handed = alone.x;
    ArticulatedBody<double> handed;
    const Response response = join(element, piece.beyond, handed);

    const Sweeping<double> whole = swept<with_armature, sheared>(piece, g, piece.beyond, nullptr);
    EXPECT_TRUE(near(handed.A, whole.x.A, 1e8));
    EXPECT_TRUE(near(handed.p, whole.x.p, 1e8));
    const Motion<double> a{piece.before.w - whole.motion.dw, piece.before.v - whole.motion.a};
    Accelerating<double> b{a.w, a.v};
    Meet meet;
    bundle_accelerate<with_armature, sheared>(piece.bundle(), g, b, meet);
    const auto& Z = response.Z;
    const Motion<double> reached =
        Motion<double>{{dot(Z[0], a), dot(Z[1], a), dot(Z[2], a)}, {dot(Z[3], a), dot(Z[4], a), dot(Z[5], a)}} +
        response.z;
    EXPECT_TRUE(near(reached, Motion<double>{b.dw, b.a}, 1e8));
  });
}

TEST(ForwardBundle, RespondsToAChangeByTheDifferenceOfTwoSweeps) {
  for_all_pieces([](auto with_armature, auto sheared, MovingPiece& piece) {
    const LaneGroup<double> g = piece.group();
    swept<with_armature, sheared>(piece, g, piece.beyond, nullptr);
    const Motion<double> change{{0.5, -1, 0.25}, {1, 2, -0.5}};
    Accelerating<double> before{piece.before.w, piece.before.v};
    Accelerating<double> after{before.dw + change.w, before.a + change.v};
    Meet first, second, response;
    bundle_accelerate<with_armature, sheared>(piece.bundle(), g, after, second);
    const std::vector<double> expected = piece.numbers.a;
    bundle_accelerate<with_armature, sheared>(piece.bundle(), g, before, first);
    bundle_respond<sheared>(piece.bundle(), g, Accelerating<double>{change.w, change.v}, response);
    EXPECT_TRUE(near(piece.numbers.a, expected, 1e8));
    for (Index k = 0; k < piece.numbers.steps(); ++k) {
      EXPECT_TRUE(near(at(first.met, k).dw + at(response.met, k).dw, at(second.met, k).dw, 1e8));
      EXPECT_TRUE(near(at(first.met, k).a + at(response.met, k).a, at(second.met, k).a, 1e8));
    }
  });
}

/// The rigid body of one step, which hangs from that step instead.
struct BodyHangs {
  OwnInertia<double> body;
  Index step;
  const double none = 0;
  Placement<double> placement{};
  Index forces = step, inertias = step;

  JointAndInertia<double> axis() const { return joint_and_inertia(placement, body, none); }
  Index next_force() const { return forces; }
  Index next_inertia() const { return inertias; }
  void force(Index, const ClassicalMotion<double>& b, Force<double>& F) {
    F += body_force(axis(), b.a, spin(b.w, b.dw));
    forces = -1;
  }
  void inertia(Index, ArticulatedInertia<double>& A) {
    add_inertia(axis(), A);
    inertias = -1;
  }
};

TEST(ForwardBundle, TreatsWhatHangsFromAStepLikeTheBodyOfThatStep) {
  for_all_pieces([](auto with_armature, auto sheared, MovingPiece& piece) {
    const LaneGroup<double> g = piece.group();
    const Sweeping<double> expected = swept<with_armature, sheared>(piece, g, piece.beyond, nullptr);
    for (const Index step : {Index(0), piece.numbers.steps() / 2, piece.numbers.steps() - 1}) {
      BodyHangs hanging{at(piece.bodies, step), step};
      const OwnInertia<double> own = std::exchange(at(piece.bodies, step), {});
      Sweeping<double> s;
      s.motion.w = piece.exit();
      s.x = piece.beyond;
      Reach<double>* none = nullptr;
      bundle_articulated<with_armature, sheared, false>(piece.bundle(), g, 0, piece.numbers.steps(), s, none, hanging);
      at(piece.bodies, step) = own;
      EXPECT_TRUE(near(s.x.A, expected.x.A, 1e6));
      EXPECT_TRUE(near(s.x.p, expected.x.p, 1e6));
    }
  });
}

}  // namespace
}  // namespace treefix::testing
