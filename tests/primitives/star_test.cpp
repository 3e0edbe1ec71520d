// Elements: the star product satisfies its laws, and every way to combine elements equals the recursion.
#include <treefix/primitives/star.hpp>

#include <gtest/gtest.h>

#include <treefix/base/random.hpp>
#include <treefix/primitives/operators.hpp>

#include "support/articulated.hpp"
#include "support/scalars.hpp"

namespace treefix::testing {
namespace {

using test::near;

/// A moving chain, for elements of it.
struct Chain {
  Robot<Quad> robot;
  ScanModel<Quad> model{robot.m};
  ArticulatedStart<Quad> start{model, {}};
  std::vector<Quad> tau;

  explicit Chain(const Model& described) : robot(described), tau(robot.a) {
    start.run(Serial(), model, {robot.q, robot.v, tau, robot.external()});
  }
  /// Bodies first … end − 1, body by body.
  StarElement<Quad> stretch(Index first, Index end) {
    const Piece piece{shortened(first), shortened(end)};
    return element_of<Quad>(model, start, tau, piece);
  }
  Index size() const { return robot.m.nbody(); }
};

/// Chains with all joints, some with armature.
std::vector<Model> chains() {
  std::vector<Model> all;
  for (std::uint64_t seed = 0; seed < 12; ++seed)
    all.push_back(zoo::random_tree({.n = 6,
                                    .seed = seed,
                                    .joints = seed % 2 == 0 ? "RPHSLF" : "RPH",
                                    .branching = 1,
                                    .armature = seed % 3 == 0 ? 0.0 : 0.3}));
  return all;
}

::testing::AssertionResult alike(const StarElement<Quad>& a, const StarElement<Quad>& b, double units = 1e6) {
  // the numbers of an element have different magnitudes: inertias, compliances, effects of torques
  for (const auto& result : {near(a.load.A, b.load.A, units), near(a.load.p, b.load.p, units), near(a.A, b.A, units),
                             near(a.C, b.C, units), near(a.b, b.b, units)})
    if (!result) return result;
  return ::testing::AssertionSuccess();
}

TEST(Star, Associates) {
  for (const Model& model : chains()) {
    Chain chain(model);
    for (Index j = 1; j < chain.size(); ++j)
      for (Index k = j; k <= chain.size(); ++k) {  // the second and the third may have no body
        const auto a = chain.stretch(0, j), b = chain.stretch(j, k), c = chain.stretch(k, chain.size());
        ASSERT_TRUE(alike(Star()(Star()(a, b), c), Star()(a, Star()(b, c)))) << describe(model);
      }
  }
}

TEST(Star, HasAnIdentity) {
  const auto one = Star::identity<StarElement<Quad>>();
  for (const Model& model : chains()) {
    Chain chain(model);
    const auto a = chain.stretch(0, chain.size());
    ASSERT_TRUE(alike(Star()(one, a), a, 64)) << describe(model);
    ASSERT_TRUE(alike(Star()(a, one), a, 64)) << describe(model);
  }
}

TEST(Star, DoesNotCommute) {
  Chain chain(chains()[1]);
  const auto a = chain.stretch(0, 2), b = chain.stretch(2, 4);
  EXPECT_FALSE(alike(Star()(a, b), Star()(b, a), 1e30));
}

TEST(Star, OfTwoHalvesIsTheRecursionForEverySplit) {
  for (const Model& model : chains()) {
    Chain chain(model);
    const auto all = chain.stretch(0, chain.size());
    for (Index k = 0; k <= chain.size(); ++k)
      ASSERT_TRUE(alike(Star()(chain.stretch(0, k), chain.stretch(k, chain.size())), all)) << describe(model) << k;
  }
}

/// By the sequential algorithms: f_in and a_out of a chain with an accelerated base and the force f_out at its end.
struct Response {
  Force<Quad> f_in;
  Motion<Quad> a_out;
};
Response response(Chain& chain, const Motion<Quad>& a_in, const Force<Quad>& f_out) {
  Robot<Quad>& r = chain.robot;
  auto forces = r.forces;
  forces.back() = forces.back() - f_out;
  auto a = r.vector(), tau = r.vector();
  joint_pass<Quad>(r.m, r.q, r.w);
  aba_velocities<Quad>(r.m, r.v, r.w);
  external_pass(r.m, ExternalForces<Quad>{forces}, r.w);
  for (Index i = r.m.nbody() - 1; i >= 0; --i)
    with_dof(r.m.joint(i).kind, [&](auto k) { aba_joint<k>(r.m, i, chain.tau, r.w); });
  aba_accelerations<Quad>(r.m, a_in, r.w, a);
  rnea_outward<Quad>(r.m, r.v, a, a_in, r.w);
  external_pass(r.m, ExternalForces<Quad>{forces}, r.w);
  rnea_inward<Quad>(r.m, r.w, tau);
  return {r.w.F[root], r.w.A[r.m.nbody() - 1]};
}

TEST(StarElement, IsTheResponseOfAChainToAccelerationsAndForcesAtItsEnds) {
  for (const Model& model : chains()) {
    Chain chain(model);
    const auto s = chain.stretch(0, chain.size());
    const auto law = [&](const Motion<Quad>& a_in, const Force<Quad>& f_out) {
      const auto [f_in, a_out] = response(chain, a_in, f_out);
      ASSERT_TRUE(near(s.load.A * a_in + transpose_times(s.A, f_out) + s.load.p, f_in, 1e6)) << describe(model);
      ASSERT_TRUE(near(s.A * a_in - s.C * f_out + s.b, a_out, 1e6)) << describe(model);
    };
    law({}, {});
    for (const Force<Quad>& unit : MotionMatrix<Quad>::identity().rows) {
      law({unit.n, unit.f}, {});
      law({}, unit);
    }
  }
}

TEST(StarElement, NeedsNoMassInBodiesThatCarryOthers) {
  for (const char* joints : {"RRR", "PRR", "HRR", "SRR", "LRR", "RPRR", "RHPR"})
    for (const Lack lack : {Lack::mass, Lack::moment}) {
      Chain chain(chain_of(joints, 3));
      for (Index i = 0; i + 2 < chain.size(); ++i) weaken(chain.robot, i, lack);
      chain.start.run(Serial(), chain.model, {chain.robot.q, chain.robot.v, chain.tau, chain.robot.external()});
      const auto s = chain.stretch(0, chain.size());
      const Motion<Quad> a{{1, -2, 3}, {-4, 5, -6}};
      const Force<Quad> f{{6, -5, 4}, {-3, 2, -1}};
      const auto [f_in, a_out] = response(chain, a, f);
      ASSERT_TRUE(near(s.load.A * a + transpose_times(s.A, f) + s.load.p, f_in, 1e10)) << joints;
      ASSERT_TRUE(near(s.A * a - s.C * f + s.b, a_out, 1e10)) << joints;
    }
}

TEST(Star, CarriesLoadsAndAccelerationsAsProductsDo) {
  for (const Model& model : chains()) {
    Chain chain(model);
    const auto a = chain.stretch(0, 2), b = chain.stretch(2, 4), c = chain.stretch(4, chain.size());
    const ArticulatedBody<Quad> x = c.load, before = Star::load(b, x);
    ASSERT_TRUE(near(Star::load(Star()(a, b), x).A, Star::load(a, before).A, 1e6)) << describe(model);
    ASSERT_TRUE(near(Star::load(Star()(a, b), x).p, Star::load(a, before).p, 1e6)) << describe(model);
    // an element that ends in a load equals that load
    ASSERT_TRUE(alike(Star()(a, ending(before)), ending(Star::load(a, before)))) << describe(model);
    ASSERT_TRUE(alike(Star()(ending(before), a), {before, {}, a.C, a.b})) << describe(model);
    const MotionMap<Quad> all = Star::map(Star()(a, b), x), parts = Follow()(Star::map(a, before), Star::map(b, x));
    ASSERT_TRUE(near(all.A, parts.A, 1e6)) << describe(model);
    ASSERT_TRUE(near(all.b, parts.b, 1e6)) << describe(model);
  }
}

TEST(SquareRoot, SquaredIsTheComplianceForEveryRankAndUnit) {
  Random random(1);
  for (int rank = 0; rank <= 8; ++rank)
    for (const double unit : {1.0, 1e-9, 1e9}) {
      const auto number = [&] { return test::uniform<Quad>(random); };
      const auto vector = [&] { return Vec3<Quad>{number(), number(), number()}; };
      Compliance<Quad> C, back;
      for (int j = 0; j < rank; ++j) {
        const Motion<Quad> m{vector(), Quad(unit) * vector()};
        C = C + symmetric_outer(m, m);
      }
      for (const Motion<Quad>& m : treefix::detail::SquareRoot<Quad>(C).columns) back = back + symmetric_outer(m, m);
      // each block has its own magnitude, so its error is measured relative to that
      const Quad u = Quad(1) / Quad(unit);
      EXPECT_TRUE(near(C.W, back.W)) << rank;
      EXPECT_TRUE(near(u * C.H, u * back.H)) << rank;
      EXPECT_TRUE(near(u * u * C.V, u * u * back.V)) << rank;
    }
}

TEST(Maps, OfMotionsAndForcesAssociate) {
  for (const Model& model : chains()) {
    Chain chain(model);
    MotionMap<Quad> m[3];
    ForceMap<Quad> f[3];
    for (Index k = 0; k < 3; ++k) {
      const auto s = chain.stretch(2 * k, 2 * k + 2);
      m[k] = {s.A, s.b};
      f[k] = {s.A, s.load.p};
    }
    const auto x = Follow()(Follow()(m[0], m[1]), m[2]), y = Follow()(m[0], Follow()(m[1], m[2]));
    ASSERT_TRUE(near(x.A, y.A, 1e6) && near(x.b, y.b, 1e6));
    ASSERT_TRUE(
        near(Follow::apply(x, m[0].b), Follow::apply(m[2], Follow::apply(m[1], Follow::apply(m[0], m[0].b))), 1e6));
    const auto g = Gather()(Gather()(f[0], f[1]), f[2]), h = Gather()(f[0], Gather()(f[1], f[2]));
    ASSERT_TRUE(near(g.A, h.A, 1e6) && near(g.eta, h.eta, 1e6));
    // without compliance and inertia, elements are these maps
    const StarElement<Quad> a{{{}, f[0].eta}, m[0].A, {}, m[0].b}, b{{{}, f[1].eta}, m[1].A, {}, m[1].b};
    const auto s = Star()(a, b);
    ASSERT_TRUE(near(s.b, Follow()(m[0], m[1]).b, 1e6) && near(s.load.p, Gather()(f[0], f[1]).eta, 1e6));
  }
}

// The compiler rejects unsuitable operators.
static_assert(Monoid<Star, StarElement<double>> && !CommutativeMonoid<Star, StarElement<double>>);
static_assert(!Group<Star, StarElement<double>>);
static_assert(Monoid<Reversed<Star>, StarElement<double>> && Monoid<Reversed<Gather>, ForceMap<double>>);
static_assert(Action<Follow, MotionMap<double>, Motion<double>> && !Group<Follow, MotionMap<double>>);

}  // namespace
}  // namespace treefix::testing
