// Laws of treefix/large_tree/mass/bundle.hpp.
#include <treefix/large_tree/mass/bundle.hpp>

#include <type_traits>

#include <gtest/gtest.h>

#include "support/bundles.hpp"
#include "support/rooms.hpp"
#include "support/scalars.hpp"

namespace treefix::testing {
namespace {

using test::near;

using MassDraw = test::Draw<double>;

Composite<double> any_composite(MassDraw& draw) { return {draw.scalar(), draw.vec3(), draw.sym3()}; }

template <class Law>
void for_all_mass_bundles(Law law) {
  MassDraw draw(1);
  for (const Index steps : {0, 1, 2, 7, 20}) {
    RandomBundle<double> piece(steps, draw);
    SCOPED_TRACE(steps);
    law(std::false_type{}, piece.bundle(false), piece, draw);
    law(std::true_type{}, piece.bundle(true), piece, draw);
  }
}

/// Poses of steps first, …, end − 1 relative to the body before `first`.
template <bool sheared>
std::vector<Transform<double>> poses_of(const Bundle<double>& m, const RandomBundle<double>& piece, Index first,
                                        Index end) {
  std::vector<Transform<double>> all;
  Transform<double> b;
  bundle_poses<sheared>(m, piece.turns.data(), first, end, b, [&](Index k, const Transform<double>& X) {
    EXPECT_EQ(k, first + ssize(all));
    all.push_back(X);
  });
  return all;
}

TEST(MassBundle, HasPosesThatMoveAccelerationsAsItsJointsDo) {
  for_all_mass_bundles([](auto sheared, const Bundle<double>& m, RandomBundle<double>& piece, MassDraw& draw) {
    ClassicalMotion<double> b{{}, draw.vec3(), draw.vec3()};  // at rest
    const Motion<double> start{b.dw, b.a};
    const auto poses = poses_of<sheared>(m, piece, 0, m.steps);
    const double none = 0;
    for (Index k = 0; k < m.steps; ++k) {
      const auto axis = m.axis(k, none);
      shear_out<sheared>(m, k, spin(b.w, b.dw), b);
      out_over(axis, at(piece.turns, k), axis.d, b.dw, b.a);
      EXPECT_TRUE(near(at(poses, k) * start, Motion<double>{b.dw, b.a}, 1e4));
    }
    for (Index cut = 0; cut < m.steps; ++cut)
      EXPECT_TRUE(
          near(poses_of<sheared>(m, piece, cut, m.steps).back() * (cut == 0 ? Transform<double>{} : at(poses, cut - 1)),
               poses.back(), 1e4))
          << "poses are relative to where they start";
  });
}

TEST(MassBundle, SumsTheInertiasOfItsBodiesAndOfWhatHangsFromThem) {
  for_all_mass_bundles([](auto sheared, const Bundle<double>& m, RandomBundle<double>& piece, MassDraw& draw) {
    std::vector<Composite<double>> hanging, got;
    for (Index k = 0; k < m.steps; ++k) hanging.push_back(any_composite(draw));
    const Composite<double> beyond = any_composite(draw);
    Composite<double> handed = beyond;
    bundle_composites<sheared>(
        m, piece.turns.data(), handed, [&](Index k, Composite<double>& b) { b = b + at(hanging, k); },
        [&](Index, const Composite<double>& b) { got.insert(got.begin(), b); });
    ASSERT_EQ(ssize(got), m.steps);
    const auto own = [&](Index k) {
      const Moments<double>& x = at(piece.moments, k);
      return at(hanging, k) + Composite<double>{0, {x.hx, x.hy, 0}, {x.Sxx, x.Sxy, x.Syy, x.Sxz, x.Syz, 0}};
    };
    // seen from the body before step `first`, and without that step's joint from its body
    const auto sum_from = [&](Index first) {
      const auto poses = poses_of<sheared>(m, piece, first, m.steps);
      Composite<double> sum = poses.empty() ? beyond : moved_back(poses.back(), beyond);
      for (Index k = first; k < m.steps; ++k) sum = sum + moved_back(at(poses, k - first), own(k));
      return sum;
    };
    EXPECT_TRUE(near(handed, sum_from(0), 1e5));
    for (Index k = 0; k < m.steps; ++k) EXPECT_TRUE(near(at(got, k), own(k) + sum_from(k + 1), 1e5)) << k;
  });
}

}  // namespace
}  // namespace treefix::testing
