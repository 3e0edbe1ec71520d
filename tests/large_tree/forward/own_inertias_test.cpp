// Laws of treefix/large_tree/forward/own_inertias.hpp.
#include <treefix/large_tree/forward/own_inertias.hpp>

#include <gtest/gtest.h>

#include <treefix/large_tree/division/lane_list.hpp>

#include "support/large_tree.hpp"
#include "support/scalars.hpp"

namespace treefix::testing {
namespace {

/// Whether an inertia in the prepared frame of body i is that of the body in the mechanism.
::testing::AssertionResult is_own(const Mechanism<double>& m, const DividedModel& model, Index i,
                                  const OwnInertia<double>& x) {
  const Inertia<double> here{
      x.m, {x.hx, x.hy, x.hz}, rotational_inertia(Sym3<double>{x.Sxx, x.Sxy, x.Syy, x.Sxz, x.Syz, x.Szz})};
  return test::near(at(model.prepared.frames, i).back(here), m.inertia(model.given_body(i)), 1e4);
}

TEST(OwnInertias, AreThoseOfTheMechanismBeforeRegrouping) {
  for_all_divided<4>([](const Mechanism<double>& m, const DividedModel& model) {
    const OwnInertias own(model, m);
    const Division& division = model.division;
    const int lanes = division.lanes;
    for (Index b = 0; b < ssize(division.bundles); ++b)
      for (int lane = 0; lane < lanes; ++lane)
        for (Index k = 0; k < at(division.bundles, b).steps; ++k)
          ASSERT_TRUE(is_own(m, model, at(division.bundles, b).piece(lane) + k,
                             LaneList<OwnInertia>(own.steps, lanes).get(at(model.first_step, b) + k, lane)));
    for (Index place = 0; place < ssize(division.places); ++place) {
      const Index group = place / lanes;
      const int lane = static_cast<int>(place % lanes);
      const OwnInertia<double> x = LaneList<OwnInertia>(own.groups, lanes).get(group, lane);
      if (lane < at(division.counts, group)) {
        ASSERT_TRUE(is_own(m, model, at(division.places, place), x));
      } else {
        ASSERT_EQ(test::components(x), std::vector<double>(10)) << "an empty lane";
      }
    }
    ASSERT_EQ(own.trunk_parts.size(), division.trunk_parts.size());
    for (Index u = 0; u < ssize(division.trunk_parts); ++u)
      ASSERT_TRUE(is_own(m, model, at(division.trunk_parts, u).first, at(own.trunk_parts, u)));
  });
}

TEST(OwnInertias, OfBodiesOnOtherJointsAreInACopyOfThePreparedModel) {
  for_all_divided<2>([](const Mechanism<double>& m, const DividedModel& model) {
    const OwnInertias own(model, m);
    ASSERT_EQ(own.prepared.nbody(), model.prepared.general_bodies.empty() ? 0 : m.nbody());
    ASSERT_EQ(own.prepared.general_bodies.size(), model.prepared.general_bodies.size());
    for (Index i = 0; i < own.prepared.nbody(); ++i) {
      const Index k = at(own.prepared.bodies, i).general;
      ASSERT_EQ(k < 0, at(own.prepared.bodies, i).kind == JointKind::revolute);
      if (k < 0) continue;
      const auto& [X_tree, cosine, sine, pitch, mass, h, S] = at(own.prepared.general_bodies, k);
      ASSERT_TRUE(is_own(m, model, i, {mass, h.x, h.y, h.z, S.xx, S.xy, S.yy, S.xz, S.yz, S.zz}));
      ASSERT_EQ(test::components(X_tree), test::components(at(model.prepared.general_bodies, k).X_tree));
      ASSERT_EQ(pitch, at(model.prepared.general_bodies, k).pitch);
    }
  });
}

}  // namespace
}  // namespace treefix::testing
