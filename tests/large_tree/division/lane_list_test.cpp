// Laws of treefix/large_tree/division/lane_list.hpp.
#include <treefix/large_tree/division/lane_list.hpp>

#include <gtest/gtest.h>

#include <treefix/large_tree/division/bundle.hpp>

#include "support/rooms.hpp"

namespace treefix::testing {
namespace {

Placement<double> placement(Index step, int lane) {
  const double x = 100.0 * static_cast<double>(step) + 10 * lane;
  return {x, x + 1, x + 2, x + 3, x + 4};
}

TEST(LaneList, GivesBackWhatWasSet) {
  const int lanes = 4;
  const Index steps = 7;
  const ZeroMemory memory = LaneList<Placement>::make(steps, lanes);
  const LaneList<Placement> list(memory, lanes);
  EXPECT_EQ(list.get(3, 2).d, 0);
  for (Index step = 0; step < steps; ++step)
    for (int lane = 0; lane < lanes; ++lane) list.set(step, lane, placement(step, lane));
  for (Index step = 0; step < steps; ++step)
    for (int lane = 0; lane < lanes; ++lane) {
      const Placement<double> got = list.get(step, lane), expected = placement(step, lane);
      EXPECT_EQ(got.cos_alpha, expected.cos_alpha);
      EXPECT_EQ(got.a, expected.a);
      EXPECT_EQ(got.offset, expected.offset);
    }
}

TEST(LaneList, IsWhatAnArrayOfStructsOfLanesReads) {
  using T = Lanes<double, 4>;
  const Index steps = 5;
  const ZeroMemory memory = LaneList<Placement>::make(steps, T::size);
  const LaneList<Placement> list(memory, T::size);
  for (Index step = 0; step < steps; ++step)
    for (int lane = 0; lane < T::size; ++lane) list.set(step, lane, placement(step, lane));
  const auto* in_lanes = memory.as<const Placement<T>>();
  for (Index step = 0; step < steps; ++step)
    for (int lane = 0; lane < T::size; ++lane) {
      EXPECT_EQ(in_lanes[step].sin_alpha[lane], placement(step, lane).sin_alpha);
      EXPECT_EQ(in_lanes[step].d[lane], placement(step, lane).d);
    }
}

}  // namespace
}  // namespace treefix::testing
