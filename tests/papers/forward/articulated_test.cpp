// Laws of treefix/papers/forward/articulated.hpp.
#include <treefix/papers/forward/articulated.hpp>

#include <gtest/gtest.h>

#include "support/robot.hpp"
#include "support/scalars.hpp"

namespace treefix::testing {
namespace {

constexpr ScanMethod sequential{ScanKind::sequential};
constexpr double units = 1e5;  // ε of the largest number: errors of tens of bodies and joints

/// A robot in a random state after the passes before the recursion.
struct Started {
  explicit Started(const Model& described, Index length, ExternalFrame frame = ExternalFrame::of_body)
      : robot(described), model(robot.m, length), start(model, sequential) {
    start.run(Serial(), model, {robot.q, robot.v, robot.a, robot.external(frame)});
  }
  ArticulatedPasses<double> passes() { return start; }

  Robot<double> robot;
  ScanModel<double> model;
  ArticulatedStart<double> start;
};

TEST(ArticulatedStart, GivesTransformsVelocityProductsAndBiasForces) {
  int turn = 0;
  for (const Model& given : many_models(60))
    for (const Index length : {1, 3, 1000}) {
      const ExternalFrame frame = ++turn % 2 == 0 ? ExternalFrame::of_body : ExternalFrame::of_root;
      Started started(given, length, frame);
      Robot<double>& robot = started.robot;
      const ArticulatedPasses<double> passes = started.passes();
      std::vector<Transform<double>> X0;
      std::vector<Motion<double>> V;
      const Mechanism<double>& m = robot.m;
      for (Index i = 0; i < m.nbody(); ++i) {
        const Index parent = m.parent(i);
        const Transform<double> X = joint_transform<double>(m.joint(i), robot.q);
        const Motion<double> own = joint_motion<double>(m.joint(i), robot.v);
        X0.push_back(parent == root ? X : X * at(X0, parent));
        V.push_back(parent == root ? own : X * at(V, parent) + own);
      }
      for (Index k = 0; k < m.nbody(); ++k) {
        const Index i = started.model.given(k);
        const Motion<double> own = joint_motion<double>(m.joint(i), robot.v);
        const Force<double> applied =
            frame == ExternalFrame::of_root ? at(X0, i) * at(robot.forces, i) : at(robot.forces, i);
        EXPECT_TRUE(test::near(passes.X[k], joint_transform<double>(m.joint(i), robot.q), 8));
        EXPECT_TRUE(test::near(passes.c[k], cross(at(V, i), own), 1000));
        EXPECT_TRUE(test::near(passes.p[k], cross(at(V, i), m.inertia(i) * at(V, i)) - applied, 1000))
            << describe(given);
      }
      EXPECT_TRUE(test::near(passes.root_acceleration, m.root_acceleration(), 0));
    }
}

TEST(ArticulatedStart, LeavesGravityOutWhereOnlyInertiaCounts) {
  Robot<double> robot(zoo::humanoid());
  const ScanModel<double> model(robot.m, 3);
  ArticulatedStart<double> start(model, sequential);
  const std::vector<double> zero = robot.vector();
  start.run(Serial(), model, {robot.q, zero, robot.a, {}, true, false});
  const ArticulatedPasses<double> passes = start;
  EXPECT_TRUE(test::near(passes.root_acceleration, Motion<double>{}, 0));
  for (const Motion<double>& c : passes.c) EXPECT_TRUE(test::near(c, Motion<double>{}, 0));
}

/// Chains of all joints, as one path.
std::vector<Model> chains() {
  std::vector<Model> models;
  for (std::uint64_t seed = 1; seed <= 6; ++seed)
    models.push_back(zoo::random_tree(
        {.n = 12, .seed = seed, .joints = "RPHSL", .branching = 1, .armature = seed % 2 == 0 ? 0.2 : 0.0}));
  return models;
}

Piece piece(Index first, Index end) { return {.first = shortened(first), .end = shortened(end)}; }

void expect_same_load(const ArticulatedBody<double>& a, const ArticulatedBody<double>& b) {
  EXPECT_TRUE(test::near(a.A, b.A, units));
  EXPECT_TRUE(test::near(a.p, b.p, units));
}

TEST(PiecesOfAPath, TogetherGiveTheRecursionWhereverItIsCut) {
  for (const Model& given : chains()) {
    Started started(given, 1000);
    const Robot<double>& robot = started.robot;
    const std::vector<double> expected = started.robot.fd(robot.a, robot.external());
    const ScanView<double> m = started.model;
    const ArticulatedPasses<double> w = started.passes();
    const Index n = m.nbody();
    for (Index cut = 0; cut <= n; ++cut) {
      inward<double>(m, w, robot.a, piece(0, cut), inward<double>(m, w, robot.a, piece(cut, n), {}));
      std::vector<double> a = robot.vector();
      const auto put = [&](Index i, const Motion<double>& A) { w.moves[i] = A; };
      const Motion<double> between = outward<double>(m, w, piece(0, cut), w.root_acceleration, a, put);
      EXPECT_TRUE(cut == n || test::near(between, above(m, w, cut), 0)) << "of the last body, or of the root";
      outward<double>(m, w, piece(cut, n), between, a, put);
      EXPECT_LT(largest(minus(a, expected)), 1e-9 * (1 + largest(expected))) << describe(given) << ", " << cut;
    }
  }
}

TEST(ElementOfAPiece, RespondsAsTheRecursionDoes) {
  for (const Model& given : chains()) {
    Started started(given, 1000);
    const ScanView<double> m = started.model;
    const ArticulatedPasses<double> w = started.passes();
    const Index n = m.nbody();
    const View<const double> tau = started.robot.a;
    for (Index cut = 0; cut <= n; ++cut) {
      // with a load behind it
      const ArticulatedBody<double> behind = inward<double>(m, w, tau, piece(cut, n), {});
      const StarElement<double> element = element_of<double>(m, w, tau, piece(0, cut));
      expect_same_load(Star::load(element, behind), inward<double>(m, w, tau, piece(0, cut), behind));
      // with an element behind it
      const StarElement<double> rest = element_of<double>(m, w, tau, piece(cut, n)),
                                whole = element_of<double>(m, w, tau, piece(0, n));
      expect_same_load(Star()(element, rest).load, whole.load);
      // at rest: the same inertia, and no force
      const StarElement<double> at_rest = element_of<double>(m, w, {}, piece(0, cut));
      EXPECT_TRUE(test::near(at_rest.load.A, element.load.A, units));
      EXPECT_TRUE(test::near(at_rest.A, element.A, units));
      EXPECT_TRUE(test::near(at_rest.load.p, Force<double>{}, 0));
      EXPECT_TRUE(test::near(at_rest.b, Motion<double>{}, 0));
    }
  }
}

TEST(BodyLoad, IncludesWhatLightChildrenHandOver) {
  for (const Model& given : many_models(60)) {
    Started started(given, 1000);
    const ScanView<double> m = started.model;
    const ArticulatedPasses<double> w = started.passes();
    Random random(1);
    for (Index i = 0; i < m.nbody(); ++i)
      w.handed[i] = {ArticulatedInertia<double>(m.inertias[random.below(m.nbody())]), w.p[random.below(m.nbody())]};
    for (Index i = 0; i < m.nbody(); ++i) {
      ArticulatedBody<double> expected{m.inertias[i], w.p[i]};
      bool heavy = true;  // the first child, which continues the path
      for (Index child = i + 1; child < m.nbody(); ++child) {
        if (m.tree.parent(child) != i) continue;
        if (!heavy) expected = expected + w.handed[child];
        heavy = false;
      }
      expect_same_load(body_load(m, w, i), expected);
    }
  }
}

}  // namespace
}  // namespace treefix::testing
