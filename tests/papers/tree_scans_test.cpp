// The simulated rootfix of velocities [Lynghus 2026, §5.2.4], against the recursion.
#include <treefix/papers/inverse/scan_inverse.hpp>

#include <gtest/gtest.h>

#include "support/executors.hpp"
#include "support/robot.hpp"
#include "support/scalars.hpp"

namespace treefix::testing {
namespace {

TEST(SimulatedRootfix, IsTheRecursionInCoordinatesOfTheRoot) {
  for (const Model& given : many_models(20)) {
    Robot<Quad> robot(given);
    const ScanModel<Quad> model(robot.m, 5);
    const ScanView<Quad> m = model;
    const Index n = m.nbody();
    const Motion<Quad> start{{1, 2, 3}, {4, 5, 6}};
    Scratch<Transform<Quad>> X(n), X0(n);
    std::vector<Motion<Quad>> expected, got(static_cast<std::size_t>(n));
    joint_transforms<Quad>(Serial(), m, robot.q, X.view());
    for (Index i = 0; i < n; ++i) {
      const Motion<Quad> above = m.tree.parent(i) == root ? start : at(expected, m.tree.parent(i));
      expected.push_back(X.view()[i] * above + joint_motion(m.joints[i], View<const Quad>(robot.v)));
    }
    const auto own = [&](Index i) { return joint_motion(m.joints[i], View<const Quad>(robot.v)); };
    const auto put = [&](Index i) -> Motion<Quad>& { return at(got, i); };
    const auto expect = [&](const auto& exec, auto&& fix) {
      poses<Quad>(exec, fix, X.view(), X0.view());
      simulated_rootfix<Quad>(exec, fix, X0.view(), own, start, put);
      for (Index i = 0; i < n; ++i)
        ASSERT_TRUE(test::near(X0.view()[i] * at(got, i), at(expected, i), 1000)) << given.name() << ", " << i;
    };
    for_each_executor([&](const auto& exec) {
      expect(exec, ByHeavyPaths<Quad>(m));
      for (const ScanKind kind :
           {ScanKind::sequential, ScanKind::work_efficient, ScanKind::blocked, ScanKind::per_component})
        expect(exec, ByVectorTree<Quad>(m, {kind, 5}));
    });
  }
}

}  // namespace
}  // namespace treefix::testing
