// Laws of treefix/papers/inverse/forces_by_scan.hpp.
#include <treefix/papers/inverse/forces_by_scan.hpp>

#include <gtest/gtest.h>

#include "support/robot.hpp"
#include "support/scalars.hpp"
#include "support/threads.hpp"

namespace treefix::testing {
namespace {

TEST(ForcesByScan, AreThoseOfTheRootSeenFromEachBodyInEveryState) {
  const EightThreads more;
  Workers workers(3);
  std::vector<Model> models = many_models(40);
  models.push_back(zoo::auto_tree(1000, 1.5, 0.1));
  models.push_back(zoo::star(300));
  for (const Model& model : models) {
    Robot<double> robot(model);
    ForcesByScan made(robot.m);
    ForcesByScan scan = std::move(made);
    for (std::uint64_t seed = 1; seed <= 2; ++seed) {
      const Robot<double> state(model, seed);
      std::vector<Transform<double>> X0;
      std::vector<Force<double>> expected;
      for (Index i = 0; i < robot.m.nbody(); ++i) {
        const Transform<double> X = joint_transform<double>(robot.m.joint(i), state.q);
        X0.push_back(robot.m.parent(i) == root ? X : X * at(X0, robot.m.parent(i)));
        expected.push_back(X0.back() * at(state.forces, i));
      }
      const View<const Force<double>> got = scan.run(workers, state.q, state.forces);
      ASSERT_EQ(ssize(got), robot.m.nbody());
      for (Index i = 0; i < robot.m.nbody(); ++i)
        EXPECT_TRUE(test::near(got[i], at(expected, i), 4.0 * static_cast<double>(4 + robot.depth())))
            << model.name() << ", " << i;
    }
  }
}

TEST(ForcesByScan, HaveTheSameBitsForEveryNumberOfThreads) {
  const EightThreads more;
  for (const Model& model : {zoo::chain(3000), zoo::auto_tree(3000, 2), zoo::star(500)}) {
    const Robot<double> robot(model);
    ForcesByScan scan(robot.m);
    std::vector<double> expected;
    for (const int threads : {1, 2, 8}) {
      Workers workers(threads);
      std::vector<double> numbers;
      for (const auto& [n, f] : scan.run(workers, robot.q, robot.forces))
        numbers.insert(numbers.end(), {n.x, n.y, n.z, f.x, f.y, f.z});
      if (expected.empty()) expected = numbers;
      EXPECT_EQ(numbers, expected) << model.name() << ", " << threads;
    }
  }
}

}  // namespace
}  // namespace treefix::testing
