// Sweeps with constants in lanes: the same robot in all lanes, or a different robot of the same shape in each.
#include <gtest/gtest.h>

#include "support/robot.hpp"
#include "support/scalars.hpp"
#include "support/sweeps.hpp"

namespace treefix::testing {
namespace {

constexpr int lanes = group_lanes;
using T = GroupLanes;
using test::lane_of;

/// One struct in each lane, number by number: the structs consist of numbers only.
template <template <class> class V>
V<T> joined(const V<double>* const (&from)[lanes]) {
  V<T> to;
  static_assert(sizeof(to) == sizeof(V<double>) * lanes);
  T numbers[sizeof(V<double>) / sizeof(double)];
  for (int lane = 0; lane < lanes; ++lane) {
    const auto list = test::components(*from[lane]);
    for (std::size_t k = 0; k < list.size(); ++k) numbers[k].set(lane, list[k]);
  }
  std::memcpy(static_cast<void*>(&to), numbers, sizeof(to));
  return to;
}

template <template <class> class V>
std::vector<V<T>> joined(const std::vector<V<double>>& a, const std::vector<V<double>>& b,
                         const std::vector<V<double>>& c, const std::vector<V<double>>& d) {
  std::vector<V<T>> all;
  for (std::size_t i = 0; i < a.size(); ++i) all.push_back(joined<V>({&a[i], &b[i], &c[i], &d[i]}));
  return all;
}

Prepared<T> joined(const Prepared<double>& a, const Prepared<double>& b, const Prepared<double>& c,
                   const Prepared<double>& d) {
  Prepared<T> all;
  all.nq = a.nq;
  all.nv = a.nv;
  all.slots = a.slots;
  all.has_armature = a.has_armature || b.has_armature || c.has_armature || d.has_armature;
  all.bodies = a.bodies;
  all.segments = a.segments;
  all.paths = a.paths;
  all.moment_frame_paths = a.moment_frame_paths;
  all.leaves_moment_frame = a.leaves_moment_frame;
  all.gravity = joined<Vec3>({&a.gravity, &b.gravity, &c.gravity, &d.gravity});
  all.axes = joined<Axis>(a.axes, b.axes, c.axes, d.axes);
  all.mounts = joined<Mount>(a.mounts, b.mounts, c.mounts, d.mounts);
  all.tips = joined<Tip>(a.tips, b.tips, c.tips, d.tips);
  all.general_bodies = joined<GeneralBody>(a.general_bodies, b.general_bodies, c.general_bodies, d.general_bodies);
  const auto number = [](double x, double y, double z, double w) {
    const double of_lanes[] = {x, y, z, w};
    return T::load(of_lanes);
  };
  for (std::size_t k = 0; k < a.armatures.size(); ++k)
    all.armatures.push_back(number(a.armatures[k], b.armatures[k], c.armatures[k], d.armatures[k]));
  for (std::size_t k = 0; k < a.angles.size(); ++k)
    all.angles.push_back({number(a.angles[k].offset, b.angles[k].offset, c.angles[k].offset, d.angles[k].offset),
                          a.angles[k].q, a.angles[k].body});
  for (std::size_t k = 0; k < a.sliders.size(); ++k) {
    const Slider<double>&x = a.sliders[k], &y = b.sliders[k], &z = c.sliders[k], &w = d.sliders[k];
    all.sliders.push_back({number(x.m, y.m, z.m, w.m), number(x.armature, y.armature, z.armature, w.armature),
                           number(x.inverse, y.inverse, z.inverse, w.inverse), joined<Vec3>({&x.p, &y.p, &z.p, &w.p}),
                           joined<Mat3>({&x.E, &y.E, &z.E, &w.E}), joined<Sym3>({&x.M, &y.M, &z.M, &w.M}), x.body, x.q,
                           x.v});
  }
  all.hosts = a.hosts;
  return all;
}

TEST(ConstantsInLanes, OfOneRobotGiveTheNumbersOfPlainConstants) {
  for (const Model& model : many_models(60)) {
    const Prepared<double> p = prepare(model.mechanism());
    Sweeps<T> plain(p);
    Sweeps<T, T> in_lanes(joined(p, p, p, p));
    for (int lane = 0; lane < lanes; ++lane) {
      const Robot<double> robot(model, static_cast<std::uint64_t>(lane));
      put(robot, lane, plain);
      put(robot, lane, in_lanes);
    }
    const Results<T> expected = all_results(plain), got = all_results(in_lanes);
    // to a few units, because a compiler may fuse different products with sums
    EXPECT_TRUE(test::near(got.tau, expected.tau, 64)) << describe(model);
    EXPECT_TRUE(test::near(got.H, expected.H, 64)) << describe(model);
    EXPECT_TRUE(test::near(got.a, expected.a, 1e6)) << describe(model);
  }
}

TEST(ConstantsInLanes, OfFourRobotsOfTheSameShapeGiveTheNumbersOfEach) {
  for (const double armature : {0.0, 0.3})
    for (Index n = 1; n < 12; ++n) {
      // robots with nearly parallel axes have one more mount, and thus another shape
      std::vector<Model> models;
      std::vector<Prepared<double>> p;
      for (std::uint64_t seed = 0; ssize(models) < lanes; ++seed) {
        const char* first = n % 2 == 0 ? "F" : "";
        Model model = zoo::random_tree(
            {.n = n, .seed = seed, .joints = "R", .root = first, .branching = 1, .armature = armature});
        Prepared<double> prepared = prepare(model.mechanism());
        if (ssize(prepared.mounts) != (n % 2 == 0 ? 1 : 0)) continue;
        models.push_back(std::move(model));
        p.push_back(std::move(prepared));
      }
      Sweeps<T, T> sweeps(joined(p[0], p[1], p[2], p[3]));
      std::vector<Robot<double>> robots;
      for (int lane = 0; lane < lanes; ++lane) {
        robots.emplace_back(at(models, lane));
        put(robots.back(), lane, sweeps);
      }
      const Results<T> got = all_results(sweeps);
      for (int lane = 0; lane < lanes; ++lane) {
        Robot<double>& robot = at(robots, lane);
        const auto tau = robot.id(robot.a), scale = robot.scale(robot.a);
        for (std::size_t k = 0; k < tau.size(); ++k)
          EXPECT_LE(abs(got.tau[k][lane] - tau[k]), 50 * epsilon<double>() * scale[k]);
        EXPECT_LE(robot.residual(lane_of(got.a, lane), robot.a), 50 * epsilon<double>());
      }
    }
}

}  // namespace
}  // namespace treefix::testing
