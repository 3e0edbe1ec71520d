// Sweeps in lanes: each lane is an independent state, constants may differ between lanes, and sweeps that run together
// give the results of separate sweeps.
#include <gtest/gtest.h>

#include "support/robot.hpp"
#include "support/scalars.hpp"
#include "support/sweeps.hpp"

namespace treefix::testing {
namespace {

constexpr int lanes = 4;
using T = Lanes<double, lanes>;
using Vector = std::vector<double>;
using test::lane_of;

void put(const Vector& from, int lane, std::vector<T>& to) {
  for (std::size_t k = 0; k < from.size(); ++k) to[k].set(lane, from[k]);
}

/// The arguments of one lane; the acceleration also serves as tau, because any torque will do.
template <class C>
void put(const Robot<double>& robot, int lane, Sweeps<T, C>& sweeps) {
  put(robot.q, lane, sweeps.q);
  put(robot.v, lane, sweeps.v);
  put(robot.a, lane, sweeps.a);
  put(robot.a, lane, sweeps.tau);
}

/// One state per lane, with external forces.
struct Four {
  explicit Four(const Model& model) : sweeps(prepare(model.mechanism())) {
    sweeps.external.resize(static_cast<std::size_t>(model.nbody()));
    for (int lane = 0; lane < lanes; ++lane) {
      robots.emplace_back(model, static_cast<std::uint64_t>(10 * lane + 1));
      put(robots.back(), lane, sweeps);
      for (Index i = 0; i < model.nbody(); ++i) {
        const auto numbers = test::components(at(sweeps.m.frames, i) * at(robots.back().forces, i));
        Force<T>& F = at(sweeps.external, i);
        T* const to[] = {&F.n.x, &F.n.y, &F.n.z, &F.f.x, &F.f.y, &F.f.z};
        for (std::size_t k = 0; k < 6; ++k) to[k]->set(lane, numbers[k]);
      }
    }
  }
  Sweeps<T> sweeps;
  std::vector<Robot<double>> robots;
};

double depth_epsilon(const Robot<double>& robot) { return static_cast<double>(robot.depth() + 4) * epsilon<double>(); }

TEST(Sweeps, EveryLaneHasTheTorquesOfItsState) {
  for (const Model& model : many_models(200)) {
    Four four(model);
    const auto got = four.sweeps.id(), bias = four.sweeps.bias();
    for (int lane = 0; lane < lanes; ++lane) {
      Robot<double>& robot = at(four.robots, lane);
      const Vector tau = robot.id(robot.a, robot.external());
      Vector scale = robot.vector();
      torque_scale(robot.m, robot.a, robot.external(), robot.w, scale);
      const Vector rest = robot.bias(robot.external());
      for (std::size_t k = 0; k < tau.size(); ++k) {
        EXPECT_LE(abs(got[k][lane] - tau[k]), 4 * depth_epsilon(robot) * scale[k]) << describe(model);
        EXPECT_LE(abs(bias[k][lane] - rest[k]), 4 * depth_epsilon(robot) * scale[k]) << describe(model);
      }
    }
  }
}

TEST(Sweeps, EveryLaneHasTheAccelerationsOfItsState) {
  for (const Model& model : many_models(200)) {
    Four four(model);
    const auto got = four.sweeps.fd();
    for (int lane = 0; lane < lanes; ++lane) {
      Robot<double>& robot = at(four.robots, lane);
      EXPECT_LE(robot.residual(lane_of(got, lane), robot.a, robot.external()), 10 * depth_epsilon(robot))
          << describe(model);
    }
  }
}

TEST(Sweeps, EveryLaneHasTheMassMatrixOfItsState) {
  for (const Model& model : many_models(200)) {
    Four four(model);
    const auto got = four.sweeps.H();
    for (int lane = 0; lane < lanes; ++lane) {
      Robot<double>& robot = at(four.robots, lane);
      const Vector H = robot.H();
      const Index n = robot.m.nv;
      for (Index i = 0; i < n; ++i)
        for (Index j = 0; j <= i; ++j) {
          const double size = sqrt(at(H, i * n + i) * at(H, j * n + j));
          EXPECT_LE(abs(at(got, i * n + j)[lane] - at(H, i * n + j)), 16 * depth_epsilon(robot) * size)
              << describe(model);
        }
      for (Index i = 0; i < n; ++i)
        for (Index j = i + 1; j < n; ++j) EXPECT_EQ(at(got, i * n + j)[lane], 0) << "never touched";
    }
  }
}

TEST(Sweeps, ALaneDoesNotKnowItsPlaceOrItsNeighbours) {
  for (const Model& model : many_models(60)) {
    Four four(model);
    const Results<T> expected = all_results(four.sweeps);
    // another order, and invalid numbers in one lane
    Four other(model);
    const double nan = std::nan("");
    for (int lane = 0; lane < lanes; ++lane)
      put(lane == 3 ? Robot<double>(model, 77) : at(four.robots, lane), (lane + 1) % lanes, other.sweeps);
    for (T& x : other.sweeps.q) x.set(0, nan);
    for (std::size_t i = 0; i < other.sweeps.external.size(); ++i) {
      const auto turned = [](const T& x) {
        T y;
        for (int lane = 0; lane < lanes; ++lane) y.set((lane + 1) % lanes, x[lane]);
        return y;
      };
      const Force<T>& F = four.sweeps.external[i];
      other.sweeps.external[i] = {{turned(F.n.x), turned(F.n.y), turned(F.n.z)},
                                  {turned(F.f.x), turned(F.f.y), turned(F.f.z)}};
    }
    const Results<T> got = all_results(other.sweeps);
    for (int lane = 0; lane < 3; ++lane) {
      EXPECT_EQ(lane_of(got.tau, lane + 1), lane_of(expected.tau, lane)) << describe(model);
      EXPECT_EQ(lane_of(got.a, lane + 1), lane_of(expected.a, lane)) << describe(model);
      EXPECT_EQ(lane_of(got.H, lane + 1), lane_of(expected.H, lane)) << describe(model);
    }
  }
}

void expect_same_bits(const std::vector<T>& x, const std::vector<T>& y, const Model& model) {
  for (int lane = 0; lane < lanes; ++lane) EXPECT_EQ(lane_of(x, lane), lane_of(y, lane)) << describe(model);
}

/// Inverse and forward dynamics of two groups in the same sweeps.
template <bool with_armature>
void expect_same_together(const Model& model) {
  Four groups[] = {Four(model), Four(model)};
  auto& [first, second] = groups;
  put(Robot<double>(model, 99), 2, second.sweeps);
  for (const Angle<double>& angle : second.sweeps.m.angles)
    second.sweeps.q[static_cast<std::size_t>(angle.q)].set(1, 1e7);
  const std::vector<T> a[] = {first.sweeps.a, second.sweeps.a};
  const Results<T> expected[] = {all_results(first.sweeps), all_results(second.sweeps)};
  const Prepared<double>& m = first.sweeps.m;
  const LaneGroup<T>&g = first.sweeps.g, &h = second.sweeps.g;

  for (int k = 0; k < 2; ++k) {
    groups[k].sweeps.a = a[k];
    groups[k].sweeps.place();
    rnea_out<true>(m, m.gravity, groups[k].sweeps.g);
  }
  rnea_in<true>(m, g, h);
  for (int k = 0; k < 2; ++k) expect_same_bits(groups[k].sweeps.tau, expected[k].tau, model);

  for (int k = 0; k < 2; ++k) {
    groups[k].sweeps.tau = a[k];
    rnea_out<false>(m, m.gravity, groups[k].sweeps.g);
    aba_in<with_armature>(m, groups[k].sweeps.g);
  }
  aba_out<with_armature>(m, g, h);
  for (int k = 0; k < 2; ++k) expect_same_bits(groups[k].sweeps.a, expected[k].a, model);
}

TEST(Sweeps, OfTwoGroupsAtOnceGiveTheSame) {
  for (const Model& model : many_models(100))
    prepare(model.mechanism()).has_armature ? expect_same_together<true>(model) : expect_same_together<false>(model);
}

TEST(Sweeps, WithoutRotorsKnowsTheZerosThatItWouldCompute) {
  for (const Model& model : many_models(100)) {
    Four four(model);
    if (four.sweeps.m.has_armature) continue;
    four.sweeps.fd();
    const auto& [m, g] = std::tie(four.sweeps.m, four.sweeps.g);
    rnea_out<false>(m, m.gravity, g);
    aba_in<true>(m, g);
    aba_out<true>(m, g);
    for (int lane = 0; lane < lanes; ++lane) {
      Robot<double>& robot = at(four.robots, lane);
      EXPECT_LE(robot.residual(lane_of(four.sweeps.a, lane), robot.a, robot.external()), 10 * depth_epsilon(robot));
    }
  }
}

}  // namespace
}  // namespace treefix::testing
