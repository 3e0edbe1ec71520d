// Laws of treefix/large_tree/forward/element.hpp.
#include <treefix/large_tree/forward/element.hpp>

#include <gtest/gtest.h>

#include "support/bundles.hpp"
#include "support/rooms.hpp"
#include "support/scalars.hpp"

namespace treefix::testing {
namespace {

/// A a
Motion<double> times(const Force<double> (&rows)[6], const Motion<double>& a) {
  double x[6];
  for (int c = 0; c < 6; ++c) x[c] = dot(rows[c], a);
  return {{x[0], x[1], x[2]}, {x[3], x[4], x[5]}};
}
/// C φ
Motion<double> yielding(const Reach<double>& reach, const Force<double>& phi) {
  const Force<double> x = reach.C * Motion<double>{phi.n, phi.f};
  return {x.n, x.f};
}

TEST(Reach, OfNoBodiesPassesAccelerationsOnAndDoesNotYield) {
  test::Draw<double> draw(1);
  const auto nothing = Reach<double>::nothing();
  for (int repetition = 0; repetition < 20; ++repetition) {
    const Motion<double> a = draw.motion();
    EXPECT_EQ(test::components(times(nothing.A, a)), test::components(a));
    EXPECT_EQ(test::components(yielding(nothing, draw.force()) + nothing.b), std::vector<double>(6));
  }
}

TEST(Reach, MovesRowsWithoutMomentAboutTheAxisAsForces) {
  test::Draw<double> draw(2);
  const RandomBundle<double> piece(50, draw);
  const double none = 0;
  for (Index k = 0; k < piece.steps(); ++k) {
    Force<double> row = at(piece.F, k);
    row.n.z = 0;
    const auto axis = piece.bundle().axis(k, none);
    EXPECT_TRUE(
        test::near(flat_back_over(axis, at(piece.turns, k), row), back_over(axis, at(piece.turns, k), axis.d, row)));
  }
}

/// Across one more joint at its start, a row becomes r (1 − S Gᵀ) X: it gives the same acceleration of the last body if
/// the joint yields to the acceleration a of the body before by −Gᵀ X a.
template <bool with_armature>
void expect_rows_across_joints() {
  test::Draw<double> draw(3);
  RandomBundle<double> piece(50, draw);
  const double none = 0;
  for (Index k = 0; k < piece.steps(); ++k) {
    Force<double> G = at(piece.F, k);
    if (!with_armature) G.n.z = 1;  // the joint yields completely
    const Force<double> row = draw.force();
    const Motion<double> before = draw.motion();
    const auto axis = piece.bundle(false, with_armature).axis(k, none);
    Motion<double> after = before;
    out_over(axis, at(piece.turns, k), axis.d, after.w, after.v);
    after.w.z -= dot(G, after);
    EXPECT_NEAR(dot(extended<with_armature>(axis, at(piece.turns, k), G, row), before), dot(row, after), 1e-14);
  }
}
TEST(Reach, ExtendsRowsAcrossAYieldingJoint) {
  expect_rows_across_joints<false>();
  expect_rows_across_joints<true>();
}

TEST(Reach, YieldsByTheSumOfWhatItsJointsYield) {
  test::Draw<double> draw(4);
  for (const Index count : {0, 1, 5, 16}) {
    std::vector<double> s, inverses, d;
    for (Index k = 0; k < count; ++k) {
      for (int c = 0; c < 6; ++c) s.push_back(draw.scalar(-1, 1));
      inverses.push_back(draw.scalar(0, 2));
      d.push_back(draw.scalar(-1, 1));
    }
    Reach<double> reach;
    reach.b = draw.motion();
    const Motion<double> b = reach.b;
    for (int times_added = 1; times_added <= 2; ++times_added) {
      add_ranks(count, s.data(), inverses.data(), d.data(), reach);
      const Force<double> phi = draw.force();
      // joint k moves the last body along s_k: by s_k (D⁻¹ s_k · φ) under the force φ, and by s_k d_k on its own
      Motion<double> yielded{}, own = b;

      for (Index k = 0; k < count; ++k) {
        const double* x = s.data() + 6 * k;
        const Motion<double> along{{x[0], x[1], x[2]}, {x[3], x[4], x[5]}};
        const double rate = at(inverses, k) * dot(phi, along) * times_added;
        yielded += rate * along;
        own += (at(d, k) * times_added) * along;
      }
      EXPECT_TRUE(test::near(yielding(reach, phi), yielded, 256));
      EXPECT_TRUE(test::near(reach.b, own, 256));

      EXPECT_GE(dot(phi, yielding(reach, phi)), -1e-13) << "C is positive semidefinite";
    }
  }
}

}  // namespace
}  // namespace treefix::testing
