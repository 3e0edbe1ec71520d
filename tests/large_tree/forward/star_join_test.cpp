// Laws of treefix/large_tree/forward/star_join.hpp.
#include <treefix/large_tree/forward/star_join.hpp>

#include <cmath>

#include <gtest/gtest.h>

#include "support/articulated.hpp"
#include "support/rooms.hpp"
#include "support/scalars.hpp"

namespace treefix::testing {
namespace {

using test::near;

/// A moving chain, for elements of it.
struct MovingChain {
  Robot<double> robot;
  ScanModel<double> model{robot.m};
  ArticulatedStart<double> start{model, {}};

  explicit MovingChain(const Model& described) : robot(described) {
    start.run(Serial(), model, {robot.q, robot.v, robot.a, robot.external()});
  }
  StarElement<double> stretch(Index first, Index end) {
    const treefix::Piece piece{shortened(first), shortened(end)};
    return element_of<double>(model, start, robot.a, piece);
  }
  Index size() const { return robot.m.nbody(); }
};

PieceElement<double> as_piece(const StarElement<double>& s) {
  PieceElement<double> out{s.load, {}};
  for (int c = 0; c < 6; ++c) out.reach.A[c] = s.A.rows[c];
  out.reach.C = {s.C.W, s.C.H, s.C.V};
  out.reach.b = s.b;
  return out;
}

std::vector<Model> chains_to_cut() {
  std::vector<Model> all;
  for (std::uint64_t seed = 0; seed < 8; ++seed)
    all.push_back(zoo::random_tree({.n = 9,
                                    .seed = seed,
                                    .joints = seed % 2 == 0 ? "R" : "RPHS",
                                    .branching = 1,
                                    .armature = seed % 3 == 0 ? 0.3 : 0}));
  return all;
}

::testing::AssertionResult alike(const ArticulatedBody<double>& x, const ArticulatedBody<double>& y, double units) {
  const auto inertia = near(x.A, y.A, units), force = near(x.p, y.p, units);
  return inertia ? force : inertia;
}
::testing::AssertionResult alike(const Response& x, const MotionMap<double>& y, double units) {
  for (int c = 0; c < 6; ++c)
    if (const auto result = near(x.Z[c], y.A.rows[c], units); !result) return result;
  return near(x.z, y.b, units);
}

TEST(StarJoin, IsTheStarProductWithAKnownEnd) {
  for (const Model& model : chains_to_cut()) {
    MovingChain chain(model);
    for (Index k = 0; k < chain.size(); ++k) {  // the element may have no bodies
      const StarElement<double> element = chain.stretch(0, k);
      const ArticulatedBody<double> beyond = chain.stretch(k, chain.size()).load;
      ArticulatedBody<double> handed;
      const Response response = join(as_piece(element), beyond, handed);
      EXPECT_TRUE(alike(handed, Star::load(element, beyond), 1e6)) << describe(model) << ", " << k;
      EXPECT_TRUE(alike(response, Star::map(element, beyond), 1e6)) << describe(model) << ", " << k;
      EXPECT_TRUE(alike(handed, chain.stretch(0, chain.size()).load, 1e6)) << "cut at " << k;
    }
  }
}

TEST(StarJoin, DoesNotDependOnWhereAChainIsCut) {
  for (const Model& model : chains_to_cut()) {
    MovingChain chain(model);
    const ArticulatedBody<double> beyond = chain.stretch(6, chain.size()).load;
    ArticulatedBody<double> all, outer, inner;
    const Response whole = join(as_piece(chain.stretch(0, 6)), beyond, all);
    for (Index k = 0; k <= 6; ++k) {
      const Response second = join(as_piece(chain.stretch(k, 6)), beyond, outer);
      const Response first = join(as_piece(chain.stretch(0, k)), outer, inner);
      EXPECT_TRUE(alike(inner, all, 1e6)) << describe(model) << ", " << k;
      // accelerations pass through both, one after the other
      const auto pass = [](const Response& x, const Motion<double>& a) {
        const auto& Z = x.Z;
        return Motion<double>{{dot(Z[0], a), dot(Z[1], a), dot(Z[2], a)}, {dot(Z[3], a), dot(Z[4], a), dot(Z[5], a)}} +
               x.z;
      };
      const Motion<double> a{{0.3, -1, 2}, {1, 0.5, -2}};
      EXPECT_TRUE(near(pass(second, pass(first, a)), pass(whole, a), 1e6)) << describe(model) << ", " << k;
    }
  }
}

TEST(StarJoin, OfAnElementThatForgetsNeedsOnlyWhatIsBeyond) {
  for (const Model& model : chains_to_cut()) {
    MovingChain chain(model);
    PieceElement<double> element = as_piece(chain.stretch(0, 5));
    for (Force<double>& row : element.reach.A) row = {};
    const ArticulatedBody<double> beyond = chain.stretch(5, chain.size()).load;
    ArticulatedBody<double> handed;
    const Response response = join(element, beyond, handed);
    EXPECT_TRUE(near(join_forgetful(element, beyond), response.z)) << describe(model);
    for (const Force<double>& row : response.Z) EXPECT_EQ(test::components(row), std::vector<double>(6));
    EXPECT_TRUE(alike(handed, element.handed, 64)) << "nothing from beyond arrives";
  }
}

/// The same numbers in a unit of length that is u times as short, with the same unit of force: rotations stay,
/// translations and moments have u times the number.
Motion<double> in_units(double u, const Motion<double>& a) { return {a.w, u * a.v}; }
Force<double> in_units(double u, const Force<double>& F) { return {u * F.n, F.f}; }
ArticulatedInertia<double> in_units(double u, const ArticulatedInertia<double>& A) {  // from motion to force
  return {u * A.I, A.H, (1 / u) * A.M};
}
ArticulatedBody<double> in_units(double u, const ArticulatedBody<double>& x) {
  return {in_units(u, x.A), in_units(u, x.p)};
}
PieceElement<double> in_units(double u, const PieceElement<double>& x) {
  const ArticulatedInertia<double>& C = x.reach.C;  // from force to motion
  PieceElement<double> out{in_units(u, x.handed), {{}, {(1 / u) * C.I, C.H, u * C.M}, in_units(u, x.reach.b)}};
  for (int c = 0; c < 6; ++c) {  // from motion to motion
    const Force<double>& row = x.reach.A[c];
    out.reach.A[c] = c < 3 ? Force<double>{row.n, (1 / u) * row.f} : Force<double>{u * row.n, row.f};
  }
  return out;
}

TEST(StarJoin, HasTheSameBitsInEveryUnitOfLengthThatIsAPowerOfTwo) {
  for (const Model& model : chains_to_cut()) {
    MovingChain chain(model);
    const PieceElement<double> element = as_piece(chain.stretch(0, 5));
    const ArticulatedBody<double> beyond = chain.stretch(5, chain.size()).load;
    ArticulatedBody<double> handed, expected;
    const Response response = join(element, beyond, expected);
    for (const int exponent : {-40, -3, 3, 40}) {
      const double u = std::ldexp(1, exponent);
      const Response scaled = join(in_units(u, element), in_units(u, beyond), handed);
      EXPECT_EQ(test::components(handed.A), test::components(in_units(u, expected.A))) << exponent;
      EXPECT_EQ(test::components(handed.p), test::components(in_units(u, expected.p))) << exponent;
      EXPECT_EQ(test::components(scaled.z), test::components(in_units(u, response.z))) << exponent;
    }
  }
}

}  // namespace
}  // namespace treefix::testing
