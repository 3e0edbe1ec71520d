// Laws of treefix/large_tree/division/anchor_walk.hpp.
#include <treefix/large_tree/division/anchor_walk.hpp>

#include <gtest/gtest.h>

#include <treefix/base/random.hpp>

#include "support/rooms.hpp"

namespace treefix::testing {
namespace {

struct FourLanes {
  static constexpr int size = 4;
};

/// Three bundles in which this share of the bodies are anchors. Walks are along the second one.
Division with_anchors(Random& random, Index steps, double share) {
  Division division;
  division.lanes = FourLanes::size;
  for (Index b = 0; b < 3; ++b) {
    Division::Bundle bundle{.first = shortened(b * division.lanes * steps), .steps = shortened(steps)};
    bundle.first_anchor = shortened(ssize(division.anchors));
    for (int lane = 0; lane < division.lanes; ++lane)
      for (Index k = 0; k < steps; ++k)
        if (random.uniform() < share)
          division.anchors.push_back({shortened(bundle.piece(lane) + k), shortened(k), static_cast<std::int8_t>(lane)});
    bundle.end_anchor = shortened(ssize(division.anchors));
    division.bundles.push_back(bundle);
  }
  return division;
}

struct Meeting {
  Index step;
  int lane;
  Index anchor;
  friend bool operator==(const Meeting&, const Meeting&) = default;
};

/// The anchors at the steps first, first + by, … before `stop`, found by searching all anchors for each step.
std::vector<Meeting> searched(const Division& division, Index first, Index stop, int by) {
  std::vector<Meeting> all;
  const Division::Bundle& bundle = division.bundles[1];
  for (Index k = first; k != stop; k += by)
    for (int lane = 0; lane < division.lanes; ++lane)
      for (Index a = 0; a < ssize(division.anchors); ++a)
        if (at(division.anchors, a).body == bundle.piece(lane) + k) all.push_back({k, lane, a});
  return all;
}

template <int by>
void expect_all_met(const Division& division, Index first, Index stop, AnchorWalk<FourLanes, by> walk) {
  const std::vector<Meeting> expected = searched(division, first, stop, by);
  std::vector<Meeting> met;
  for (Index k = first; k != stop; k += by) {
    const Index next = met.size() < expected.size() ? expected[met.size()].step : -1;
    ASSERT_EQ(walk.next_step(), next);
    walk.at_step(k, [&](int lane, Index a) { met.push_back({k, lane, a}); });
  }
  EXPECT_EQ(met, expected);
  EXPECT_EQ(walk.next_step(), -1);
}

template <class Law>
void for_all_bundles(Law law) {
  Random random(1);
  for (const Index steps : {1, 2, 7, 20})
    for (const double share : {0.0, 0.03, 0.1, 0.5, 1.0})
      for (int repetition = 0; repetition < 10; ++repetition) law(with_anchors(random, steps, share), steps);
}

TEST(AnchorWalk, OutwardMeetsEveryAnchorOfItsBundleOnceInTheOrderOfSteps) {
  for_all_bundles([](const Division& division, Index steps) {
    expect_all_met<1>(division, 0, steps, AnchorWalk<FourLanes, 1>(division, 1));
  });
}

TEST(AnchorWalk, InwardMeetsThoseBelowItsStartOnceInTheOrderOfSteps) {
  for_all_bundles([](const Division& division, Index steps) {
    for (Index end = 0; end <= steps; ++end)
      expect_all_met<-1>(division, end - 1, -1, AnchorWalk<FourLanes, -1>(division, 1, end));
    expect_all_met<-1>(division, steps - 1, -1, AnchorWalk<FourLanes, -1>(division, 1));
  });
}

}  // namespace
}  // namespace treefix::testing
