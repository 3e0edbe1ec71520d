// Laws of treefix/kernels/kinematics.hpp.
#include <treefix/kernels/kinematics.hpp>

#include <gtest/gtest.h>

#include <treefix/simd/lanes.hpp>

#include "support/robot.hpp"
#include "support/scalars.hpp"

namespace treefix::testing {
namespace {

constexpr int states = 4;
using T = Lanes<double, states>;

/// One state of a robot in each lane.
struct LaneStates {
  std::vector<Robot<double>> robots;
  std::vector<T> q, v;
  std::vector<BodyState<T>> bodies;

  explicit LaneStates(const Model& model) {
    const Mechanism<double>& m = model.mechanism();
    q.resize(static_cast<std::size_t>(m.nq));
    v.resize(static_cast<std::size_t>(m.nv));
    bodies.resize(static_cast<std::size_t>(m.nbody()));
    for (int lane = 0; lane < states; ++lane) {
      robots.emplace_back(model, static_cast<std::uint64_t>(lane));
      for (std::size_t k = 0; k < q.size(); ++k) q[k].set(lane, robots.back().q[k]);
      for (std::size_t k = 0; k < v.size(); ++k) v[k].set(lane, robots.back().v[k]);
    }
  }
};

template <class V, class W>
void expect_near_lane(const V& got, int lane, const W& expected, const Model& model) {
  const auto x = test::lane_of(test::components(got), lane);
  EXPECT_TRUE(test::near(x, test::components(expected), 1000)) << describe(model);
}

TEST(KinematicsSweep, EveryLaneHasThePosesAndVelocitiesOfTheReference) {
  for (const Model& model : many_models(100)) {
    LaneStates lanes(model);
    kinematics_sweep<double, T>(model.mechanism(), lanes.q, lanes.v, lanes.bodies.data());
    for (int lane = 0; lane < states; ++lane) {
      Robot<double>& robot = at(lanes.robots, lane);
      robot.kinematics();
      for (Index i = 0; i < model.nbody(); ++i) {
        expect_near_lane(at(lanes.bodies, i).X0, lane, robot.w.X0[i], model);
        expect_near_lane(at(lanes.bodies, i).V, lane, robot.w.V[i], model);
      }
    }
  }
}

TEST(KinematicsSweep, WithoutVelocitiesHasThePosesAndDoesNotTouchVelocities) {
  for (const Model& model : many_models(60)) {
    LaneStates moving(model), resting(model);
    const Motion<T> before{{T(1), T(2), T(3)}, {T(4), T(5), T(6)}};
    for (BodyState<T>& body : resting.bodies) body.V = before;
    kinematics_sweep<double, T>(model.mechanism(), moving.q, moving.v, moving.bodies.data());
    kinematics_sweep<double, T>(model.mechanism(), resting.q, {}, resting.bodies.data());
    for (Index i = 0; i < model.nbody(); ++i) {
      EXPECT_TRUE(test::near(at(resting.bodies, i).X0, at(moving.bodies, i).X0, 0)) << describe(model);
      EXPECT_TRUE(test::near(at(resting.bodies, i).V, before, 0)) << describe(model);
    }
  }
}

TEST(KinematicsSweep, OfOneStateGivesTheSameAsOfALane) {
  for (const Model& model : many_models(60)) {
    LaneStates lanes(model);
    kinematics_sweep<double, T>(model.mechanism(), lanes.q, lanes.v, lanes.bodies.data());
    const Robot<double>& robot = lanes.robots[1];
    std::vector<BodyState<double>> one(lanes.bodies.size());
    kinematics_sweep<double, double>(model.mechanism(), robot.q, robot.v, one.data());
    for (Index i = 0; i < model.nbody(); ++i) {
      expect_near_lane(at(lanes.bodies, i).X0, 1, at(one, i).X0, model);
      expect_near_lane(at(lanes.bodies, i).V, 1, at(one, i).V, model);
    }
  }
}

}  // namespace
}  // namespace treefix::testing
