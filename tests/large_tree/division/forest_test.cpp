// Laws of treefix/large_tree/division/forest.hpp.
#include <treefix/large_tree/division/forest.hpp>

#include <cmath>

#include <gtest/gtest.h>

#include "support/bundles.hpp"
#include "support/rooms.hpp"
#include "support/scalars.hpp"

namespace treefix::testing {
namespace {

using FourBodies = Lanes<double, 4>;

TEST(Forest, GathersTheMotionsThatItStored) {
  constexpr Index length = motion_record<FourBodies>, groups = 5, lanes = FourBodies::size;
  Random random(1);
  test::Draw<FourBodies> draw(1);
  std::vector<double> records(length * lanes * groups);
  std::vector<ClassicalMotion<FourBodies>> motions;
  for (Index k = 0; k < groups; ++k) {
    motions.push_back(ClassicalMotion<FourBodies>{draw.vec3(), draw.vec3(), draw.vec3()});
    store_motion(motions.back(), records.data() + k * lanes * length);
  }
  for (int repetition = 0; repetition < 50; ++repetition) {
    ShortIndex which[lanes];  // several lanes may have the same parent
    for (ShortIndex& record : which) record = shortened(random.below(groups * lanes));
    const auto gathered = test::components(gather_motion<FourBodies>(records.data(), which));
    for (int lane = 0; lane < lanes; ++lane) {
      const auto stored = test::components(at(motions, which[lane] / lanes));
      EXPECT_EQ(test::lane_of(gathered, lane), test::lane_of(stored, which[lane] % lanes));
    }
  }
}

TEST(Forest, TurnsEachBodyByTheCoordinateThatItsLaneNames) {
  Random random(2);
  test::Draw<FourBodies> draw(2);
  constexpr Index groups = 70, lanes = FourBodies::size;
  const RandomBundle<FourBodies> bodies(groups, draw);
  std::vector<double> q;
  std::vector<ShortIndex> coordinates;
  for (Index k = 0; k < groups * lanes; ++k) {
    q.push_back(random.uniform(-3, 3));
    coordinates.push_back(shortened(random.below(groups * lanes)));
  }
  Forest<FourBodies> m;
  m.groups = groups;
  m.placements = bodies.placements.data();
  m.coordinates = coordinates.data();
  std::vector<Turn<FourBodies>> turns(bodies.turns.size());
  LaneGroup<FourBodies> g;
  g.turns = turns.data();
  forest_turns(m, g, q.data());
  for (Index k = 0; k < groups; ++k)
    for (int lane = 0; lane < lanes; ++lane) {
      const double angle = at(q, at(coordinates, k * lanes + lane)) + at(bodies.placements, k).offset[lane];
      EXPECT_NEAR(at(turns, k).c[lane], std::cos(angle), 1e-15);
      EXPECT_NEAR(at(turns, k).s[lane], std::sin(angle), 1e-15);
    }
}

TEST(Forest, HasTheConstantsOfItsGroups) {
  test::Draw<double> draw(3);
  const RandomBundle<double> bodies(6, draw);
  const double none = 0;
  for (const bool with_armatures : {false, true}) {
    Forest<double> m;
    m.groups = bodies.steps();
    m.placements = bodies.placements.data();
    m.moments = bodies.moments.data();
    if (with_armatures) m.armatures = bodies.armatures.data();
    for (Index k = 0; k < m.groups; ++k) {
      const AxisParts<double> got = m.axis(k, none), expected = bodies.bundle(true, with_armatures).axis(k, none);
      EXPECT_EQ(&got.d, &expected.d);
      EXPECT_EQ(&got.Syz, &expected.Syz);
      EXPECT_EQ(&got.armature, &expected.armature);
    }
  }
}

}  // namespace
}  // namespace treefix::testing
