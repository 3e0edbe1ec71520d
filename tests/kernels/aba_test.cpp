// Laws of treefix/kernels/aba.hpp.
#include <treefix/kernels/aba.hpp>

#include <gtest/gtest.h>

#include "support/robot.hpp"
#include "support/sweeps.hpp"

namespace treefix::testing {
namespace {

void expect_accelerations(FourStates& four, const Model& model) {
  for (int lane = 0; lane < group_lanes; ++lane) {
    Robot<double>& robot = at(four.robots, lane);
    const auto got = test::lane_of(four.sweeps.a, lane);
    EXPECT_LE(robot.residual(got, robot.a, robot.external()), 10 * depth_epsilon(robot)) << describe(model);
  }
}

TEST(AbaSweeps, EveryLaneHasTheAccelerationsOfItsState) {
  for (const Model& model : many_models(200)) {
    FourStates four(model);
    four.sweeps.fd();
    expect_accelerations(four, model);
  }
}

TEST(AbaSweeps, MayCutRunsAtEveryBody) {
  for (const Model& model : many_models(60))
    for (const Index stride : {1, 2, 3}) {
      FourStates four(model, with_cut_runs(prepare(model.mechanism()), stride));
      four.sweeps.fd();
      expect_accelerations(four, model);
    }
}

TEST(AbaSweeps, ALaneDoesNotDependOnItsPlaceOrItsNeighbours) {
  for (const Model& model : many_models(60)) {
    FourStates four(model), other(model);
    other.move_one_lane_further();
    expect_shifted_bits(other.sweeps.fd(), four.sweeps.fd(), model);
  }
}

template <bool with_armature>
void expect_same_together(const Model& model) {
  FourStates first(model), second(model);
  second.change_some();
  const auto expected = first.sweeps.fd(), expected_second = second.sweeps.fd();
  const Prepared<double>& m = first.sweeps.m;
  for (FourStates* four : {&first, &second}) {
    rnea_out<false>(m, m.gravity, four->sweeps.g);
    aba_in<with_armature>(m, four->sweeps.g);
    for (GroupLanes& x : four->sweeps.a) x = GroupLanes(0);
  }
  aba_out<with_armature>(m, first.sweeps.g, second.sweeps.g);
  expect_same_bits(first.sweeps.a, expected, model);
  expect_same_bits(second.sweeps.a, expected_second, model);
}

TEST(AbaSweeps, OfTwoGroupsAtOnceGiveTheSame) {
  for (const Model& model : many_models(100))
    prepare(model.mechanism()).has_armature ? expect_same_together<true>(model) : expect_same_together<false>(model);
}

TEST(AbaSweeps, ForArmatureAlsoSolveModelsWithoutArmature) {
  for (const Model& model : many_models(100)) {
    FourStates four(model);
    if (four.sweeps.m.has_armature) continue;
    four.sweeps.place();
    const auto& [m, g] = std::tie(four.sweeps.m, four.sweeps.g);
    rnea_out<false>(m, m.gravity, g);
    aba_in<true>(m, g);
    aba_out<true>(m, g);
    expect_accelerations(four, model);
  }
}

}  // namespace
}  // namespace treefix::testing
