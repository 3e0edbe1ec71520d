// Laws of treefix/large_tree/division/divided_model.hpp.
#include <treefix/large_tree/division/divided_model.hpp>

#include <gtest/gtest.h>

#include <treefix/large_tree/division/bundle.hpp>
#include <treefix/large_tree/division/lane_list.hpp>

#include "support/large_tree.hpp"
#include "support/scalars.hpp"

namespace treefix::testing {
namespace {

template <class V>
bool same(const V& a, const V& b) {
  return test::components(a) == test::components(b);
}
Placement<double> placement_in(const Prepared<double>& p, Index i) {
  const Axis<double>& x = at(p.axes, i);
  double offset = 0;
  for (const Angle<double>& angle : p.angles)
    if (angle.body == i) offset = angle.offset;
  return {x.cos_alpha, x.sin_alpha, x.a, x.d, offset};
}
Moments<double> moments_in(const Prepared<double>& p, Index i) {
  const Axis<double>& x = at(p.axes, i);
  return {x.hx, x.hy, x.Sxx, x.Sxy, x.Syy, x.Sxz, x.Syz};
}
Mount<double> mount_in(const Prepared<double>& p, Index i) {
  return at(p.mount_of, i) < 0 ? Mount<double>{1, 0, 0, 0} : at(p.mounts, at(p.mount_of, i));
}

TEST(DividedModel, NumbersEveryBodyAndCoordinateOfTheMechanismOnce) {
  for_all_divided<2>([](const Mechanism<double>& m, const DividedModel& model) {
    std::vector<int> q(static_cast<std::size_t>(m.nq)), v(static_cast<std::size_t>(m.nv)), bodies(m.joints.size());
    Index next_q = 0, next_v = 0;
    for (Index i = 0; i < m.nbody(); ++i) {
      const PreparedBody& body = at(model.prepared.bodies, i);
      const Joint<double>& joint = m.joint(model.given_body(i));
      ++at(bodies, model.given_body(i));
      ASSERT_EQ(body.kind, joint.kind);
      ASSERT_EQ(body.parent < 0 ? root : model.given_body(body.parent), m.parent(model.given_body(i)));
      ASSERT_EQ(body.q, next_q);  // in the order of bodies
      ASSERT_EQ(body.v, next_v);
      for (int k = 0; k < position_count(joint.kind); ++k) {
        ASSERT_EQ(model.given_q(next_q), joint.q + k);
        ++at(q, model.given_q(next_q++));
      }
      for (int k = 0; k < joint.dof(); ++k) {
        ASSERT_EQ(model.given_v(next_v), joint.v + k);
        ++at(v, model.given_v(next_v++));
      }
    }
    for (const auto& counts : {bodies, q, v})
      for (const int count : counts) ASSERT_EQ(count, 1);
    // lists of numbers exist only where they are not 0, 1, 2, …
    ASSERT_EQ(model.bodies.empty(), is_heavy_first(m.tree));
    ASSERT_EQ(model.places_q.empty(), model.bodies.empty());
    ASSERT_EQ(model.places_v.empty(), model.bodies.empty());
  });
}

TEST(DividedModel, HasTheConstantsOfTheBodiesOfBundlesInTheirLanes) {
  for_all_divided<4>([](const Mechanism<double>& m, const DividedModel& model) {
    const Prepared<double> p = prepared_heavy_first(m);
    const int lanes = model.division.lanes;
    Index steps = 0;
    bool sheared = false;
    for (Index b = 0; b < ssize(model.division.bundles); ++b) {
      const Division::Bundle& bundle = at(model.division.bundles, b);
      ASSERT_EQ(at(model.first_step, b), steps);
      for (int lane = 0; lane < lanes; ++lane)
        for (Index k = 0; k < bundle.steps; ++k) {
          const Index i = bundle.piece(lane) + k, step = steps + k;
          ASSERT_TRUE(same(LaneList<Placement>(model.placements, lanes).get(step, lane), placement_in(p, i)));
          ASSERT_TRUE(same(LaneList<Moments>(model.moments, lanes).get(step, lane), moments_in(p, i)));
          if (model.has_shears) {
            ASSERT_EQ(LaneList<Number>(model.shears, lanes).get(step, lane).value, mount_in(p, i).b);
          }
          if (model.has_armatures) {
            ASSERT_EQ(LaneList<Number>(model.armatures, lanes).get(step, lane).value, at(p.axes, i).armature);
          }
          sheared |= mount_in(p, i).b != 0;
        }
      steps += bundle.steps;
    }
    ASSERT_EQ(model.steps, steps);
    ASSERT_EQ(model.has_shears, sheared);
    ASSERT_EQ(model.has_armatures, p.has_armature);
  });
}

TEST(DividedModel, HasTheConstantsOfTheBodiesOfForestsAndNoInertiaInEmptyLanes) {
  for_all_divided<4>([](const Mechanism<double>& m, const DividedModel& model) {
    const Prepared<double> p = prepared_heavy_first(m);
    const int lanes = model.division.lanes;
    for (Index place = 0; place < ssize(model.division.places); ++place) {
      const Index i = at(model.division.places, place), group = place / lanes;
      const int lane = static_cast<int>(place % lanes);
      const bool is_empty = lane >= at(model.division.counts, group);
      ASSERT_TRUE(same(LaneList<Mount>(model.forest_mounts, lanes).get(group, lane), mount_in(p, i)));
      ASSERT_TRUE(same(LaneList<Placement>(model.forest_placements, lanes).get(group, lane), placement_in(p, i)));
      ASSERT_TRUE(same(LaneList<Moments>(model.forest_moments, lanes).get(group, lane),
                       is_empty ? Moments<double>{} : moments_in(p, i)));
      if (model.has_armatures) {
        ASSERT_EQ(LaneList<Number>(model.forest_armatures, lanes).get(group, lane).value,
                  is_empty ? 0 : at(p.axes, i).armature);
      }
      const Joint<double>& joint = m.joint(model.given_body(i));
      ASSERT_EQ(at(model.forest_q, place), joint.q);
      ASSERT_EQ(at(model.forest_v, place), joint.v);
    }
  });
}

TEST(DividedModel, HasTheConstantsOfTheFirstBodyOfEachPartOfTheTrunkAndTheFramesOfAllBodies) {
  for_all_divided<4>([](const Mechanism<double>& m, const DividedModel& model) {
    const Prepared<double> p = prepared_heavy_first(m);
    ASSERT_EQ(model.axes.size(), model.division.trunk_parts.size());
    for (Index u = 0; u < ssize(model.division.trunk_parts); ++u) {
      const Index i = at(model.division.trunk_parts, u).first;
      ASSERT_TRUE(same(at(model.axes, u), at(p.axes, i)));
      ASSERT_EQ(at(model.mounts, u), at(p.mount_of, i));
      ASSERT_EQ(at(model.offsets, u), placement_in(p, i).offset);
    }
    ASSERT_EQ(ssize(model.prepared.frames), m.nbody());
    for (Index i = 0; i < m.nbody(); ++i) ASSERT_TRUE(same(at(model.prepared.frames, i), at(p.frames, i)));
  });
}

}  // namespace
}  // namespace treefix::testing
