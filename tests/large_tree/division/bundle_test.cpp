// Laws of treefix/large_tree/division/bundle.hpp.
#include <treefix/large_tree/division/bundle.hpp>

#include <cmath>

#include <gtest/gtest.h>

#include "support/bundles.hpp"
#include "support/rooms.hpp"
#include "support/scalars.hpp"

namespace treefix::testing {
namespace {

using TwoPieces = Lanes<double, 2>;

TEST(Bundle, TurnsEachJointByItsCoordinateAndOffset) {
  test::Draw<TwoPieces> draw(1);
  for (const Index steps : {0, 1, 2, 63, 64, 65, 200})
    for (const double size : {1.0, 1e9}) {  // angles far from zero are reduced in another way
      RandomBundle<TwoPieces> pieces(steps, draw);
      for (TwoPieces& x : pieces.q) x = x * size;
      std::vector<Turn<TwoPieces>> turns(pieces.turns.size());
      LaneGroup<TwoPieces> g = pieces.group();
      g.turns = turns.data();
      bundle_turns(pieces.bundle(), g);
      for (Index k = 0; k < steps; ++k)
        for (int lane = 0; lane < TwoPieces::size; ++lane) {
          const double angle = at(pieces.q, k)[lane] + at(pieces.placements, k).offset[lane];
          EXPECT_NEAR(at(turns, k).c[lane], std::cos(angle), 1e-15);
          EXPECT_NEAR(at(turns, k).s[lane], std::sin(angle), 1e-15);
        }
    }
}

TEST(Bundle, GivesTheNumbersOfAStepUnderTheirNames) {
  test::Draw<double> draw(2);
  const RandomBundle<double> piece(5, draw);
  const double none = 0;
  for (const bool with_armatures : {false, true})
    for (Index k = 0; k < piece.steps(); ++k) {
      const AxisParts<double> x = piece.bundle(true, with_armatures).axis(k, none);
      const Placement<double>& p = at(piece.placements, k);
      const Moments<double>& m = at(piece.moments, k);
      const double got[] = {x.cos_alpha, x.sin_alpha, x.a,   x.d,   x.hx,  x.hy,
                            x.Sxx,       x.Sxy,       x.Syy, x.Sxz, x.Syz, x.armature};
      const double expected[] = {p.cos_alpha, p.sin_alpha, p.a,   p.d,
                                 m.hx,        m.hy,        m.Sxx, m.Sxy,
                                 m.Syy,       m.Sxz,       m.Syz, with_armatures ? at(piece.armatures, k) : 0};
      for (int c = 0; c < 12; ++c) EXPECT_EQ(got[c], expected[c]) << c;
    }
}

TEST(Bundle, ShiftsMotionsAndForcesSoThatPowerStays) {
  test::Draw<double> draw(3);
  const RandomBundle<double> piece(20, draw);
  for (Index k = 0; k < piece.steps(); ++k) {
    // at rest, accelerations move like velocities
    const ClassicalMotion<double> before{{}, draw.vec3(), draw.vec3()};
    const Force<double> outer = at(piece.F, k);
    ClassicalMotion<double> after = before;
    Force<double> inner = outer;
    shear_out<true>(piece.bundle(), k, spin(before.w, before.dw), after);
    shear_back<true>(piece.bundle(), k, inner);
    EXPECT_NEAR(dot(outer, Motion<double>{after.dw, after.a}), dot(inner, Motion<double>{before.dw, before.a}), 1e-14);
    // the point at (0, b, 0) of a turning body accelerates towards its axis
    ClassicalMotion<double> turning{{0, 0, draw.scalar()}, {}, {}};
    shear_out<true>(piece.bundle(), k, spin(turning.w, turning.dw), turning);
    EXPECT_NEAR(turning.a.y, -turning.w.z * turning.w.z * at(piece.shears, k), 1e-15);
    ClassicalMotion<double> unmoved = before;
    shear_out<false>(piece.bundle(), k, spin(before.w, before.dw), unmoved);
    EXPECT_EQ(test::components(unmoved), test::components(before));
  }
}

}  // namespace
}  // namespace treefix::testing
