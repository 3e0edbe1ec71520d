// The same algorithms in every scalar type.
#include <gtest/gtest.h>

#include <treefix/simd/lanes.hpp>

#include "support/robot.hpp"

namespace treefix::testing {
namespace {

using Lanes4 = Lanes<double, 4>;

std::vector<Lanes4> pack(const std::vector<std::vector<double>>& states) {
  std::vector<Lanes4> x(states[0].size());
  for (std::size_t k = 0; k < x.size(); ++k)
    for (int lane = 0; lane < 4; ++lane) x[k].set(lane, states[static_cast<std::size_t>(lane)][k]);
  return x;
}

void expect_lane(const std::vector<Lanes4>& lanes, int lane, const std::vector<double>& expected, double tolerance) {
  for (std::size_t k = 0; k < expected.size(); ++k) {
    EXPECT_NEAR(lanes[k][lane], expected[k], tolerance * (1 + largest(expected))) << "coordinate " << k;
  }
}

TEST(Scalars, EachLaneHoldsTheResultOfItsOwnState) {
  for (const Model& model : many_models(20)) {
    const Mechanism<Lanes4> m = convert<Lanes4>(model.mechanism());
    Workspace<Lanes4> w(m);
    std::vector<Robot<double>> robots;
    std::vector<std::vector<double>> q, v, a;
    for (std::uint64_t lane = 0; lane < 4; ++lane) {
      robots.emplace_back(model, 100 + lane);
      q.push_back(robots.back().q);
      v.push_back(robots.back().v);
      a.push_back(robots.back().a);
    }
    std::vector<Lanes4> tau(v[0].size()), back(v[0].size()), H(v[0].size() * v[0].size());
    rnea(m, pack(q), pack(v), pack(a), {}, w, tau);
    aba(m, pack(q), pack(v), tau, {}, w, back);
    crba(m, pack(q), w, H);
    for (int lane = 0; lane < 4; ++lane) {
      Robot<double>& robot = robots[static_cast<std::size_t>(lane)];
      const auto expected = robot.id(robot.a);
      expect_lane(tau, lane, expected, 1e-14);
      expect_lane(back, lane, robot.a, 1e-9);
      expect_lane(H, lane, robot.H(), 1e-14);
    }
  }
}

TEST(Scalars, FloatIsWithinAFewDepthEpsilonOfQuad) {
  for (const Model& model : many_models(100)) {
    Robot<float> robot(model);
    Robot<Quad> exact(model);
    exact.q.assign(robot.q.begin(), robot.q.end());
    exact.v.assign(robot.v.begin(), robot.v.end());
    exact.a.assign(robot.a.begin(), robot.a.end());
    const auto tau = robot.id(robot.a), scale = robot.scale(robot.a);
    const auto reference = exact.id(exact.a);
    for (std::size_t k = 0; k < tau.size(); ++k)
      EXPECT_LE(static_cast<float>(abs(Quad(tau[k]) - reference[k])),
                4 * static_cast<float>(robot.depth() + 4) * epsilon<float>() * scale[k])
          << describe(model);
  }
}

}  // namespace
}  // namespace treefix::testing
